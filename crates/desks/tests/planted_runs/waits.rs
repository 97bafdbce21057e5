//! Rows about lanes that wait name the lane that they wait for, on both time axes.

use super::planted::read;
use diptych_engine::InProcess;
use diptych_protocol::{
    AreaList, AreaRow, DeskId, LayoutRequest, SideName, SpaceTimeRequest, ThemeChoice, TimeAxis, ViewState,
};
use diptych_testkit::mpi::{Fault, Machine, Program, RunPlan, paje};
use diptych_trace::Run;

/// Returns the rows of the tab *Areas* as the page shows them, for a run without a fault and one with a fault.
fn rows(machine: Machine, program: Program, fault: Fault, axis: TimeAxis) -> Vec<AreaRow> {
    let mut engine = diptych_desks::engine();
    for (side, fault, seed) in [(SideName::A, Fault::Nothing, 6), (SideName::B, fault, 7)] {
        let run = RunPlan { machine, program, steps: 60, fault, seed }.run();
        engine.load(
            side,
            Run {
                name: "run.paje".to_owned(),
                format: "paje".to_owned(),
                bytes: 1,
                packed: false,
                of_file: Vec::new(),
                trace: read(&paje(&run)),
            },
        );
    }
    let mut page = InProcess::new(engine, diptych_desks::ANALYSES);
    let mut state = ViewState::default();
    state.time.axis = axis;
    let layout = LayoutRequest {
        desk: DeskId::SpaceTime,
        state,
        theme: ThemeChoice::Light,
        width: 900.0,
        height: 600.0,
        tubes: None,
        held: 0,
    };
    page.compare(&layout.state).unwrap();
    loop {
        page.ask(&layout).unwrap();
        if page.work().is_empty() {
            break;
        }
    }
    let rows = page.ask(&SpaceTimeRequest::default()).unwrap().rows;
    rows.into_iter().filter(|row| row.list == AreaList::Areas).collect()
}

/// Checks that the late rank comes first, and that lanes which wait come later and name it.
fn assert_names_late_rank(machine: Machine, program: Program, rank: usize, axis: TimeAxis) {
    let rows = rows(machine, program, Fault::LateRank { rank, at: 0.4, lasts: 0.1 }, axis);
    let what = || format!("{program:?} {axis:?}: {rows:#?}");
    let late = machine.rank_path(rank);
    assert!(rows[0].lanes.ends_with(&late) && rows[0].state.contains("computing"), "{}", what());
    let waiting: Vec<&AreaRow> = rows.iter().filter(|row| !row.waits_for.is_empty()).collect();
    assert!(!waiting.is_empty(), "{}", what());
    for row in waiting {
        assert!(row.waits_for.ends_with(&late), "{}", what());
        assert!(!row.lanes.ends_with(&late) && row.state.contains("PMPI_"), "{}", what());
    }
}

#[test]
fn lanes_that_wait_for_a_late_rank_name_it_on_both_axes() {
    for program in Program::ALL {
        for axis in [TimeAxis::Matched, TimeAxis::Zero] {
            assert_names_late_rank(Machine::SMALL, program, 6, axis);
            assert_names_late_rank(Machine::MEDIUM, program, 37, axis);
        }
    }
}

#[test]
fn lanes_that_wait_in_a_stall_of_all_name_no_lane() {
    for program in Program::ALL {
        for axis in [TimeAxis::Matched, TimeAxis::Zero] {
            let rows = rows(Machine::SMALL, program, Fault::GlobalStall { at: 0.4, lasts: 0.1 }, axis);
            assert!(!rows.is_empty());
            assert!(rows.iter().all(|row| row.waits_for.is_empty()), "{program:?} {axis:?}: {rows:#?}");
        }
    }
}
