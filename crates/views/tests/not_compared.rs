//! Tests that calls after the end of the side that ends early are drawn and named as not compared.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/pairs.rs"]
mod pairs;

use diptych_compare::align::Kind;
use diptych_compare::ends::Ends;
use diptych_protocol::SideName;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_testkit::trace;
use diptych_trace::CallId;
use diptych_views::{Correspondence, words};
use pairs::Sides;

/// Returns a loop of so many rounds. `tail` is the time of its callers after it; 0 if the run stops there.
fn rounds(count: i64, tail: i64) -> diptych_trace::Trace {
    let mut text = format!("t\n  0..{} main\n    0..{} loop\n", 10 * count + 2 * tail, 10 * count + tail);
    for at in (0..10 * count).step_by(10) {
        text += &format!("      {at}..{} step\n        {}..{} work\n", at + 9, at + 1, at + 5);
    }
    trace(&text)
}

#[test]
fn calls_after_the_other_side_ended_are_not_compared() {
    for side in SideName::BOTH {
        let traces =
            if side == SideName::A { [rounds(60, 5), rounds(30, 0)] } else { [rounds(30, 0), rounds(60, 5)] };
        let sides = Sides::new(traces);
        let plain = sides.correspondence();
        let early = Ends::new(plain.pair, plain.alignment).early.unwrap();
        assert_eq!(early.side, side.other().index());
        let mut alignment = plain.alignment.clone();
        early.mark(plain.trace(side), &mut alignment);
        let both = Correspondence { alignment: &alignment, ..plain };
        let calls = (0..both.trace(side).calls().len() as u32).map(CallId);
        let late: Vec<CallId> = calls.filter(|&call| plain.kind(side, call) == Kind::Only).collect();
        assert!(late.len() >= 58, "{}", late.len());
        let word = format!("not compared: {} ends before it", side.other().letter());
        for theme in ThemeName::ALL.map(Theme::named) {
            let alone = plain.paint_change(theme, side, late[0]);
            for &call in &late {
                let paint = both.paint_change(theme, side, call);
                assert_ne!(paint.style, alone.style, "without hatching");
                assert_ne!([paint.fill, paint.border], [alone.fill, alone.border]);
                assert_ne!(
                    paint.fill,
                    both.paint_match(theme, side, CallId(0)).fill,
                    "told from matched calls"
                );
                assert_eq!(words::partner::in_words(Some(&both), side, call), (word.clone(), Vec::new()));
            }
            assert_eq!(both.not_compared_legend(theme).unwrap().label, word);
            assert_eq!(plain.not_compared_legend(theme), None);
        }
    }
}
