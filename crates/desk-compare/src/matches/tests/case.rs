//! A pair of traces with all its results, laid out.

use crate::CompareDesk;
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, align};
use diptych_compare::similarity::{
    Bars, CalleeSets, JoinOptions, Matches, Measure, Repetition, Similarity, main_matches, repetitions,
};
use diptych_engine::Desk;
use diptych_profile::{Groups, totals};
use diptych_protocol::{IcicleState, MatchMode, MatchesState, SideName, Sides, TimeState, ViewState, Window};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, Curve, CurvePoint, Layer, Rect, Scene, Size, Space};
use diptych_testkit::IdentityTable;
use diptych_trace::{CallId, IdentityId, LaneId, Trace};

use crate::matches::{
    Focus, SimilarMatches, VisibleCalls,
    input::{MatchesInput, PictureInput},
    item::Item,
    picture::picture,
    strips::FoundCounter,
};
use crate::overview;
use diptych_views::colors::Coloring;
use diptych_views::icicle::{LaneChoice, LaneOrder, plot::IcicleSide};
use diptych_views::{
    Correspondence, Grey, ItemTable, LayoutInput, MatchIndex, Model, PartInfo, Results, SideInput, SideMarks,
    SignificantFunctions, SimilarityInput, TimeMap, View, ViewMarks, default_window,
};

pub(crate) const SIZE: Size = Size { width: 480.0, height: 300.0 };

/// A pair of traces with the results about it.
pub(crate) struct Case {
    pub(crate) traces: [Trace; 2],
    identities: [Vec<IdentityId>; 2],
    identity_count: u32,
    pub(crate) alignment: Alignment,
    pub(crate) index: MatchIndex,
    sets: CalleeSets,
    similarity: Similarity,
    bars: Bars,
    repetitions: [Vec<Repetition>; 2],
    main: Alignment,
    main_index: MatchIndex,
    /// Significant functions, by identity; none if nothing judged them.
    pub(crate) significant: Option<Vec<bool>>,
    /// No results besides those of the pair.
    results: Results,
}

/// Settings of a picture.
#[derive(Debug, Clone)]
pub(crate) struct PictureOptions {
    pub(crate) time: TimeState,
    pub(crate) icicle: IcicleState,
    pub(crate) matches: MatchesState,
    pub(crate) viewpoint: SideName,
    pub(crate) brushed: Option<(SideName, CallId)>,
    pub(crate) hovered: Option<Item>,
    pub(crate) tubes: Option<f32>,
    pub(crate) selected: Option<(SideName, CallId)>,
    pub(crate) theme: ThemeName,
    pub(crate) size: Size,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            time: TimeState::default(),
            icicle: IcicleState::default(),
            matches: MatchesState { beta: 45, ..MatchesState::default() },
            viewpoint: SideName::A,
            brushed: None,
            hovered: None,
            tubes: None,
            selected: None,
            theme: ThemeName::Light,
            size: SIZE,
        }
    }
}

/// The picture below a strip, as a desk shows it.
pub(crate) struct CaseLayout {
    pub(crate) scene: Scene,
    pub(crate) items: ItemTable<Item>,
    pub(crate) info: PartInfo,
    /// Calls of a pixel or more of each side, as they are laid out.
    pub(crate) rects: [Vec<(CallId, Rect)>; 2],
}

/// A curve of a scene with its item.
#[derive(Debug, Clone)]
pub(crate) struct Drawn {
    pub(crate) item: Item,
    pub(crate) curve: Curve,
    pub(crate) points: Vec<CurvePoint>,
}

/// Returns the identities of both sides, their number, and the alignment. Lanes are paired in their order.
pub(crate) fn aligned(traces: &[Trace; 2]) -> ([Vec<IdentityId>; 2], u32, Alignment) {
    let mut table = IdentityTable::default();
    let identities =
        [&traces[0], &traces[1]].map(|trace| table.identify_all(trace, IdentityTable::plain_key));
    let identity_count = table.len() as u32;
    let pair = Pair {
        traces: [&traces[0], &traces[1]],
        identities: [&identities[0], &identities[1]],
        identity_count,
    };
    let lanes: Vec<(LaneId, LaneId)> = traces[0].lanes().ids().zip(traces[1].lanes().ids()).collect();
    let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
    (identities, identity_count, alignment)
}

impl Case {
    pub(crate) fn new(a: Trace, b: Trace, tau: f64) -> Self {
        let traces = [a, b];
        let (identities, identity_count, alignment) = aligned(&traces);
        let pair = Pair {
            traces: [&traces[0], &traces[1]],
            identities: [&identities[0], &identities[1]],
            identity_count,
        };
        let silent = &mut |_, _| {};
        let sets = CalleeSets::new(pair, Measure::Plain, silent).unwrap();
        let similarity = Similarity::join(&sets, JoinOptions { tau, ..JoinOptions::default() }, silent);
        let matches = Matches { pair, sets: &sets, similarity: &similarity };
        let bars = Bars::new(matches, silent);
        let repetitions = [0, 1].map(|side| repetitions(pair.traces[side], &sets, side, silent));
        let main = main_matches(matches);
        let [index, main_index] = [&alignment, &main].map(MatchIndex::new);
        let results = Results::default();
        Self {
            identities,
            identity_count,
            alignment,
            index,
            sets,
            similarity,
            bars,
            repetitions,
            main,
            main_index,
            significant: None,
            traces,
            results,
        }
    }

