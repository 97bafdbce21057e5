//! The query for the calls of a window: elements, windows, the picture and layers.

use super::call_windows::{ElementQuery, LayerQuery, MatchQuery, NO_LAYER, WindowQuery};
use crate::calls_picture::calls_picture;
use crate::memory::{StructureMemory, shown_elements};
use crate::program::{WHOLE, layers_problem};
use crate::settings::{declared_layers, power_of_rare, shows_matched};
use diptych_engine::{Comparison, Engine, PairAlignment};
use diptych_protocol::{SideName, ViewState, Window};
use diptych_structure::{NodeId, PlacedSide, read_layers};
use diptych_trace::AxisKind;

/// Returns the query for the calls of a state. `None` if a side has no calls, if its calls have no order in time, or
/// if the sides measure different things.
pub(crate) fn window_query(engine: &mut Engine, state: &ViewState) -> Option<WindowQuery> {
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let open = traces.into_iter().flatten();
    let axis = open.clone().next()?.axis();
    if axis.kind == AxisKind::Weight
        || open.clone().any(|trace| trace.axis() != axis || trace.calls().is_empty())
    {
        return None;
    }
    let is_pair = open.count() == 2;
    let rules = if is_pair {
        let rules = &state.comparison.rules;
        engine.right_rules(rules).or_else(|_| engine.right_rules("")).ok()?
    } else {
        None
    };
    let elements = shown_elements(engine, &state.structure, rules.as_deref())?;
    let shown = elements.shown.clone();
    let kept = engine.memory_mut().get_mut::<StructureMemory>()?;
    kept.wanted = Some(elements);
    let places = kept.places.clone();
    let place = |id: &NodeId| shown.place(*id).map_or(0, |place| place as u32);
    let sides = &places.placement.sides;
    let of_side =
        |side: &PlacedSide| side.of_function.iter().chain(&side.of_caller).map(place).collect::<Vec<u32>>();
    let maps = engine.time_maps(&state.time);
    let windows = SideName::BOTH.map(|side| match state.time.window(side) {
        Some(Window { start, end }) => {
            let map = &maps[side.index()];
            [map.own(start), map.own(end)]
        }
        None => WHOLE,
    });
    let (size, theme) = engine.canvas();
    let (picture, colors) = calls_picture(state, size, theme, is_pair);
    let is_side_by_side = is_pair && shows_matched(state);
    // Matches outside of a window, and the end of the shorter side, say which calls are not new or gone.
    let has_window = windows.iter().any(|window| *window != WHOLE);
    let ends_early =
        engine.current_comparison().and_then(Comparison::aligned).is_some_and(PairAlignment::ends_early);
    let is_needed = is_pair && (is_side_by_side || has_window || ends_early);
    let matched = rules.filter(|_| is_needed).map(|rules| MatchQuery {
        rules,
        matching: state.comparison.lanes,
        chosen: state.comparison.chosen_lanes.clone(),
    });
    let of = ElementQuery {
        places: [of_side(&sides[0]), of_side(&sides[1])],
        callers: sides.each_ref().map(|side| !side.of_caller.is_empty()),
        elements: shown.elements().len() as u32,
    };
    let layers = layers(engine, declared_layers(state));
    Some(WindowQuery {
        of,
        windows,
        picture,
        colors,
        p: power_of_rare(state),
        matched,
        is_side_by_side,
        layers,
    })
}

/// Reads the declared layers. Returns `None` if there are none or they are wrong, and keeps the problem for the
/// reply.
fn layers(engine: &mut Engine, text: &str) -> Option<LayerQuery> {
    let kept = engine.memory_mut().get_mut::<StructureMemory>()?;
    let placement = &kept.places.placement;
    let read = (!text.trim().is_empty()).then(|| read_layers(text, &placement.hierarchy));
    let layers = match read.transpose() {
        Ok(declared) => {
            kept.layers_problem = "".into();
            declared?.layers
        }
        Err(error) => {
            kept.layers_problem = layers_problem(&error, &placement.hierarchy).into();
            return None;
        }
    };
    let of_side = |side: &PlacedSide| {
        let layer = |id: &NodeId| layers.layer(*id).map_or(NO_LAYER, |layer| layer as u32);
        side.of_function.iter().chain(&side.of_caller).map(layer).collect::<Vec<u32>>()
    };
    let count = layers.len();
    let may = (0..count * count).map(|cell| layers.may(cell / count, cell % count)).collect();
    Some(LayerQuery { of: placement.sides.each_ref().map(of_side), may, count: count as u32 })
}
