//! Places of the relations, the calls and the strip of both runs on the canvas.

use diptych_engine::ViewPlacement;
use diptych_protocol::{StructureParts, ViewId, ViewState};
use diptych_scene::{Rect, Size};
use diptych_views::run_strip::STRIP_PX;

/// Share of the width that relations take beside the calls, or of the height above them.
const RADIAL_SHARE: f32 = 0.55;
/// Canvas width below which relations stand above the calls.
const BESIDE_PX: f32 = 700.0;

/// Least height of a canvas with a strip of both runs. A lower one leaves all its room to the other views.
const STRIP_FROM_PX: f32 = 240.0;

/// Returns the shown views with their places: side by side, or one above the other on a narrow canvas. The strip of
/// both runs lies above them, because both show its visible time.
pub(crate) fn placed(state: &ViewState, size: Size) -> Vec<ViewPlacement> {
    let Size { width, height } = size;
    let top = if height < STRIP_FROM_PX { 0.0 } else { STRIP_PX + 1.0 };
    let whole = Rect::new(0.0, top, width, height);
    let mut placed = views_below(state, whole);
    if top > 0.0 {
        placed.push((ViewId::Runs, Rect::new(0.0, 0.0, width, STRIP_PX)));
    }
    placed
}

fn views_below(state: &ViewState, whole: Rect) -> Vec<ViewPlacement> {
    let (width, height) = (whole.width(), whole.height());
    match state.structure.parts {
        StructureParts::Radial => vec![(ViewId::Radial, whole)],
        StructureParts::Sequence => vec![(ViewId::Sequence, whole)],
        StructureParts::Both if width < BESIDE_PX => {
            let middle = whole.y0 + (height * RADIAL_SHARE).floor();
            vec![
                (ViewId::Radial, Rect { y1: middle, ..whole }),
                (ViewId::Sequence, Rect { y0: middle, ..whole }),
            ]
        }
        StructureParts::Both => {
            let middle = (width * RADIAL_SHARE).floor();
            vec![
                (ViewId::Radial, Rect { x1: middle, ..whole }),
                (ViewId::Sequence, Rect { x0: middle, ..whole }),
            ]
        }
    }
}
