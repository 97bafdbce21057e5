//! Small golden pictures of the Fusion desk. They show a pair with a change of every kind, at rest and with calls or
//! elements in focus.

use diptych_desk_fusion::FusionDesk;
use diptych_desk_testkit::{TestDesks, drawn, looks_as_it_did};
use diptych_engine::Desks;
use diptych_protocol::{
    CallRef, ElementColor, ElementCushion, ElementTiling, FusionLink, FusionSides, FusionState, SideName,
    Subject, ThemeChoice, ViewState,
};
use diptych_testkit::trace;

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

const A: &str = "t
  0..1000 main @app/main.py:1
    10..300 parse @app/parse.py:1
      20..40 token @lib/lex.py:2
      50..70 token @lib/lex.py:2
      80..100 token @lib/lex.py:2
      120..140 old @lib/old.py:9
    320..600 render @app/out.py:3
      330..350 escape @lib/text.py:4
      360..380 escape @lib/text.py:4
    620..900 walk @app/walk.py:3
      630..800 walk @app/walk.py:3
        640..660 token @lib/lex.py:2
";
const B: &str = "t
  0..1000 main @app/main.py:1
    10..300 parse @app/parse.py:1
      20..40 token @lib/lex.py:2
      50..70 token @lib/lex.py:2
      80..90 token @lib/lex.py:2
      95..100 token @lib/lex.py:2
      120..140 fast @lib/fast.py:9
    320..600 render @app/out.py:3
      330..350 escape @lib/text.py:4
    620..900 walk @app/walk.py:3
      630..800 walk @app/walk.py:3
        640..660 token @lib/lex.py:2
        670..680 fast @lib/fast.py:9
";

#[test]
fn fusion_pair_matches_golden_pictures() {
    let rest = FusionState::default();
    let call =
        |side, start, duration, depth| Some(Subject::Call(CallRef { side, start, duration, depth, lane: 0 }));
    let parse = call(SideName::B, 10, 290, 1);
    let lib = Some(Subject::Element(vec!["lib".to_owned()]));
    let looks: [(&str, FusionState, Option<Subject>, ThemeChoice); 6] = [
        ("rest", rest.clone(), None, ThemeChoice::Light),
        ("call", rest.clone(), parse.clone(), ThemeChoice::Light),
        ("element-rest", FusionState { link: FusionLink::Rest, ..rest.clone() }, lib, ThemeChoice::Dark),
        (
            "both-packages",
            FusionState { sides: FusionSides::Both, color: ElementColor::Package, ..rest.clone() },
            None,
            ThemeChoice::Dark,
        ),
        (
            "published",
            FusionState {
                color: ElementColor::Calls,
                published: true,
                cushion: ElementCushion::Published,
                tiling: ElementTiling::Squarified,
                ..rest.clone()
            },
            parse,
            ThemeChoice::Light,
        ),
        (
            "coverage",
            FusionState { color: ElementColor::Coverage, call_color: ElementColor::Depth, ..rest },
            None,
            ThemeChoice::Contrast,
        ),
    ];
    for (name, fusion, selection, theme) in looks {
        let state = ViewState { fusion, selection, ..ViewState::default() };
        looks_as_it_did(
            "fusion",
            name,
            &drawn(DESKS, vec![trace(A), trace(B)], &state, theme, [480.0, 300.0]),
        );
    }
}
