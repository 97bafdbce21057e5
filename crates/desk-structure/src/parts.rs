//! Places of the relations and the calls on the canvas.

use diptych_engine::ViewPlacement;
use diptych_protocol::{StructureParts, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// Share of the width that relations take beside the calls, or of the height above them.
const RADIAL_SHARE: f32 = 0.55;
/// Canvas width below which relations stand above the calls.
const BESIDE_PX: f32 = 700.0;

/// Returns the shown views with their places: side by side, or one above the other on a narrow canvas.
pub(crate) fn placed(state: &ViewState, size: Size) -> Vec<ViewPlacement> {
    let Size { width, height } = size;
    let whole = Rect::new(0.0, 0.0, width, height);
    match state.structure.parts {
        StructureParts::Radial => vec![(ViewId::Radial, whole)],
        StructureParts::Sequence => vec![(ViewId::Sequence, whole)],
        StructureParts::Both if width < BESIDE_PX => {
            let middle = (height * RADIAL_SHARE).floor();
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
