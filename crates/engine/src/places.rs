//! The places of functions in the tree of both sides, and the displayed elements of the tree.

use crate::analyses::{ListPaths, ListQuery, Lookup};
use crate::engine::Engine;
use crate::places_cache::PlacesCache;
use diptych_protocol::{SideName, Subject};
use diptych_structure::{SideInput, Source, StatedElements, Structure, changes, place};
use diptych_trace::{FunctionSpec, Trace};
use diptych_views::Highlight;
use diptych_views::places::Places;
use std::rc::Rc;

impl Engine {
    /// Returns the places of functions as they were requested last, with their inputs.
    pub fn known_places(&self) -> Option<&PlacesCache> {
        self.places.as_ref()
    }

    /// Returns the places of functions. They are computed again if the sides, their lists or the alignment changed.
    /// `None` while the rules of a list are being checked or applied.
    pub fn places(&mut self, rules: Option<&str>) -> Option<Rc<Places>> {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        traces.iter().flatten().next()?;
        let comparison = self.comparison.as_ref().filter(|of| of.versions == self.session.versions());
        let serial = comparison.and_then(|of| of.aligned()).map_or(0, |aligned| aligned.serial);
        let lists = SideName::BOTH.map(|side| self.session.structure(side).is_some());
        let key = (self.session.versions(), serial, lists);
        let has_list = lists.contains(&true);
        let is_held = |held: &PlacesCache| held.key == key && (!has_list || held.rules.as_deref() == rules);
        if !self.places.as_ref().is_some_and(is_held) {
            let lists = self.rewritten_lists(rules)?;
            let traces = SideName::BOTH.map(|side| self.session.trace(side));
            let places = Rc::new(self.placed(traces, lists.each_ref().map(Option::as_ref)));
            let rules = rules.map(str::to_owned);
            self.places = Some(PlacesCache { key, rules, places });
        }
        self.places.as_ref().map(|held| held.places.clone())
    }

    /// Returns the lists of files of both sides, rewritten by identity rules. Without rules, or for a list without
    /// files, there is nothing to rewrite. `None` while the rewriting is pending.
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
            // Without an answer the lists are used as they are.
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
        let stated: [StatedElements<'_>; 2] =
            traces.map(|trace| trace.map_or_else(StatedElements::default, StatedElements::of));
        let own = |side: SideName| self.session.structure(side).map(|(_, file)| &file.structure);
        let list = |side: SideName| lists[side.index()].or_else(|| own(side));
        let mut inputs = [SideInput::default(); 2];
        for side in SideName::BOTH {
            let at = side.index();
            if traces[at].is_some() {
                inputs[at] =
                    SideInput { functions: &texts[at], stated: Some(&stated[at]), structure: list(side) };
            }
        }
        // The source follows from the functions of both sides together, so that exchanging the sides does not change
        // it.
        let all = texts.concat();
        let structure = SideName::BOTH.into_iter().find_map(list);
        let both = SideInput { functions: &all, structure, ..SideInput::default() };
        let axis = traces.into_iter().flatten().next().map_or(diptych_trace::Axis::TIME, Trace::axis);
        let placement = place(Source::of(axis, &both), inputs);
        let is_pair = traces.iter().all(Option::is_some);
        let changes = is_pair.then(|| changes(&placement.hierarchy));
        Places { placement, changes }
    }

    /// Returns the highlight of a subject that is an element or a relation of the displayed tree; `None` for other
    /// subjects.
    pub fn program_highlight(&self, subject: &Subject) -> Option<Highlight> {
        if !matches!(subject, Subject::Element(_) | Subject::ElementRelation { .. }) {
            return None;
        }
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let places = &self.places.as_ref()?.places;
        Some(places.highlight(places.ends(subject, traces)?, traces))
    }
}
