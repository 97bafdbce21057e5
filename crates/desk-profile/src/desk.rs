//! The desk of call paths and functions: the flame graph above or beside the funky graph.

use super::{call_paths, confidence_test, file};
use crate::paths::{folding_of, judged, order_of};
use crate::profiles::ProfileFileOptions;
use crate::results::function_table;
use crate::results::profile_file;
use crate::results::want_profile;
use crate::{flame, funky};
use diptych_engine::{AskHandler, Computed, Desk, Engine, ViewPlacement, answers};
use diptych_profile::{Folding, WidthBy};
use diptych_protocol::{
    DeskId, FlameState, FunctionTableReply, FunctionTableRequest, Normalise, ProfileColor, ProfileFileReply,
    ProfileFileRequest, ProfileParts, ProfileSides, ProfileWidth, RecursionFolding, SiblingOrder, SideName,
    ViewId, ViewState, Word,
};
use diptych_scene::{Rect, Size};
use diptych_trace::Axis;
use diptych_views::{PathReading, View};

/// Room above each picture. There the page writes its name and the path or function it is zoomed to.
const HEAD_PX: f32 = 24.0;
/// Canvas width from which both graphs stand side by side.
const BESIDE_PX: f32 = 1600.0;
/// Least and largest share of the flame graph, in per cent.
const SPLITS: [u32; 2] = [15, 85];

/// The analyses that only this desk wants.
pub const ANALYSES: &[Computed] = &[
    Computed::new::<confidence_test::ConfidenceTest>(),
    Computed::new::<call_paths::Profiles>(),
    Computed::new::<file::ProfileFiles>(),
];

/// The flame graph and the funky graph.
#[derive(Debug)]
pub struct ProfileDesk;

impl Desk for ProfileDesk {
    fn id(&self) -> DeskId {
        DeskId::Profile
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&flame::View, &funky::View]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
        let Size { width, height } = size;
        let rect = |x0: f32, y0: f32, x1: f32, y1: f32| Rect::new(x0, (y0 + HEAD_PX).min(y1), x1, y1);
        let whole = rect(0.0, 0.0, width, height);
        let share = state.profile.split.clamp(SPLITS[0], SPLITS[1]) as f32 / 100.0;
        match state.profile.parts {
            ProfileParts::Flame => vec![(ViewId::Flame, whole)],
            ProfileParts::Funky => vec![(ViewId::Funky, whole)],
            ProfileParts::Both if width >= BESIDE_PX => {
                let middle = (width * share).floor();
                let funky = rect(middle, 0.0, width, height);
                vec![(ViewId::Flame, rect(0.0, 0.0, middle, height)), (ViewId::Funky, funky)]
            }
            ProfileParts::Both => {
                let middle = (height * share).floor();
                let funky = rect(0.0, middle, width, height);
                vec![(ViewId::Flame, rect(0.0, 0.0, width, middle)), (ViewId::Funky, funky)]
            }
        }
    }

    fn path_reading(&self, state: &ViewState) -> PathReading {
        let flame = &state.profile.flame;
        PathReading { folding: folding_of(flame.folding), inverted: flame.inverted }
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        let parts = match view {
            None => ProfileParts::Both,
            Some(ViewId::Flame) => ProfileParts::Flame,
            Some(ViewId::Funky) => ProfileParts::Funky,
            Some(_) => return false,
        };
        state.profile.parts = parts;
        true
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        want_profile(engine, state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, FunctionTableRequest>(), AskHandler::new::<Self, ProfileFileRequest>()] }
    }
}

answers! { ProfileDesk:
    FunctionTableRequest => FunctionTableReply: |engine, ask| Ok(function_table(engine, ask));
    ProfileFileRequest => ProfileFileReply: |engine, ask| Ok(profile_file(engine, ask));
}