    pub(crate) fn pair(&self) -> Pair<'_> {
        Pair {
            traces: [&self.traces[0], &self.traces[1]],
            identities: [&self.identities[0], &self.identities[1]],
            identity_count: self.identity_count,
        }
    }

    /// Returns the calls of a side by name, in the order of their starts.
    pub(crate) fn calls(&self, side: SideName, name: &str) -> Vec<CallId> {
        let trace = &self.traces[side.index()];
        let ids = (0..trace.calls().len() as u32).map(CallId);
        ids.filter(|&call| trace.call_name(call) == name).collect()
    }

    pub(crate) fn laid(&self, options: &PictureOptions) -> CaseLayout {
        let pair = self.pair();
        let theme = Theme::named(options.theme);
        let sums = pair.traces.map(|trace| totals(trace, &Groups::by_function(trace), |_| ()));
        let measured = [0, 1].map(|side: usize| Some((pair.traces[side], &sums[side])));
        let coloring = Coloring::new(options.icicle.color, measured, theme);
        let orders = pair.traces.map(LaneOrder::new);
        let lanes = SideName::BOTH.map(|side| {
            let mut lanes = orders[side.index()].shown(LaneChoice::default());
            // All lanes are open, except those in `folds`.
            let folded = &options.icicle.folds[side];
            for shown in &mut lanes {
                shown.folded = folded.contains(&shown.lane.0);
            }
            lanes.reverse();
            lanes
        });
        let whole = default_window(pair.traces.map(|trace| Some(Window { start: 0, end: trace.extent() })));
        let windows = SideName::BOTH.map(|side| options.time.window(side).unwrap_or(whole));
        let matches = Matches { pair, sets: &self.sets, similarity: &self.similarity };
        let columns = (options.size.width - 36.0) as u32;
        let similar = SimilarMatches::new(matches, Focus { windows, width_px: f64::from(columns) });
        let correspondence = self.correspondence();
        let correspondence = match options.matches.mode {
            MatchMode::OneToOne => correspondence,
            MatchMode::Similarity => {
                Correspondence { alignment: &self.main, similar: Some(matches), ..correspondence }
            }
        };
        let rested = MatchesInput::new(&options.matches);
        let shown = VisibleCalls::new(&correspondence, &options.matches);
        let placed = CompareDesk.placed(&ViewState::default(), options.size, [true; 2]);
        let hovered = options.hovered.and_then(|item| item.highlight(&self.model(&correspondence)));
        let counter = FoundCounter::new(pair.traces.map(Some), &options.icicle.counter);
        let drawn = picture(&PictureInput {
            counter: counter.input(&options.icicle.counter),
            time_maps: [TimeMap::Identity; 2],
            matched: None,
            sides: [0, 1].map(|side: usize| {
                Some(IcicleSide {
                    trace: pair.traces[side],
                    lanes: &lanes[side],
                    lean_together: true,
                    hits: None,
                    marks: SideMarks::default(),
                })
            }),
            coloring: &coloring,
            correspondence: Some(&correspondence),
            theme,
            time: &options.time,
            state: &options.icicle,
            matches: MatchesInput {
                index: Some(match options.matches.mode {
                    MatchMode::OneToOne => &self.index,
                    MatchMode::Similarity => &self.main_index,
                }),
                similarity: Some(matches),
                similar: Some(&similar),
                repetitions: [&self.repetitions[0], &self.repetitions[1]],
                viewpoint: options.viewpoint,
                brushed: options.brushed,
                shown: shown.as_ref(),
                tubes: options.tubes.unwrap_or(rested.tubes),
                ..rested
            },
            selection: options.selected,
            hovered: hovered.as_ref(),
            size: options.size,
            rect: placed[0].1,
            spaces: [Space::ALL[1], Space::ALL[2]],
        });
        let sides = [0, 1].map(|side: usize| {
            let (trace, totals, lanes) = (pair.traces[side], &sums[side], &orders[side]);
            Some(SideInput { trace, totals, lanes, hits: None })
        });
        let strip = strip(options, sides, placed[1].1);
        let mut scene = Scene { size: options.size, background: theme.bg, layers: drawn.drawn.layers };
        scene.layers.extend(strip.into_iter().chain(drawn.drawn.over));
        CaseLayout { scene, items: drawn.items, info: drawn.info, rects: drawn.rects }
    }

    /// Returns the model for tooltips and tables.
    pub(crate) fn model<'a>(&'a self, correspondence: &'a Correspondence<'a>) -> Model<'a> {
        let traces = [0, 1].map(|side: usize| Some(&self.traces[side]));
        Model {
            results: &self.results,
            traces,
            correspondence: Some(correspondence),
            similarity: Some(SimilarityInput {
                matches: Matches { pair: self.pair(), sets: &self.sets, similarity: &self.similarity },
                bars: &self.bars,
                repetitions: self.repetitions.each_ref().map(Vec::as_slice),
                main: &self.main,
            }),
            time_maps: [TimeMap::Identity; 2],
        }
    }

    pub(crate) fn correspondence(&self) -> Correspondence<'_> {
        let grey = Grey { factor: 1.0, floor_ticks: 0 };
        Correspondence {
            pair: self.pair(),
            alignment: &self.alignment,
            grey,
            significant: self.significant.as_ref().map(|of_runs| SignificantFunctions {
                of_runs,
                of_pair: None,
                successors: None,
                waits: &[],
                gaps: [false; 2],
            }),
            similar: None,
        }
    }

    /// Returns the repetitions of a side.
    pub(crate) fn repetitions(&self, side: SideName) -> &[Repetition] {
        &self.repetitions[side.index()]
    }

    /// Returns the drawn matches of similarity mode for both whole runs, 1,000 px wide.
    pub(crate) fn similar(&self) -> SimilarMatches {
        let matches = Matches { pair: self.pair(), sets: &self.sets, similarity: &self.similarity };
        let windows = self.pair().traces.map(|trace| Window { start: 0, end: trace.extent() });
        SimilarMatches::new(matches, Focus { windows, width_px: 1_000.0 })
    }

    /// Returns s of two calls.
    pub(crate) fn similarity_of(&self, [a, b]: [CallId; 2]) -> f64 {
        self.sets.similarity(self.sets.class(0, a), self.sets.class(1, b))
    }

    /// Returns s of a call with each call of the other side that matches it.
    fn partners(&self, side: SideName, call: CallId) -> Vec<f64> {
        let others = (0..self.traces[side.other().index()].calls().len() as u32).map(CallId);
        let both = others.map(|other| if side == SideName::A { [call, other] } else { [other, call] });
        both.map(|calls| self.similarity_of(calls)).filter(|&s| s > self.similarity.tau()).collect()
    }

    /// Returns the highest s of a call.
    pub(crate) fn best(&self, side: SideName, call: CallId) -> Option<f64> {
        self.partners(side, call).into_iter().reduce(f64::max)
    }

    /// Returns the number of calls that match a call.
    pub(crate) fn matches_of(&self, side: SideName, call: CallId) -> usize {
        self.partners(side, call).len()
    }

    /// Returns the main match of a call of A.
    pub(crate) fn main_match(&self, call: CallId) -> Option<CallId> {
        self.main.sides[0].partner[call.index()].some()
    }

    pub(crate) fn partner(&self, call: CallId) -> Option<CallId> {
        self.alignment.sides[0].partner[call.index()].some()
    }
}

