//! The flame graph against plain definitions.

use super::View;
use crate::paths::case::{Picture, Profiled};
use diptych_protocol::ViewState;
use diptych_scene::ItemId;
use diptych_testkit::trace;

fn pair() -> Profiled {
    Profiled::new(vec![
        trace("t\n  0..1000 main\n    100..400 parse\n    500..900 render\n      600..700 draw\n"),
        trace("t\n  0..1200 main\n    100..400 parse\n    500..1100 render\n      600..900 paint\n"),
    ])
}

#[test]
fn a_pair_is_drawn_and_told() {
    let (case, state) = (pair(), ViewState::default());
    let laid = case.lay_out(&View, &Picture::new(&state), None);
    let info = laid.info();
    assert_eq!(info.drawn.as_ref().unwrap().text, "Flame graph: drawn 5 of 5 paths");
    assert_eq!(laid.items(), 5);
    let expected = "\
level,function,file,paths,total_a_ns,self_a_ns,calls_a,total_b_ns,self_b_ns,calls_b
0,main,,1,1000,300,1,1200,300,1
1,render,,1,400,300,1,600,300,1
2,paint,,1,0,0,0,300,300,1
2,draw,,1,100,100,1,0,0,0
1,parse,,1,300,300,1,300,300,1
";
    assert_eq!(laid.csv(&case.model()).unwrap(), expected);
    let tooltip = laid.tooltip(ItemId(3), [0.0; 4], &case.model()).unwrap();
    assert_eq!(
        (&*tooltip.name, &*tooltip.kind, &*tooltip.context),
        ("paint", "new", "only in B; 1 call on 1 path")
    );
}
