//! The choice of the call that shows a difference, tested from outside the engine.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::comparison::{DifferenceList, Framed};
use diptych_protocol::{GoToRequest, SideName, ViewState};
use support::{Page, run};

/// Returns the windows and the call that show a difference.
fn framed(a: &str, b: &str, list: DifferenceList, name: &str) -> Framed {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", a));
    engine.load(SideName::B, run("b.json", b));
    let mut page = Page::new(engine);
    page.compare(&ViewState::default());
    let id = page.rows(list).into_iter().find(|row| row.name == name).unwrap().id;
    page.ask(&GoToRequest { id })
}

/// Returns side and start of the call that shows a difference.
fn shown(framed: &Framed) -> (SideName, i64) {
    let call = framed.call.clone().unwrap();
    (call.side, call.start)
}

/// Function `walk` has two calls that grew, and one that shrank by more than either. In total it grew. One call has the
/// callee `leaf`.
const FEW: &str = "
    main
      0..400000000 run
        0..10000000 walk
        100000000..110000000 walk
        200000000..300000000 walk
";
const MANY: &str = "
    main
      0..400000000 run
        0..70000000 walk
        100000000..190000000 walk
          100000000..130000000 leaf
        200000000..204000000 walk
";

#[test]
fn row_shows_call_with_largest_change_in_direction() {
    // In total, `walk` took 120 ms and then 134 ms. The call that changed most became 96 ms shorter. The inclusive time
    // of another call grew by 80 ms, but 30 ms of that belong to `leaf`.
    let slower = framed(FEW, MANY, DifferenceList::Slower, "walk");
    assert_eq!(shown(&slower), (SideName::B, 0));
    let faster = framed(MANY, FEW, DifferenceList::Faster, "walk");
    assert_eq!(shown(&faster), (SideName::A, 0));
    assert!(slower.a.is_some() && slower.b.is_some());
}

#[test]
fn row_shows_path_that_changed_in_direction() {
    // Function `step` lost 50 ms under `first`, gained 40 ms under `second` and 30 ms under `third`.
    let a = "
    main
      0..60000000 first
        0..60000000 step
      100000000..150000000 second
        100000000..110000000 step
      200000000..250000000 third
        200000000..210000000 step
    ";
    let b = "
    main
      0..60000000 first
        0..10000000 step
      100000000..150000000 second
        100000000..150000000 step
      200000000..250000000 third
        200000000..240000000 step
    ";
    assert_eq!(shown(&framed(a, b, DifferenceList::Slower, "step")), (SideName::B, 100_000_000));
}

#[test]
fn missing_call_is_framed_where_it_would_be() {
    // No caller of `extra` has a partner.
    let a = "
    main
      0..100000000 run
    ";
    let b = "
    main
      0..100000000 run
      200000000..300000000 extra
    ";
    for (a, b, list, side) in
        [(a, b, DifferenceList::New, SideName::B), (b, a, DifferenceList::Gone, SideName::A)]
    {
        let framed = framed(a, b, list, "extra");
        assert_eq!(shown(&framed), (side, 200_000_000));
        let [own, other] = if side == SideName::A { [framed.a, framed.b] } else { [framed.b, framed.a] };
        // The window is after the end of the other side.
        let (own, other) = (own.unwrap(), other.unwrap());
        assert_eq!(own.span(), other.span());
        assert!(other.start < 100_000_000 && 100_000_000 < other.end, "{other:?}");
    }
}
