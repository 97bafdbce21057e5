//! Small golden pictures of the Fusion desk. They show a pair with a change of every kind, at rest and with calls or
//! elements in focus.

use diptych_desk_fusion::FusionDesk;
use diptych_desk_testkit::{TestDesks, changed_pair, drawn, looks_as_it_did};
use diptych_engine::Desks;
use diptych_protocol::{
    CallRef, ElementColor, ElementCushion, ElementTiling, FusionLink, FusionSides, FusionState, SideName,
    Subject, ThemeChoice, ViewState,
};

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

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
        looks_as_it_did("fusion", name, &drawn(DESKS, changed_pair(), &state, theme, [480.0, 300.0]));
    }
}
