//! Time for ten million calls between the elements of a hierarchy: the sequence, windows of it and its picture.

use diptych_structure::raster::{
    Columns, Frequencies, Gradient, LineIndex, Lines, RowContents, Weights, paint, rows,
};
use diptych_structure::{
    CallSequence, Isolation, Level, NodeId, Placement, SideInput, Source, VisibleElements, VisibleRelations,
    WindowCounts, place, relations,
};
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use divan::{Bencher, black_box};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const CALLS: i64 = 10_000_000;
const FUNCTIONS: u64 = 3_000;

/// Calls three deep, in phases that use different functions. Most calls repeat.
static TRACE: LazyLock<Trace> = LazyLock::new(|| {
    let mut builder = Builder::default();
    let functions: Vec<_> = (0..FUNCTIONS)
        .map(|number| {
            let (name, file) =
                (format!("C{}.f{number}", number % 400), format!("p{}/m{}.py", number % 9, number % 120));
            builder.function(FunctionSpec { name: &name, file: &file, line: 1, category: "" })
        })
        .collect();
    let lane = builder.lane(None, LaneKind::Thread, "main");
    let mut rng = Rng::new(1);
    let call = |builder: &mut Builder, number: u64, start: i64, end: i64| {
        let function = functions[(number % FUNCTIONS) as usize];
        builder.call(lane, CallSpec { start, end, function, source: 0 });
    };
    call(&mut builder, 0, 0, CALLS * 10);
    for group in 0..CALLS / 5 {
        let (start, phase) = (group * 50, (group / 200_000) as u64 * 37);
        let near = |rng: &mut Rng, width: u64| phase + rng.below(width);
        let outer = near(&mut rng, 8);
        call(&mut builder, outer, start, start + 49);
        for inner in 0..4 {
            let number = if rng.below(40) == 0 { rng.below(FUNCTIONS) } else { outer + near(&mut rng, 3) };
            call(&mut builder, number, start + inner * 10, start + inner * 10 + 9);
        }
    }
    builder.finish().remove(0).1
});

static PLACED: LazyLock<Placement> = LazyLock::new(|| {
    let functions = TRACE.functions().specs(TRACE.names());
    let input = SideInput { functions: &functions, ..SideInput::default() };
    place(Source::FilesAndNames, [input, SideInput::default()])
});

struct Made {
    sequence: CallSequence,
    counts: WindowCounts,
    shown: VisibleElements,
    relations: VisibleRelations,
    frequencies: Frequencies,
    index: LineIndex,
}

impl Made {
    fn lines(&self) -> Lines<'_> {
        Lines {
            pair: self.sequence.pair(),
            of_pair: &self.relations.of_pair[0],
            frequencies: &self.frequencies,
        }
    }

    fn paint(&self, index: Option<&LineIndex>, p: f64, part: f64) -> Vec<u8> {
        let end = self.sequence.len() as f64;
        let rows = rows(end * 0.01..end * part, 800);
        let columns = Columns::equal(self.shown.elements().len(), 600);
        let colors = Gradient {
            caller: [0.0, 0.2, 0.3],
            callee: [0.9, 0.5, 0.0],
            background: [1.0; 3],
            to_linear: |color| color,
        };
        let contents = RowContents::new(self.lines(), self.relations.len(), index, &Weights::new(p), &rows);
        paint(&contents, &self.relations, &columns, &colors)
    }
}

fn sequence() -> CallSequence {
    CallSequence::new(&TRACE, &PLACED.sides[0], &[LaneId(0)])
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let sequence = sequence();
    let counts = WindowCounts::new(&sequence, TRACE.calls());
    let shown = VisibleElements::new(
        &PLACED.hierarchy,
        VisibleElements::default_level(&PLACED.hierarchy, &Isolation::default(), PLACED.ran(), 120),
        &[],
        &[],
    );
    let pairs: [&[(NodeId, NodeId)]; 2] = [sequence.pairs(), &[]];
    let relations = VisibleRelations::new(&shown, pairs);
    let frequencies = Frequencies::new(sequence.pair(), &relations.of_pair[0]);
    let mut made = Made { sequence, counts, shown, relations, frequencies, index: LineIndex::default() };
    made.index = LineIndex::new(made.lines());
    made
});

/// Runs once per choice of lanes.
#[divan::bench(sample_count = 5)]
fn sequence_of_all_calls(bencher: Bencher) {
    let _ = (&*TRACE, &*PLACED);
    bencher.bench(sequence);
}

/// Runs once per choice of lanes.
#[divan::bench(sample_count = 5)]
fn checkpoints_of_windows(bencher: Bencher) {
    let made = &*MADE;
    bencher.bench(|| WindowCounts::new(&made.sequence, TRACE.calls()));
}

/// Runs once per window, for the relations of the radial view.
#[divan::bench(sample_count = 20)]
fn relations_of_a_window(bencher: Bencher) {
    let made = &*MADE;
    bencher.bench(|| {
        let window = black_box(123_456..made.sequence.len() - 654_321);
        let counts = made.counts.window(&made.sequence, TRACE.calls(), window);
        relations(made.sequence.pairs(), &counts, &made.shown)
    });
}

/// Runs once per level.
#[divan::bench(sample_count = 5)]
fn frequencies_of_a_level(bencher: Bencher) {
    let made = &*MADE;
    bencher.bench(|| Frequencies::new(made.sequence.pair(), &made.relations.of_pair[0]));
}

/// Runs once per level.
#[divan::bench(sample_count = 5)]
fn index_of_a_level(bencher: Bencher) {
    let made = &*MADE;
    bencher.bench(|| LineIndex::new(made.lines()));
}

/// Draws a window of nearly all calls on 600 × 800 pixels.
#[divan::bench(sample_count = 10)]
fn raster_directly(bencher: Bencher) {
    let made = &*MADE;
    bencher.bench(|| made.paint(None, -1.0, black_box(0.99)));
}

/// Draws the window of `raster_directly` with the index. A change of p costs this much.
#[divan::bench(sample_count = 20, args = [-5.0, 0.0, 5.0])]
fn raster_by_index(bencher: Bencher, p: f64) {
    let made = &*MADE;
    bencher.bench(|| made.paint(Some(&made.index), p, black_box(0.99)));
}

/// Makes each function an element of its own.
#[divan::bench(sample_count = 3)]
fn raster_by_functions(bencher: Bencher) {
    let made = &*MADE;
    let shown = VisibleElements::new(&PLACED.hierarchy, Level::Depth(u32::MAX), &[], &[]);
    let relations = VisibleRelations::new(&shown, [made.sequence.pairs(), &[]]);
    let frequencies = Frequencies::new(made.sequence.pair(), &relations.of_pair[0]);
    let lines = Lines { of_pair: &relations.of_pair[0], frequencies: &frequencies, ..made.lines() };
    let columns = Columns::equal(shown.elements().len(), 600);
    let colors = Gradient {
        caller: [0.0; 3],
        callee: [0.9, 0.5, 0.0],
        background: [1.0; 3],
        to_linear: |color| color,
    };
    bencher.bench(|| {
        let rows = rows(0.0..made.sequence.len() as f64, 800);
        let contents = RowContents::new(lines, relations.len(), None, &Weights::new(-1.0), &rows);
        paint(&contents, &relations, &columns, &colors)
    });
}