/// Returns the settings that files of call paths depend on, besides the paths, as words. The zoom is not among them:
/// files hold all paths.
pub(crate) fn file_words(state: &ViewState) -> Vec<String> {
    let (flame, comparison) = (&state.profile.flame, &state.comparison);
    let flag = |on: bool| if on { "1" } else { "" };
    let words = [
        state.paths.weight.as_str(),
        comparison.normalise.word(),
        state.profile.color.word(),
        flame.order.word(),
        flame.width.word(),
        flame.folding.word(),
        flag(flame.inverted),
        flag(flame.upward),
    ];
    let numbers = [comparison.floor_percent, comparison.floor_us].map(|number| number.to_string());
    words.into_iter().map(str::to_owned).chain(numbers).collect()
}

/// Restores a state from the words of [`file_words`], so that it gives the same files. Returns `None` for other words.
pub(crate) fn of_file_words(words: &[String]) -> Option<ViewState> {
    let [weight, normalise, color, order, width, folding, inverted, upward, percent, us] = words else {
        return None;
    };
    let mut state = ViewState::default();
    state.paths.weight.clone_from(weight);
    state.comparison.normalise = Normalise::of_word(normalise)?;
    (state.comparison.floor_percent, state.comparison.floor_us) = (percent.parse().ok()?, us.parse().ok()?);
    state.profile.color = ProfileColor::of_word(color)?;
    state.profile.flame = FlameState {
        order: SiblingOrder::of_word(order)?,
        width: ProfileWidth::of_word(width)?,
        folding: RecursionFolding::of_word(folding)?,
        inverted: inverted == "1",
        upward: upward == "1",
        ..FlameState::default()
    };
    Some(state)
}

/// Returns the side whose paths a state shows; `None` for the difference of both.
pub(crate) fn chosen_file_side(state: &ViewState) -> Option<SideName> {
    match state.profile.sides {
        ProfileSides::Difference | ProfileSides::SideBySide => None,
        ProfileSides::A => Some(SideName::A),
        ProfileSides::B => Some(SideName::B),
    }
}

/// Returns true if a file lists single calls in time order instead of summed paths. Only one side, ordered by time and
/// not inverted, is written so.
pub(crate) fn is_by_calls(state: &ViewState, sides: usize) -> bool {
    sides == 1 && state.profile.flame.order == SiblingOrder::Time && !state.profile.flame.inverted
}

/// Returns the options for writing the paths of a state. `sides` is the number of sides, `axis` measures the weights,
/// and `run` is the ratio of B's whole run to A's.
pub(crate) fn file_options(state: &ViewState, sides: usize, axis: Axis, run: f64) -> ProfileFileOptions {
    let flame = &state.profile.flame;
    ProfileFileOptions {
        folding: if is_by_calls(state, sides) { Folding::AsCalled } else { folding_of(flame.folding) },
        order: order_of(flame.order),
        invert: flame.inverted,
        differences: judged(state, &state.profile, axis, run),
        width: match flame.width {
            ProfileWidth::Larger => WidthBy::Larger,
            ProfileWidth::A => WidthBy::A,
            ProfileWidth::B => WidthBy::B,
            ProfileWidth::Changes => WidthBy::Changes,
        },
        upward: flame.upward,
        ..ProfileFileOptions::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the words keep every setting that files depend on, and drop the others.
    #[test]
    fn file_settings_survive_as_words() {
        let mut state = ViewState::default();
        assert_eq!(of_file_words(&file_words(&state)), Some(state.clone()));
        state.paths.weight = "bytes; freed".to_owned();
        state.comparison.normalise = Normalise::PerTotal;
        (state.comparison.floor_percent, state.comparison.floor_us) = (7, 0);
        state.profile.color = ProfileColor::Share;
        state.profile.flame.order = SiblingOrder::Name;
        state.profile.flame.width = ProfileWidth::Changes;
        state.profile.flame.folding = RecursionFolding::Full;
        (state.profile.flame.inverted, state.profile.flame.upward) = (true, true);
        assert_eq!(of_file_words(&file_words(&state)), Some(state.clone()));
        state.profile.flame.scroll = 9;
        state.search = "x".to_owned();
        let again = of_file_words(&file_words(&state)).unwrap();
        assert_eq!((again.profile.flame.scroll, again.search.as_str()), (0, ""));
        assert_eq!(of_file_words(&[]), None);
    }
}