/// Returns the layers of a strip with both whole runs, as shown while nothing is compared.
fn strip(options: &PictureOptions, sides: [Option<SideInput<'_>>; 2], rect: Rect) -> Vec<Layer> {
    let state = ViewState { time: options.time.clone(), ..ViewState::default() };
    let input = LayoutInput {
        sides,
        correspondence: None,
        results: &Results::default(),
        time_maps: [TimeMap::Identity; 2],
        trace_versions: [1, 1],
        state: &state,
        theme: options.theme,
        selected: None,
        selected_match: None,
        pointed: None,
        marked: ViewMarks::default(),
        viewpoint: SideName::A,
        tubes: None,
        size: options.size,
        rect,
        first_space: Space::ALL[1],
    };
    overview::View.layout(&input, None).take_layers().layers
}

/// Returns a state with this window on both sides.
pub(crate) fn windows(start: i64, end: i64) -> TimeState {
    TimeState { windows: Sides::both(Some(Window { start, end })), ..TimeState::default() }
}

/// Returns all curves.
pub(crate) fn curves(laid: &CaseLayout) -> Vec<Drawn> {
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let curves =
        batches.filter_map(|batch| if let Batch::Curves(curves) = batch { Some(curves) } else { None });
    let drawn = curves.flat_map(|batch| {
        batch.curves.iter().zip(&batch.items).filter_map(|(&curve, &item)| {
            let points = batch.points[curve.first as usize..][..curve.count as usize].to_vec();
            Some(Drawn { item: laid.items.get(item)?, curve, points })
        })
    });
    drawn.collect()
}

/// Returns the tubes between calls, with their calls of A and B.
pub(crate) fn tubes(laid: &CaseLayout) -> Vec<([CallId; 2], Drawn)> {
    let tubes = curves(laid).into_iter().filter_map(|drawn| match drawn.item {
        Item::Match { a, b, .. } => Some(([a, b], drawn)),
        _ => None,
    });
    tubes.collect()
}

/// Returns the boxes of a scene with their items.
pub(crate) fn boxes(scene: &Scene, laid: &CaseLayout) -> Vec<(Item, Rect)> {
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    let boxes = rects.flat_map(|rects| {
        rects.instances.iter().zip(&rects.items).filter_map(|(rect, &item)| {
            Some((laid.items.get(item)?, Rect::new(rect.x0, rect.y0, rect.x1, rect.y1)))
        })
    });
    boxes.collect()
}
