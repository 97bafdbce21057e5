//! The program's structure and the calls between its elements, as the desk of that name wants them.

mod moves;

use crate::analyses::{
    CallWindows, ElementQuery, LayerQuery, ListPaths, ListQuery, Lookup, MatchQuery, NO_LAYER, RepeatQuery,
    RepeatSearch, WindowQuery,
};
use crate::engine::Engine;
use diptych_protocol::{
    FirstCallRequest, RelationsReply, RelationsRequest, SideName, StructureState, Subject, ThemeChoice,
    ToggleElementRequest, ViewState, Window,
};
use diptych_scene::Size;
use diptych_structure::{
    Alone, DEFAULT_ELEMENTS, Kind, Level, NodeId, PlacedSide, Placement, Shown, SideInput, Source, Stated,
    Structure, changes, place, read_layers,
};
use diptych_trace::{AxisKind, CallId, FunctionSpec, Trace};
use diptych_views::Highlight;
use diptych_views::desks::{calls_picture, declared_layers, marked_calls, power_of_rare, shows_matched};
use diptych_views::program::{Ends, Places, Program, element_of_path, kind_of_level, layers_problem, reply};
use diptych_views::words::reference;
use std::rc::Rc;

/// Where functions lie, and of what that was made.
#[derive(Debug)]
pub(crate) struct HeldPlaces {
    key: ([u32; 2], u32, [bool; 2]),
    /// Rules under which lists were read; none of one trace.
    rules: Option<String>,
    pub(crate) places: Rc<Places>,
    shown: Option<(StructureState, ShownElements)>,
    /// What the calls that are shown were wanted for: those of another are not of these elements.
    wanted: Option<ShownElements>,
    /// What is wrong with the layers that were declared last.
    layers_problem: Rc<str>,
    moved: Option<moves::Moved>,
}

/// What is shown of the tree.
#[derive(Debug, Clone)]
struct ShownElements {
    shown: Rc<Shown>,
    level: Kind,
    alone: Rc<Alone>,
}

impl Engine {
    /// Makes work of the calls that a state names; until they have come those before are shown. Whether nothing is on its way.
    #[inline(never)] // The build splits it off the first picture's module, by its name.
    pub(super) fn want_program(&mut self, state: &ViewState) -> bool {
        let Some(query) = self.window_query(state) else {
            self.shown_program.show(None);
            return true;
        };
        let versions = SideName::BOTH.map(|side| Some(self.trace(side)?.0));
        let mut is_all = true;
        let calls = match self.analyses.need::<CallWindows>(&query, versions) {
            Lookup::Ready(calls) => Some(calls),
            // Windows that follow each other faster than calls are counted: that which was counted last.
            Lookup::Pending => {
                is_all = false;
                let follows_from = query.but_window();
                self.analyses.newest::<CallWindows>().filter(|calls| calls.follows_from == follows_from)
            }
            Lookup::Failed => None,
        };
        let Some(calls) = calls else { return is_all };
        let has_layers = query.layers.is_some();
        let repeats = match marked_calls(state) {
            Some((side, Window { start, end }, alike)) => {
                let (side, window) = (side.index() as u32, [start, end]);
                let query = RepeatQuery { of: query.of, side, window, alike };
                match self.analyses.need::<RepeatSearch>(&query, versions) {
                    Lookup::Ready(repeats) => Some(repeats),
                    _ => None,
                }
            }
            None => None,
        };
        let Some(held) = &self.places else { return is_all };
        let Some(ShownElements { shown, level, alone }) = held.wanted.clone() else { return is_all };
        let layers_problem = held.layers_problem.clone();
        let is_shown = self.shown_program.value.as_ref().is_some_and(|program| {
            let are_shown = match (&program.repeats, &repeats) {
                (Some(shown), Some(repeats)) => Rc::ptr_eq(shown, repeats),
                (shown, repeats) => shown.is_none() && repeats.is_none(),
            };
            let is_same = Rc::ptr_eq(&program.calls, &calls) && Rc::ptr_eq(&program.shown, &shown);
            is_same && are_shown && program.layers_problem == layers_problem
        });
        if !is_shown {
            let places = held.places.clone();
            let program = Program { places, shown, level, alone, calls, repeats, has_layers, layers_problem };
            self.shown_program.show(Some(Rc::new(program)));
        }
        is_all
    }

