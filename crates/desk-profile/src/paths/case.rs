//! A profile of one trace or of a pair, as views receive it.

use crate::path_results::CallPaths;
use diptych_profile::{FunctionTable, Groups, MeasuredTree, Totals, TreePart, Weight, WeightedTree, totals};
use diptych_protocol::{SideName, ViewState};
use diptych_scene::theme::ThemeName;
use diptych_scene::{Rect, Size, Space};
use diptych_testkit::IdentityTable;
use diptych_trace::{Axis, IdentityId, Trace};
use diptych_views::differences::Names;
use diptych_views::icicle::LaneOrder;
use diptych_views::{
    FrameNames, Highlight, Layout, LayoutInput, Results, SideInput, TimeMap, View, ViewMarks,
};
use std::rc::Rc;
use std::sync::Arc;

/// One run or two, added up.
pub(crate) struct Profiled {
    pub(crate) traces: Vec<Trace>,
    totals: Vec<Totals>,
    lanes: Vec<LaneOrder>,
    pub(crate) tree: Arc<WeightedTree>,
    pub(crate) names: Arc<FrameNames>,
    results: Results,
}

/// The settings of a picture.
pub(crate) struct Picture<'a> {
    pub(crate) state: &'a ViewState,
    pub(crate) theme: ThemeName,
    pub(crate) size: Size,
    pub(crate) pointed: Option<&'a Highlight>,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(state: &'a ViewState) -> Self {
        let size = Size { width: 1024.0, height: 340.0 };
        Self { state, theme: ThemeName::Light, size, pointed: None }
    }
}

/// Names by identity.
struct Plain(Vec<(String, String)>);

impl Names for Plain {
    fn name_and_file(&self, id: IdentityId) -> (String, String) {
        self.0[id.index()].clone()
    }
}

impl Profiled {
    pub(crate) fn new(traces: Vec<Trace>) -> Self {
        let mut table = IdentityTable::default();
        let identities: Vec<Vec<IdentityId>> =
            traces.iter().map(|trace| table.identify_all(trace, IdentityTable::plain_key)).collect();
        let count = table.len();
        let mut names = vec![(String::new(), String::new()); count];
        for (trace, identities) in traces.iter().zip(&identities) {
            for (id, identity) in trace.functions().ids().zip(identities) {
                let spec = trace.functions().get(trace.names(), id);
                names[identity.index()] = (spec.name.to_owned(), spec.file.to_owned());
            }
        }
        let measured: Vec<MeasuredTree> = traces
            .iter()
            .zip(&identities)
            .map(|(trace, of)| MeasuredTree::new(trace, of, TreePart::whole(), Weight::Ticks, &mut |_, _| ()))
            .collect();
        let tree = match &measured[..] {
            [a, b] => WeightedTree::pair([a, b]),
            runs => WeightedTree::one(&runs[0]),
        };
        let (table, tree) = (Arc::new(FunctionTable::new(&tree, count)), Arc::new(tree));
        let names = Arc::new(FrameNames::new(&Plain(names), count));
        let mut results = Results::default();
        results.set(Some(Rc::new(CallPaths {
            tree: Arc::clone(&tree),
            table,
            names: Arc::clone(&names),
            identities: [0, 1].map(|side: usize| identities.get(side).cloned().unwrap_or_default()),
            axis: Axis::TIME,
            unit: "ns",
            below_zero: [0; 2],
            until: None,
        })));
        Self {
            totals: traces.iter().map(|trace| totals(trace, &Groups::by_function(trace), |_| ())).collect(),
            lanes: traces.iter().map(LaneOrder::new).collect(),
            tree,
            names,
            traces,
            results,
        }
    }

    pub(crate) fn traces(&self) -> [Option<&Trace>; 2] {
        [self.traces.first(), self.traces.get(1)]
    }

    pub(crate) fn model(&self) -> diptych_views::Model<'_> {
        let time_maps = [TimeMap::Identity; 2];
        diptych_views::Model {
            traces: self.traces(),
            correspondence: None,
            similarity: None,
            time_maps,
            results: &self.results,
        }
    }

    pub(crate) fn lay_out(
        &self,
        view: &dyn View,
        picture: &Picture<'_>,
        before: Option<Box<dyn Layout>>,
    ) -> Box<dyn Layout> {
        let side = |side: usize| {
            let (trace, totals, lanes) = (self.traces.get(side)?, &self.totals[side], &self.lanes[side]);
            Some(SideInput { trace, totals, lanes, hits: None })
        };
        let input = LayoutInput {
            sides: [side(0), side(1)],
            correspondence: None,
            results: &self.results,
            time_maps: [TimeMap::Identity; 2],
            trace_versions: [1, 1],
            state: picture.state,
            theme: picture.theme,
            selected: None,
            selected_match: None,
            pointed: picture.pointed,
            marked: ViewMarks::default(),
            viewpoint: SideName::A,
            tubes: None,
            size: picture.size,
            rect: Rect::new(0.0, 0.0, picture.size.width, picture.size.height),
            first_space: Space::FIXED,
        };
        view.layout(&input, before)
    }
}
