//! The colours of areas.

use crate::space_time::{self, SliceTimes, otherwise};
use diptych_aggregate::Part;
use diptych_protocol::{DifferenceHue, SpaceTimeState};
use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{CATEGORIES, OTHER, Theme, ThemeName};

/// Step of the change scale that stands for no change. Its grey is visible in every theme.
pub(super) const NO_CHANGE: usize = 4;
/// Change of a share at which a colour of the difference is full, as a multiple of the change that is grey, and its
/// bounds. The largest change of a picture does not matter, so that one outlier does not make all others pale.
const FULL_OVER_FLOOR: f64 = 8.0;
const LEAST_FULL: f64 = 0.1;
const MOST_FULL: f64 = 0.5;
/// Change of a share below which an area is grey, whatever the noise.
const LEAST_CHANGE: f64 = 0.01;
/// Least part of its colour that a change beyond the noise has.
const LEAST_OF_CHANGE: f64 = 0.25;
/// Least part of its colour in the dark theme, where a colour between two dark ones is hardly seen.
const LEAST_OF_CHANGE_DARK: f64 = 0.45;
/// Part of the ink in the colours of changes in the dark theme. With these two, the contrast with the grey is 1.8 or more for
/// the smallest change of any state and 3.8 or more for a full one. Without both, it would be 1.1 and 1.6.
const LIGHTER: f64 = 0.45;
/// Least share of the hue that a state's colour keeps.
const PALEST: f64 = 0.15;

/// Part of the ink in the second twelve colours of states.
const DEEPER: f64 = 0.4;

/// Returns the colour of a state by its index. Twelve states have the colours of categories, and twelve more have them
/// mixed with the ink.
pub fn state_color(theme: &Theme, times: &SliceTimes, state: usize) -> Rgba {
    let own = times.own_states();
    if state >= own {
        return theme.none_mark;
    }
    if times.lumped > 0 && state + 1 == own {
        return OTHER;
    }
    let color = times.colors.get(state).map_or(state, |&color| color as usize);
    match (CATEGORIES.get(color), CATEGORIES.get(color.wrapping_sub(CATEGORIES.len()))) {
        (Some(&own), _) => own,
        (None, Some(&of)) => Lab::from(of).mix(Lab::from(theme.ink), DEEPER).to_rgba(),
        (None, None) => OTHER,
    }
}

/// Returns the states with their indices, in the order in which they are listed.
pub fn state_order(times: &SliceTimes) -> impl Iterator<Item = (usize, &str)> {
    times.states.iter().map(String::as_str).enumerate()
}

/// The fill of an area of one side: its colour, and the share of its height that is filled. That is the share of its
/// time in any state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ModeFill {
    pub(super) color: Rgba,
    pub(super) filled: f64,
}

/// Share of the largest state without a name at which a state with a name comes before it.
const NAMED_FIRST: f64 = 0.125;

/// Returns the state with most time, or `None` if there is none. Ties go to the first, which has more time in total.
///
/// A state with a name comes before the lumped states if it has an eighth of their time. Lumped states are many small
/// ones, so an area of their colour says nothing about what its lanes do.
pub(super) fn mode(times: &SliceTimes, shares: &[f64]) -> Option<usize> {
    let lumped = (times.lumped > 0).then(|| times.own_states() - 1);
    let mut found: Option<usize> = None;
    for (state, &share) in shares.iter().enumerate().filter(|(state, _)| Some(*state) != lumped) {
        if share > 0.0 && found.is_none_or(|best| share > shares[best]) {
            found = Some(state);
        }
    }
    let of_lumped = lumped.and_then(|state| shares.get(state)).copied().unwrap_or(0.0);
    let has_name = found.is_some_and(|state| shares[state] >= NAMED_FIRST * of_lumped);
    if has_name || of_lumped <= 0.0 { found } else { lumped }
}