    /// Where functions lie; made anew where the sides, their lists or what corresponds changed. Nothing while it is being found out
    /// what rules make of a list.
    pub(super) fn places(&mut self, rules: Option<&str>) -> Option<Rc<Places>> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        traces.iter().flatten().next()?;
        let comparison = self.comparison.as_ref().filter(|of| of.versions == self.session.versions());
        let serial = comparison.and_then(|of| of.aligned()).map_or(0, |aligned| aligned.serial);
        let lists = SideName::BOTH.map(|side| self.session.structure(side).is_some());
        let key = (self.session.versions(), serial, lists);
        let has_list = lists.contains(&true);
        let is_held = |held: &HeldPlaces| held.key == key && (!has_list || held.rules.as_deref() == rules);
        if !self.places.as_ref().is_some_and(is_held) {
            let lists = self.rewritten_lists(rules)?;
            let traces = SideName::BOTH.map(|side| self.session.trace(side));
            let places = Rc::new(self.placed(traces, lists.each_ref().map(Option::as_ref)));
            let rules = rules.map(str::to_owned);
            let layers_problem = "".into();
            self.places = Some(HeldPlaces {
                key,
                rules,
                places,
                shown: None,
                wanted: None,
                layers_problem,
                moved: None,
            });
        }
        self.places.as_ref().map(|held| held.places.clone())
    }

    /// The lists of both sides as rules have them; without rules, and of lists without files, nothing. `None` while that is being found
    /// out.
    fn rewritten_lists(&mut self, rules: Option<&str>) -> Option<[Option<Structure>; 2]> {
        let Some(rules) = rules else { return Some([None, None]) };
        let listed = |side: SideName| {
            let structure = &self.session.structure(side)?.1.structure;
            (structure.has_files() && self.session.trace(side).is_some()).then_some(structure)
        };
        let lists = SideName::BOTH.map(listed);
        if lists.iter().all(Option::is_none) {
            return Some([None, None]);
        }
        let paths = |list: Option<&Structure>| {
            let paths = list.map(|list| list.files().map(|id| list.path(id)).collect::<Vec<String>>());
            paths.unwrap_or_default().join("\n")
        };
        let query = ListQuery { rules: rules.to_owned(), paths: lists.map(paths) };
        match self.analyses.need::<ListPaths>(&query, [None; 2]) {
            Lookup::Pending => None,
            Lookup::Ready(rewritten) => {
                let [a, b] = &*rewritten;
                let at_paths =
                    |(list, paths): (Option<&Structure>, &str)| Some(list?.at_paths(paths.lines()));
                Some([(lists[0], a.as_str()), (lists[1], b.as_str())].map(at_paths))
            }
            // Without an answer lists are taken at their word.
            Lookup::Failed => Some([None, None]),
        }
    }

    fn placed(&self, traces: [Option<&Trace>; 2], lists: [Option<&Structure>; 2]) -> Places {
        let specs = traces.map(|trace| trace.map(|trace| trace.functions().specs(trace.names())));
        let aligned = self.comparison.as_ref().filter(|of| of.versions == self.session.versions());
        let aligned = aligned.and_then(|of| of.aligned());
        let texts: [Vec<FunctionSpec<'_>>; 2] = match (&specs, aligned) {
            ([Some(a), Some(b)], Some(aligned)) => aligned.identities.texts([a, b]),
            _ => specs.each_ref().map(|specs| specs.clone().unwrap_or_default()),
        };
        let stated: [Stated<'_>; 2] = traces.map(|trace| trace.map_or_else(Stated::default, Stated::of));
        let own = |side: SideName| self.session.structure(side).map(|(_, file)| &file.structure);
        let list = |side: SideName| lists[side.index()].or_else(|| own(side));
        let mut inputs = [SideInput::default(); 2];
        for side in SideName::BOTH {
            let at = side.index();
            if traces[at].is_some() {
                inputs[at] = SideInput {
                    functions: &texts[at],
                    elements: &stated[at].elements,
                    callers: &stated[at].callers,
                    structure: list(side),
                };
            }
        }
        // By the functions of both sides together: which is A decides nothing.
        let all = texts.concat();
        let structure = SideName::BOTH.into_iter().find_map(list);
        let both = SideInput { functions: &all, structure, ..SideInput::default() };
        let axis = traces.into_iter().flatten().next().map_or(diptych_trace::Axis::TIME, Trace::axis);
        let placement = place(Source::of(axis, &both), inputs);
        let is_pair = traces.iter().all(Option::is_some);
        let changes = is_pair.then(|| changes(&placement.hierarchy));
        Places { placement, changes }
    }

    /// What is shown of the tree under a state.
    fn shown_elements(&mut self, state: &StructureState, rules: Option<&str>) -> Option<ShownElements> {
        let places = self.places(rules)?;
        let held = self.places.as_mut()?;
        let StructureState { level, opened, closed, root, .. } = state.clone();
        let key = StructureState { level, opened, closed, root, ..StructureState::default() };
        if held.shown.as_ref().is_none_or(|(of, _)| *of != key) {
            let shown = shown_of(&places.placement, &key);
            held.shown = Some((key, shown));
        }
        held.shown.as_ref().map(|(_, shown)| shown.clone())
    }

    /// What the calls of a window follow from; `None` of sides without an order of calls, or not the same.
    fn window_query(&mut self, state: &ViewState) -> Option<WindowQuery> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
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
            self.right_rules(rules).or_else(|_| self.right_rules("")).ok()?
        } else {
            None
        };
        let elements = self.shown_elements(&state.structure, rules.as_deref())?;
        let shown = elements.shown.clone();
        let held = self.places.as_mut()?;
        held.wanted = Some(elements);
        let places = held.places.clone();
        let place = |id: &NodeId| shown.place(*id).map_or(0, |place| place as u32);
        let sides = &places.placement.sides;
        let of_side = |side: &PlacedSide| {
            side.of_function.iter().chain(&side.of_caller).map(place).collect::<Vec<u32>>()
        };
        let (maps, _) = self.time_maps(&state.time);
        let windows = SideName::BOTH.map(|side| match state.time.window(side) {
            Some(Window { start, end }) => {
                let map = &maps[side.index()];
                [map.own(start), map.own(end)]
            }
            None => [0, i64::MAX],
        });
        let (size, theme) = self.canvas;
        let (picture, colors) = calls_picture(state, size, theme, is_pair);
        let matched = rules.filter(|_| is_pair && shows_matched(state)).map(|rules| MatchQuery {
            rules,
            matching: state.comparison.lanes,
            chosen: state.comparison.chosen_lanes.clone(),
        });
        let of = ElementQuery {
            places: [of_side(&sides[0]), of_side(&sides[1])],
            callers: sides.each_ref().map(|side| !side.of_caller.is_empty()),
            elements: shown.elements().len() as u32,
        };
        let layers = self.layers(declared_layers(state));
        Some(WindowQuery { of, windows, picture, colors, p: power_of_rare(state), matched, layers })
    }

    /// Which calls the layers of a text forbid; what is wrong with them is kept to be said.
    fn layers(&mut self, text: &str) -> Option<LayerQuery> {
        let held = self.places.as_mut()?;
        let placement = &held.places.placement;
        let read = (!text.trim().is_empty()).then(|| read_layers(text, &placement.hierarchy));
        let layers = match read.transpose() {
            Ok(declared) => {
                held.layers_problem = "".into();
                declared?.layers
            }
            Err(error) => {
                held.layers_problem = layers_problem(&error, &placement.hierarchy).into();
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

    /// Who calls whom in words and numbers.
    #[inline(never)]
    pub(crate) fn relations(&self, ask: RelationsRequest) -> RelationsReply {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        self.shown_program
            .value
            .as_ref()
            .map_or_else(RelationsReply::default, |program| reply(program, ask, traces))
    }

    /// The state with one element opened or closed.
    #[inline(never)]
    pub(crate) fn toggle_element(&mut self, ask: &ToggleElementRequest) -> StructureState {
        let traces_open = SideName::BOTH.map(|side| self.session.trace(side).is_some());
        let mut state = ask.state.clone();
        let rules = self.places.as_ref().and_then(|held| held.rules.clone());
        let shown = traces_open.contains(&true).then(|| self.shown_elements(&state, rules.as_deref()));
        let shown = shown.flatten();
        let Some(ShownElements { shown, alone, .. }) = shown else {
            return state;
        };
        let Some(held) = &self.places else { return state };
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let Some(Ends::Element(id)) = held.places.ends(&ask.element, traces) else { return state };
        let hierarchy = &held.places.placement.hierarchy;
        let path = hierarchy.path(id);
        if ask.alone {
            if !hierarchy.is_leaf(id) {
                (state.root, state.opened, state.closed) = (path, String::new(), String::new());
            }
            return state;
        }
        let is_shown = shown.place(id).is_some_and(|place| shown.elements()[place] == id);
        let without =
            |text: &str| text.lines().filter(|line| *line != path).collect::<Vec<&str>>().join("\n");
        let with = |text: &str| if text.is_empty() { path.clone() } else { format!("{text}\n{path}") };
        let (opened, closed) = (without(&state.opened), without(&state.closed));
        let level = Level::Kind(level_of(&held.places.placement, &alone, &state));
        let by_level = Shown::new(hierarchy, level, &alone.closed, &alone.opened);
        let is_shown_by_level = by_level.place(id).is_some_and(|place| by_level.elements()[place] == id);
        (state.opened, state.closed) = match (is_shown, is_shown_by_level) {
            (true, true) if !hierarchy.is_leaf(id) => (with(&opened), closed),
            (false, false) => (opened, with(&closed)),
            _ => (opened, closed),
        };
        state
    }

    /// The call of a side that starts first of those that a subject is. O(calls · log ranges).
    #[inline(never)]
    pub(crate) fn first_call_of(&self, ask: &FirstCallRequest) -> Option<Subject> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let trace = traces[ask.side.index()]?;
        let correspondence = self.shown_correspondence();
        let highlight = self
            .program_highlight(&ask.subject)
            .unwrap_or_else(|| Highlight::new(&ask.subject, traces, correspondence.as_ref()));
        let all = (0..trace.calls().len() as u32).map(CallId);
        let held = all.filter(|call| highlight.holds(ask.side, trace, *call));
        let first = held.min_by_key(|call| trace.calls().start()[call.index()])?;
        Some(Subject::Call(reference(ask.side, trace, first)))
    }

    /// What of the traces a subject is, if it is an element or a relation of the tree that was shown.
    pub(crate) fn program_highlight(&self, subject: &Subject) -> Option<Highlight> {
        if !matches!(subject, Subject::Element(_) | Subject::ElementRelation { .. }) {
            return None;
        }
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let places = &self.places.as_ref()?.places;
        Some(places.highlight(places.ends(subject, traces)?, traces))
    }

    /// Where the canvas of the next layout is, for pictures that are made apart.
    pub(crate) fn set_canvas(&mut self, size: Size, theme: ThemeChoice) {
        self.canvas = (size, theme);
    }
}

/// What a state shows of a tree. What is opened by hand is open also beside the one that alone is.
fn shown_of(placement: &Placement, state: &StructureState) -> ShownElements {
    let hierarchy = &placement.hierarchy;
    let paths = |text: &str| -> Vec<NodeId> {
        text.lines().filter_map(|path| element_of_path(hierarchy, path)).collect()
    };
    let root = paths(&state.root).pop().filter(|&id| !hierarchy.is_leaf(id));
    let alone = root.map_or_else(Alone::default, |root| Alone::new(hierarchy, root));
    let level = level_of(placement, &alone, state);
    let mut opened = paths(&state.opened);
    let mut closed = paths(&state.closed);
    closed.extend(alone.closed.iter().filter(|id| !opened.contains(id)));
    opened.extend(&alone.opened);
    let shown = Shown::new(hierarchy, Level::Kind(level), &closed, &opened);
    ShownElements { shown: Rc::new(shown), level, alone: Rc::new(alone) }
}

/// The level of a state; where that is left open, the deepest with few elements that ran.
fn level_of(placement: &Placement, alone: &Alone, state: &StructureState) -> Kind {
    let default = || Shown::default_level(&placement.hierarchy, alone, placement.ran(), DEFAULT_ELEMENTS);
    kind_of_level(state.level).unwrap_or_else(|| match default() {
        Level::Kind(kind) => kind,
        Level::Depth(_) => Kind::Package,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InProcess;
    use crate::structures::StructureFile;
    use diptych_protocol::{RelationList, SequenceMoveReply, SequenceMoveRequest, StructureLevel};
    use diptych_scene::Size;
    use diptych_testkit::trace;
    use diptych_trace::Run;
    use diptych_views::Need;
    use std::collections::BTreeMap;

    const A: &str = "t\n  0..100 main @app/main.py:1\n    10..20 f @app/x.py:1\n      12..14 g @lib/y.py:2\n    30..40 f @app/x.py:1\n    50..60 g @lib/y.py:2\n    70..71 old @lib/y.py:9\n";
    const B: &str = "t\n  0..100 main @app/main.py:1\n    10..20 f @app/x.py:1\n      12..14 g @lib/y.py:2\n      15..16 g @lib/y.py:2\n    50..60 h @lib/z.py:2\n      52..54 g @lib/y.py:2\n";

    fn page(sides: &[&str]) -> InProcess {
        let mut page = InProcess::default();
        for (side, text) in SideName::BOTH.into_iter().zip(sides) {
            let (name, format) = ("run.json".to_owned(), "test".to_owned());
            let run = Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace: trace(text) };
            page.engine.load(side, run);
        }
        page.engine.set_canvas(Size { width: 900.0, height: 400.0 }, ThemeChoice::Light);
        page
    }

    fn shown(page: &mut InProcess, state: &ViewState) -> Rc<Program> {
        // Whether the rules run is said first, and what they make of lists.
        for _ in 0..8 {
            page.engine.want(&[Need::Program], state);
            page.work();
        }
        page.engine.shown_program.value.clone().unwrap()
    }

    /// Caller and callee by the beginnings of their paths that are shown, counted call by call.
    fn counted(
        page: &InProcess,
        program: &Program,
        window: Option<Window>,
    ) -> BTreeMap<(u32, u32), [u64; 2]> {
        let mut counts: BTreeMap<(u32, u32), [u64; 2]> = BTreeMap::new();
        for side in SideName::BOTH {
            let Some(trace) = page.engine.session().trace(side) else { continue };
            let calls = trace.calls();
            for call in (0..calls.len() as u32).map(CallId) {
                let Some(caller) = calls.parent()[call.index()].some() else { continue };
                let start = calls.start()[call.index()];
                if window.is_some_and(|window| start < window.start || start >= window.end) {
                    continue;
                }
                let place = |call: CallId| {
                    let id = program.places.of_call(side.index(), trace, call).unwrap();
                    let hierarchy = program.hierarchy();
                    let holds = |element: &NodeId| hierarchy.way_up(id).any(|around| around == *element);
                    program.shown.elements().iter().position(holds).unwrap() as u32
                };
                counts.entry((place(caller), place(call))).or_default()[side.index()] += 1;
            }
        }
        counts
    }

    #[test]
    fn relations_are_those_that_are_counted_call_by_call() {
        for sides in [&[A][..], &[A, B]] {
            let mut page = page(sides);
            for level in [StructureLevel::Package, StructureLevel::Module, StructureLevel::Function] {
                for window in [None, Some(Window { start: 12, end: 52 })] {
                    let mut state = ViewState::default();
                    state.structure.level = level;
                    (state.time.windows.a, state.time.windows.b) = (window, window);
                    let program = shown(&mut page, &state);
                    let found: BTreeMap<(u32, u32), [u64; 2]> =
                        program.calls.relations.iter().map(|it| ((it.caller, it.callee), it.calls)).collect();
                    assert_eq!(found, counted(&page, &program, window), "{level:?} {window:?}");
                    assert!(!found.is_empty());
                }
            }
        }
    }

    #[test]
    fn elements_open_and_close_and_both_views_follow() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Package;
        let program = shown(&mut page, &state);
        let paths = |program: &Program| -> Vec<String> {
            program.shown.elements().iter().map(|&id| program.hierarchy().path(id)).collect()
        };
        assert_eq!(paths(&program), ["app", "lib"]);
        let element = Subject::Element(vec!["lib".to_owned()]);
        let ask = ToggleElementRequest { state: state.structure.clone(), element, alone: false };
        state.structure = page.engine.toggle_element(&ask);
        assert_eq!(state.structure.opened, "lib");
        assert_eq!(paths(&shown(&mut page, &state)), ["app", "lib/y.py", "lib/z.py"]);
        let ask = ToggleElementRequest { state: state.structure.clone(), ..ask };
        state.structure = page.engine.toggle_element(&ask);
        assert_eq!(state.structure.opened, "");
        assert_eq!(paths(&shown(&mut page, &state)), ["app", "lib"]);
    }

    #[test]
    fn one_element_is_open_alone_and_what_lies_beside_it_closed() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        shown(&mut page, &state);
        let element = Subject::Element(vec!["lib".to_owned(), "y.py".to_owned()]);
        let ask = ToggleElementRequest { state: state.structure.clone(), element, alone: true };
        state.structure = page.engine.toggle_element(&ask);
        assert_eq!(state.structure.root, "lib/y.py");
        state.structure.level = StructureLevel::Function;
        let program = shown(&mut page, &state);
        let paths: Vec<String> =
            program.shown.elements().iter().map(|&id| program.hierarchy().path(id)).collect();
        assert_eq!(paths, ["app", "lib/y.py/g", "lib/y.py/old", "lib/z.py"]);
        let calls: u64 = program.calls.relations.iter().map(|it| it.calls[0] + it.calls[1]).sum();
        assert_eq!(calls, 10);
    }

    #[test]
    fn a_relation_leads_to_its_first_call() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Package;
        shown(&mut page, &state);
        let of = |name: &str| vec![name.to_owned()];
        let subject = Subject::ElementRelation { caller: of("app"), callee: of("lib") };
        let first = |side: SideName| {
            let ask = FirstCallRequest { subject: subject.clone(), side };
            page.engine.first_call_of(&ask).and_then(|found| found.call(side).map(|call| call.start))
        };
        assert_eq!([first(SideName::A), first(SideName::B)], [Some(12), Some(12)]);
        let subject = Subject::Element(vec!["nowhere".to_owned()]);
        assert_eq!(page.engine.first_call_of(&FirstCallRequest { subject, side: SideName::A }), None);
    }

    #[test]
    fn lists_hold_each_relation_that_differs_once_and_say_how_long_they_are() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Function;
        shown(&mut page, &state);
        let rows = |page: &InProcess, list: RelationList| {
            let reply = page.engine.relations(RelationsRequest { list, rows: 100 });
            let length = reply.lists.iter().find(|of| of.list == list).map_or(0, |of| of.rows);
            assert_eq!(reply.rows.len() as u32, length);
            reply.rows.into_iter().map(|row| (row.caller, row.callee, row.change)).collect::<Vec<_>>()
        };
        let row = |caller: &str, callee: &str, change: &str| {
            (caller.to_owned(), callee.to_owned(), change.to_owned())
        };
        assert_eq!(rows(&page, RelationList::More), [row("f", "g", "+1")]);
        assert_eq!(rows(&page, RelationList::Fewer), [row("main", "f", "\u{2212}1")]);
        assert_eq!(rows(&page, RelationList::OnlyB), [row("main", "h", "+1"), row("h", "g", "+1")]);
        assert_eq!(
            rows(&page, RelationList::OnlyA),
            [row("main", "g", "\u{2212}1"), row("main", "old", "\u{2212}1")]
        );
    }

    #[test]
    fn matching_calls_lie_side_by_side_and_a_move_shows_the_time_between() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        page.compare(&state).unwrap();
        let program = shown(&mut page, &state);
        assert!(program.calls.is_matched);
        let [Some(a), Some(b)] = &program.calls.sides else { panic!("both are open") };
        assert_eq!((a.lines, b.lines), ([5, 5], [5, 5]));
        // main → f is the first call of both; the second g of f is B's alone.
        let first_row = |side: &diptych_views::program::SideCalls, call: u32| {
            side.rows.iter().position(|row| row[0] == call).unwrap()
        };
        assert_eq!(first_row(a, 1), first_row(b, 1));
        assert!(b.rows.iter().zip(&a.rows).any(|(b, a)| b[0] != u32::MAX && a[0] == u32::MAX));
        let moved = move_by(&mut page, &state, [0.25, 0.75]);
        state.time.windows = moved.windows;
        assert!(moved.windows.a.is_some_and(|window| window.start > 0));
        let program = shown(&mut page, &state);
        assert!(program.calls.sides[0].as_ref().is_some_and(|side| side.lines[0] < side.lines[1]));
        let all = move_by(&mut page, &state, [-1.0, 2.0]);
        assert_eq!((all.windows.a, all.windows.b), (None, None));
    }

    fn move_by(page: &mut InProcess, state: &ViewState, [from, to]: [f64; 2]) -> SequenceMoveReply {
        page.engine.move_sequence(&SequenceMoveRequest { from, to, state: Some(state.clone()) })
    }

    #[test]
    fn moves_go_on_from_each_other_and_what_was_counted_last_is_shown_meanwhile() {
        let call =
            |at: usize| format!("    {}..{} f @lib/{}.py:1\n", 10 * at, 10 * at + 5, ["x", "y"][at % 2]);
        let text: String = (0..100).map(call).collect();
        let mut page = page(&[&format!("t\n  0..1000 main @app/main.py:1\n{text}")]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Package;
        shown(&mut page, &state);
        state.time.windows = move_by(&mut page, &state, [0.25, 0.5]).windows;
        let counted = |page: &InProcess| page.engine.shown_program.value.as_ref().unwrap().calls.windows[0];
        assert_eq!(shown(&mut page, &state).calls.windows[0], [250, 500]);
        // Steps of two calls, whether or not the picture follows.
        let mut led_to = Vec::new();
        for _ in 0..4 {
            state.time.windows = move_by(&mut page, &state, [0.08, 1.08]).windows;
            led_to.push(state.time.windows.a.unwrap());
            page.engine.want(&[Need::Program], &state);
            assert_eq!(counted(&page), [250, 500]);
        }
        assert_eq!(led_to.iter().map(|window| window.start).collect::<Vec<_>>(), [270, 290, 310, 330]);
        page.work();
        state.time.windows = move_by(&mut page, &state, [0.08, 1.08]).windows;
        page.engine.want(&[Need::Program], &state);
        assert_eq!(counted(&page), [led_to[3].start, led_to[3].end], "what was counted last");
        state.structure.opened = "lib".to_owned();
        page.engine.want(&[Need::Program], &state);
        let before = page.engine.shown_program.value.clone().unwrap();
        assert_eq!(before.shown.elements().len(), 2, "what was counted is of these");
        let (program, last) = (shown(&mut page, &state), state.time.windows.a.unwrap());
        assert_eq!((program.shown.elements().len(), program.calls.windows[0]), (3, [last.start, last.end]));
    }

    #[test]
    fn marked_calls_are_found_again_on_both_sides() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Function;
        // main → f and f → g of A.
        let window = Window { start: 10, end: 13 };
        state.structure.mark = Some(Subject::Time { side: SideName::A, window });
        state.structure.alike = 50;
        shown(&mut page, &state);
        let program = shown(&mut page, &state);
        let repeats = program.repeats.clone().unwrap();
        assert_eq!((repeats.calls, repeats.edits, repeats.counts[1]), (2, 1, [1, 1]));
        assert_eq!(repeats.sides[1][0].window, [10, 13]);
        let ask = RelationsRequest { list: RelationList::Repeats, rows: 100 };
        let reply = page.engine.relations(ask);
        let all = repeats.counts[0][1] + repeats.counts[1][1];
        assert_eq!(reply.rows.len(), all as usize);
        assert_eq!(reply.pattern.unwrap().marked, "2 calls marked in A");
        assert!(reply.rows.iter().any(|row| row.place.starts_with("B from") && row.change == "exact"));
        state.structure.mark = None;
        assert!(shown(&mut page, &state).repeats.is_none());
    }

    #[test]
    fn calls_between_layers_apart_are_listed_and_a_wrong_line_is_named() {
        let mut page = page(&[A, B]);
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Package;
        state.structure.layers = "app/main.py\napp/x.py\nlib".to_owned();
        shown(&mut page, &state);
        let ask = RelationsRequest { list: RelationList::Forbidden, rows: 100 };
        let listed = |page: &InProcess| -> Vec<(String, String, String)> {
            let rows = page.engine.relations(ask).rows.into_iter();
            rows.map(|row| (row.caller, row.callee, row.calls)).collect()
        };
        let row = |caller: &str, callee: &str, calls: &str| {
            (caller.to_owned(), callee.to_owned(), calls.to_owned())
        };
        assert_eq!(
            listed(&page),
            [row("main", "g", "1 → 0"), row("main", "old", "1 → 0"), row("main", "h", "0 → 1")]
        );
        state.structure.layers = "app\nnowhere".to_owned();
        shown(&mut page, &state);
        let reply = page.engine.relations(ask);
        assert_eq!(reply.layers_problem, "line 2: there is no element nowhere");
        assert!(reply.lists.iter().all(|of| of.list != RelationList::Forbidden));
    }

    #[test]
    fn lists_go_by_the_rules_as_functions_do() {
        let of = |version: &str| {
            format!(
                "t\n  0..100 main @/srv/lib-{version}/app.py:1\n    10..20 f @/srv/lib-{version}/x.py:1\n"
            )
        };
        let mut page = page(&[&of("1.2.0"), &of("2.0.1")]);
        for (side, version) in SideName::BOTH.into_iter().zip(["1.2.0", "2.0.1"]) {
            let mut input = diptych_formats::Input::new("of.paths");
            let text = ["app", "x", "never"].map(|file| format!("srv/lib-{version}/{file}.py\t1\n")).concat();
            input.feed(text.as_bytes()).unwrap();
            let list = input.finish().unwrap().traces.swap_remove(0).1;
            page.engine.set_structure(side, Some(StructureFile::new("of.paths".to_owned(), list)));
        }
        let mut state = ViewState::default();
        page.compare(&state).unwrap();
        state.structure.level = StructureLevel::Module;
        let program = shown(&mut page, &state);
        let hierarchy = program.hierarchy();
        let files: Vec<String> =
            program.shown.elements().iter().map(|&id| hierarchy.name(id).to_owned()).collect();
        assert_eq!(files, ["app.py", "never.py", "x.py"]);
        assert!(program.shown.elements().iter().all(|&id| hierarchy.sides(id) == [true, true]));
    }
}
