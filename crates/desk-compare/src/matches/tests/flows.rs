//! Lines from the selected call along its flows.

use super::case::{Case, PictureOptions, SIZE};
use diptych_protocol::{LegendMark, SideName, Sides, TimeState, Window};
use diptych_scene::{Batch, ItemId, Scene, Space};
use diptych_trace::{
    Binding, Builder, CallSpec, FlowPoint, FlowRole, FunctionSpec, LaneId, LaneKind, Sink, Trace,
};

/// Builds a launch of two kernels that overlap in a stream.
fn launches() -> Trace {
    let mut builder = Builder::default();
    let lanes: [LaneId; 2] = ["host", "stream"].map(|name| builder.lane(None, LaneKind::Thread, name));
    let calls =
        [(0, "launch", 100, 300), (1, "kernel", 400, 800), (1, "beside", 600, 900), (0, "other", 310, 390)];
    for (lane, name, start, end) in calls {
        let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
        builder.call(lanes[lane], CallSpec { start, end, function, source: 0 });
    }
    for (lane, at, role) in [(0, 150, FlowRole::Start), (1, 400, FlowRole::End), (1, 600, FlowRole::End)] {
        builder.flow(lanes[lane], FlowPoint { key: 0, at, role, binding: Binding::Enclosing, source: 0 });
    }
    builder.finish().remove(0).1
}

/// Returns the ends of the lines that belong to no item, in the panes of A and B.
fn lines(scene: &Scene) -> Vec<[[f32; 2]; 2]> {
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    let curves =
        batches.filter_map(|batch| if let Batch::Curves(curves) = batch { Some(curves) } else { None });
    let of_batch = |batch: &diptych_scene::CurveBatch| {
        let own = batch.curves.iter().zip(&batch.items).filter(|(_, item)| **item == ItemId::NONE);
        let ends = own.map(|(curve, _)| {
            [0, 1].map(|end| {
                let point = batch.points[curve.first as usize + end];
                assert_ne!(
                    point.space.to_bits(),
                    (Space::FIXED.number() as f32).to_bits(),
                    "it moves with its pane"
                );
                [point.x, point.y]
            })
        });
        ends.collect::<Vec<_>>()
    };
    curves.flat_map(of_batch).collect()
}

fn lines_from(case: &Case, name: &str, options: PictureOptions) -> Vec<[[f32; 2]; 2]> {
    let call = case.calls(SideName::A, name)[0];
    lines(&case.laid(&PictureOptions { selected: Some((SideName::A, call)), ..options }).scene)
}

#[test]
fn flow_lines_join_a_launch_and_its_kernels() {
    let case = Case::new(launches(), launches(), 0.2);
    let from_launch = lines_from(&case, "launch", PictureOptions::default());
    assert_eq!(from_launch.len(), 2);
    for ends in &from_launch {
        assert!(
            ends[0][0] < ends[1][0] && ends[0][1] != ends[1][1],
            "to the right, into another lane: {ends:?}"
        );
        assert!(ends.iter().all(|[x, _]| (0.0..SIZE.width).contains(x)));
    }
    let back = ["kernel", "beside"].map(|name| lines_from(&case, name, PictureOptions::default()));
    let mut both: Vec<[[f32; 2]; 2]> = back.concat();
    both.sort_by(|one, other| one[1][0].total_cmp(&other[1][0]));
    assert_eq!(both, from_launch, "the same lines, whichever end is selected");
    assert_eq!(lines_from(&case, "other", PictureOptions::default()), Vec::<[[f32; 2]; 2]>::new());
    // The legend names lines only if there are any.
    for (name, is_named) in [("launch", true), ("kernel", true), ("other", false)] {
        let selected = Some((SideName::A, case.calls(SideName::A, name)[0]));
        let legend = case.laid(&PictureOptions { selected, ..PictureOptions::default() }).info.legend;
        assert_eq!(legend.iter().any(|entry| entry.mark == LegendMark::Line), is_named, "{name}");
    }
    let nothing = case.laid(&PictureOptions::default()).scene;
    assert_eq!(lines(&nothing), Vec::<[[f32; 2]; 2]>::new());
}

#[test]
fn a_line_needs_both_of_its_ends() {
    let case = Case::new(launches(), launches(), 0.2);
    let zoomed = Window { start: 0, end: 250 };
    let time = TimeState { windows: Sides { a: Some(zoomed), b: Some(zoomed) }, ..TimeState::default() };
    // Half a window more is laid out on both sides for panning. The first kernel lies in it, the second does not.
    assert_eq!(lines_from(&case, "launch", PictureOptions { time, ..PictureOptions::default() }).len(), 1);
}