/// Returns the colour of the state with most time, mixed with the background by its share of the time in any state:
/// `ρ_max/Σρ` (section IV-B).
pub(super) fn mode_fill(theme: &Theme, times: &SliceTimes, shares: &[f64]) -> Option<ModeFill> {
    let state = mode(times, shares)?;
    let sum: f64 = shares.iter().sum();
    let color = tint(theme, times, state, shares[state] / sum);
    Some(ModeFill { color, filled: sum.min(1.0) })
}

/// Returns the colour of the first state where it takes half of the time, for the legend; `None` without states.
pub(super) fn half_tint(theme: &Theme, times: &SliceTimes) -> Option<Rgba> {
    (times.own_states() > 0).then(|| tint(theme, times, 0, 0.5))
}

/// Returns the colour of a state that takes a share of the time in any state.
fn tint(theme: &Theme, times: &SliceTimes, state: usize, share: f64) -> Rgba {
    let (ground, full) = (Lab::from(theme.bg), Lab::from(state_color(theme, times, state)));
    ground.mix(full, PALEST + (1.0 - PALEST) * share).to_rgba()
}

/// The inputs of the colours of the difference.
#[derive(Debug)]
pub(super) struct DifferencePaint<'a> {
    pub(super) theme: &'a Theme,
    pub(super) times: &'a SliceTimes,
    pub(super) hue: DifferenceHue,
    /// State for [`DifferenceHue::State`].
    pub(super) state: usize,
    pub(super) noise: Noise,
}

/// The usual change of single cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Noise {
    /// 1.4826 · the median, over cells of separate lanes, of the share of time that B spends in other states. The
    /// factor scales a median absolute deviation to a standard deviation.
    pub(super) cell: f64,
}

impl Noise {
    /// Computes the noise. O(separate lanes · slices · states).
    pub(super) fn new(times: &SliceTimes) -> Self {
        let mut changes = Vec::new();
        for node in times.tree.leaf_nodes() {
            for slice in 0..times.slices {
                let part = Part { node: node as u32, from: slice, to: slice };
                changes.push(otherwise(&change(times, part)));
            }
        }
        if changes.is_empty() {
            return Self { cell: 0.0 };
        }
        let middle = changes.len() / 2;
        let (_, median, _) = changes.select_nth_unstable_by(middle, f64::total_cmp);
        Self { cell: *median * 1.4826 }
    }

    /// Returns the change at which a colour is full.
    pub(super) fn full(self) -> f64 {
        (FULL_OVER_FLOOR * self.floor(1)).clamp(LEAST_FULL, MOST_FULL)
    }

    /// Returns the change up to which an area of this many slices is grey. It falls with the root of their number, as
    /// the noise of a mean does.
    pub(super) fn floor(self, slices: u32) -> f64 {
        (self.cell / f64::from(slices.max(1)).sqrt()).max(LEAST_CHANGE)
    }
}

/// Returns the change of each state's share from A to B, time without a state last.
pub(super) fn change(times: &SliceTimes, part: Part) -> Vec<f64> {
    space_time::change(times.compared_times(), part)
}

impl DifferencePaint<'_> {
    /// Returns the fill of an area. It is grey if it changes no more than cells usually do, or than the runs of one
    /// side differ.
    pub(super) fn fill(&self, part: Part) -> Rgba {
        let change = change(self.times, part);
        let floor = self.noise.floor(part.to + 1 - part.from);
        // This is not the colour for missing data, which in high contrast equals the page's background.
        let none = self.theme.change[NO_CHANGE];
        if space_time::is_within_spread(self.times, part) {
            return none;
        }
        // On the dark ground, most colours of states are hardly lighter than its grey.
        let is_dark = self.theme.name == ThemeName::Dark;
        let (lighter, least) = if is_dark { (LIGHTER, LEAST_OF_CHANGE_DARK) } else { (0.0, LEAST_OF_CHANGE) };
        let toward = |full: Rgba, share: f64| {
            let full = Lab::from(full).mix(Lab::from(self.theme.ink), lighter);
            let part = least + (1.0 - least) * share.min(1.0);
            Lab::from(none).mix(full, part).to_rgba()
        };
        match self.hue {
            DifferenceHue::Gained => {
                let gained = mode(self.times, &change).filter(|&state| change[state] >= floor);
                gained.map_or(none, |state| {
                    toward(state_color(self.theme, self.times, state), change[state] / self.noise.full())
                })
            }
            DifferenceHue::State => {
                let own = change.get(self.state).copied().unwrap_or(0.0);
                if own.abs() < floor { none } else { self.theme.change[change_step(own / self.noise.full())] }
            }
            DifferenceHue::Divergence => {
                if otherwise(&change) < floor {
                    return none;
                }
                // Mixed from grey, so that a small divergence never gets a colour between grey and the background.
                toward(self.theme.amount[5], divergence(self.times, part).sqrt())
            }
        }
    }
}

/// Returns the step of a change, relative to a full one, on a scale of nine steps with grey in the middle.
fn change_step(change: f64) -> usize {
    let steps = (change.abs() * 4.0).ceil().clamp(1.0, 4.0) as usize;
    if change < 0.0 { 4 - steps } else { 4 + steps }
}

/// Returns the Jensen–Shannon divergence between the states of both sides in an area, in bits from 0 to 1. Time without
/// a state counts as a state.
pub(super) fn divergence(times: &SliceTimes, part: Part) -> f64 {
    let with_none = |side: usize| times.compared_times()[side].shares_and_none(part);
    let entropy = |share: f64| if share > 0.0 { -share * share.log2() } else { 0.0 };
    let of = |(a, b): (f64, f64)| entropy(f64::midpoint(a, b)) - f64::midpoint(entropy(a), entropy(b));
    with_none(0).into_iter().zip(with_none(1)).map(of).sum::<f64>().clamp(0.0, 1.0)
}

/// Returns the index of the state for [`DifferenceHue::State`].
pub(super) fn chosen_state(times: &SliceTimes, state: &SpaceTimeState) -> usize {
    times.states.iter().position(|name| *name == state.state).unwrap_or(0)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::space_time::{IDLE, LeftOut, NO_COLOR};
    use diptych_aggregate::{Grid, LaneTree, NodeTimes, SliceTable};
    use diptych_scene::color::lab::contrast;
    use diptych_testkit::trace;

    #[test]
    fn unknown_time_is_no_change() {
        let (busy, idle) = ([[[10, 10], [0, 0]]; 2], [[[10, 0], [0, 0]]; 2]);
        let drawn = pair(busy, idle);
        let part = Part { node: 0, from: 1, to: 1 };
        assert!(change(&drawn, part).iter().any(|change| change.abs() > 0.9));
        // After the last event of B, nothing is known. That time is compared as spent like A's.
        let compared = SliceTimes { compared: pair(busy, busy).times, ..drawn };
        assert!(change(&compared, part).iter().all(|change| change.abs() < 1e-9));
        assert!(divergence(&compared, part) < 1e-9);
    }

    /// Builds a pair with two lanes, two slices of ten ticks and two states. The ticks of A and B are given by lane,
    /// state and slice.
    pub(crate) fn pair(a: [[[u64; 2]; 2]; 2], b: [[[u64; 2]; 2]; 2]) -> SliceTimes {
        let trace = trace("x\n  0..1 f\ny\n  0..1 f\n");
        let tree = LaneTree::new(&trace);
        let times = [a, b].map(|cells| {
            let mut table = SliceTable::zeros(Grid { start: 0, width: 10, count: 2 }, 2, 2);
            for (lane, states) in cells.iter().enumerate() {
                for (state, ticks) in states.iter().enumerate() {
                    table.row_mut(lane, state).copy_from_slice(ticks);
                }
            }
            NodeTimes::new(&table, &tree)
        });
        SliceTimes {
            colors: Vec::new(),
            key: 1,
            lanes: vec![tree.leaves().to_vec(); 2],
            tree,
            edges: vec![vec![0, 10, 20]; 2],
            width: 10,
            slices: 2,
            times: times.to_vec(),
            compared: Vec::new(),
            runs: vec![Vec::new(); 2],
            until: None,
            runs_off_axis: 0,
            runs_too_long: 0,
            by: diptych_protocol::StateBy::Innermost,
            states: vec!["run".to_owned(), "wait".to_owned()],
            of_function: vec![vec![0], vec![0]],
            lumped: 0,
            rest: None,
            alone: vec![0, 0],
            empty: 0,
            deepest: 1,
            per_level: vec![1, 2],
            own_clocks: false,
            listed: Vec::new(),
            is_same: false,
            left_out: LeftOut::default(),
            differ: None,
        }
    }

    const WHOLE: Part = Part { node: 0, from: 0, to: 1 };

    #[test]
    fn mode_fill_mixes_the_commonest_state_by_share() {
        let times = pair([[[10, 10], [0, 0]]; 2], [[[4, 4], [4, 4]]; 2]);
        let theme = Theme::named(ThemeName::Light);
        let full = mode_fill(theme, &times, &times.times[0].shares(WHOLE)).unwrap();
        assert_eq!((full.color, full.filled.to_bits()), (CATEGORIES[0], 1f64.to_bits()));
        // On a tie the first state, with half of its hue. A fifth of the time is without a state.
        let half = mode_fill(theme, &times, &times.times[1].shares(WHOLE)).unwrap();
        assert!((half.filled - 0.8).abs() < 1e-12);
        let expected = Lab::from(theme.bg).mix(Lab::from(CATEGORIES[0]), PALEST + (1.0 - PALEST) / 2.0);
        assert_eq!(half.color, expected.to_rgba());
        assert_eq!(mode_fill(theme, &times, &[0.0, 0.0]), None);
    }

    #[test]
    fn named_states_come_before_lumped_ones() {
        let mut times = pair([[[1, 1], [1, 1]]; 2], [[[1, 1], [1, 1]]; 2]);
        assert_eq!(mode(&times, &[0.2, 0.5]), Some(1));
        times.lumped = 3;
        assert_eq!(mode(&times, &[0.2, 0.5]), Some(0));
        assert_eq!(mode(&times, &[0.01, 0.5]), Some(1));
        assert_eq!(mode(&times, &[0.0, 0.5]), Some(1));
        assert_eq!(mode(&times, &[0.0, 0.0]), None);
    }

    #[test]
    fn changes_within_cell_noise_are_grey() {
        // Three of four cells change by 10 points, one by 80.
        let times = pair([[[10, 10], [0, 0]]; 2], [[[9, 9], [1, 1]], [[9, 2], [1, 8]]]);
        let noise = Noise::new(&times);
        assert!((noise.cell - 0.148_26).abs() < 1e-9);
        assert!((noise.floor(4) - 0.074_13).abs() < 1e-9);
        assert!((Noise { cell: 0.0 }.floor(1) - LEAST_CHANGE).abs() < 1e-12);
        let theme = Theme::named(ThemeName::HighContrast);
        let grey = theme.change[NO_CHANGE];
        assert_ne!(grey, theme.bg);
        let paint = |hue, part| DifferencePaint { theme, times: &times, hue, state: 0, noise }.fill(part);
        let y = times.tree.leaf_nodes().nth(1).unwrap() as u32;
        let [quiet, loud] = [Part { node: y, from: 0, to: 0 }, Part { node: y, from: 1, to: 1 }];
        for hue in [DifferenceHue::Gained, DifferenceHue::State, DifferenceHue::Divergence] {
            assert_eq!(paint(hue, quiet), grey);
            assert_ne!(paint(hue, loud), grey);
        }
        // The second state gains 80 points, which is full colour.
        assert_eq!(paint(DifferenceHue::Gained, loud), CATEGORIES[1]);
        assert_eq!(paint(DifferenceHue::State, loud), theme.change[0]);
    }

    #[test]
    fn dark_changes_stand_out_from_their_grey() {
        let theme = Theme::named(ThemeName::Dark);
        let mut times = pair([[[10, 10], [0, 0]]; 2], [[[10, 0], [0, 10]]; 2]);
        let grey = theme.change[NO_CHANGE];
        let whole = Part { node: 0, from: 0, to: 1 };
        for color in 0..CATEGORIES.len() as u32 {
            times.colors = vec![CATEGORIES.len() as u32, color];
            // The change of 50 points is full without noise. With much noise it has the least part of its colour.
            for (cell, least) in [(0.0, 3.8), (0.5, 1.8)] {
                let noise = Noise { cell };
                let hue = DifferenceHue::Gained;
                let fill = DifferencePaint { theme, times: &times, hue, state: 0, noise }.fill(whole);
                let found = contrast(fill, grey);
                assert!(found >= least, "colour {color}, noise {cell}: {found}");
            }
        }
    }

    #[test]
    fn differences_within_run_spread_are_grey() {
        let a = [[10, 10], [0, 0]];
        let mut times = pair([a; 2], [[[4, 4], [6, 6]]; 2]);
        let theme = Theme::named(ThemeName::Light);
        let noise = Noise { cell: 0.0 };
        let fill = |times: &SliceTimes| {
            DifferencePaint { theme, times, hue: DifferenceHue::Gained, state: 0, noise }.fill(WHOLE)
        };
        let grey = theme.change[NO_CHANGE];
        assert_ne!(fill(&times), grey);
        // Runs of B spend 2 and 6 of 10 ticks in the first state. They differ by 40 points from each other, and by 60
        // from A.
        let run = |ticks: u64| pair([[[ticks; 2], [10 - ticks; 2]]; 2], [a; 2]).times.swap_remove(0);
        times.runs = vec![Vec::new(), vec![run(2), run(6)]];
        assert_ne!(fill(&times), grey);
        // Now they spend 0 and 8, which is a difference of 80 points.
        times.runs[1] = vec![run(0), run(8)];
        assert_eq!(fill(&times), grey);
        let deviation = space_time::deviations(&times, 1, WHOLE).unwrap();
        assert!((deviation[0] - 0.8 / 2f64.sqrt()).abs() < 1e-9);
        assert_eq!(space_time::deviations(&times, 0, WHOLE), None);
        assert_eq!(space_time::StateShares::of(&times, WHOLE).text(1, 0), "40.0\u{202f}% ± 56.6");
    }

    #[test]
    fn change_steps_are_symmetric_and_saturate() {
        assert_eq!([-1.8, -1.0, -0.6, -0.2, 0.2, 0.6, 1.0, 1.8].map(change_step), [0, 0, 1, 3, 5, 7, 8, 8]);
        // A quiet pair has full colours from 10 points on, a noisy one from 50 points on.
        let full = |cell: f64| (Noise { cell }.full() * 1e6).round() / 1e6;
        assert_eq!(
            [0.0, 0.02, 0.05, 0.3].map(|cell| full(cell).to_bits()),
            [0.1f64, 0.16, 0.4, 0.5].map(f64::to_bits)
        );
    }

    #[test]
    fn divergence_counts_time_in_no_state() {
        let times = pair([[[10, 10], [0, 0]]; 2], [[[0, 0], [0, 0]]; 2]);
        assert!((divergence(&times, WHOLE) - 1.0).abs() < 1e-12);
        assert!((otherwise(&change(&times, WHOLE)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn states_lumped_ones_and_idle_have_distinct_colors() {
        let mut times = pair([[[1, 1], [1, 1]]; 2], [[[1, 1], [1, 1]]; 2]);
        let theme = Theme::named(ThemeName::Light);
        assert_eq!([0, 1].map(|state| state_color(theme, &times, state)), [CATEGORIES[0], CATEGORIES[1]]);
        times.colors = vec![13, NO_COLOR];
        let deeper = state_color(theme, &times, 0);
        assert!(deeper != CATEGORIES[1] && deeper != OTHER);
        assert_eq!(state_color(theme, &times, 1), OTHER);
        (times.lumped, times.colors) = (3, Vec::new());
        assert_eq!(state_color(theme, &times, 1), OTHER);
        times.states.push(IDLE.to_owned());
        assert_eq!([1, 2].map(|state| state_color(theme, &times, state)), [OTHER, theme.none_mark]);
    }
}
