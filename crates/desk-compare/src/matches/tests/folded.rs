//! Boxes that stand for several folded calls: their dots, their tooltips and the legend.

use super::case::{Case, PictureOptions};
use crate::matches::item::Item;
use diptych_protocol::{LegendMark, SideName};
use diptych_scene::theme::{ThemeName, label_on};
use diptych_scene::{Batch, Hatch, Rect, RectInstance};
use diptych_testkit::{folded, trace};
use diptych_trace::{CallId, Trace};
use diptych_views::icicle::IcicleItem;

/// A run whose `many` boxes stand for 12 calls each.
fn tile(many: i64) -> Trace {
    let text = format!("main\n 0..1000 run\n  100..{} many\n   100..150 leaf\n  600..800 one\n", 100 + many);
    let plain = trace(&text);
    folded(&plain, |call| if plain.call_name(call) == "many" { 12 } else { 1 })
}

fn case() -> Case {
    Case::new(tile(200), tile(300), 0.8)
}

/// Returns the dotted boxes of a picture, and the plain ones.
fn boxes(case: &Case, options: &PictureOptions) -> [Vec<RectInstance>; 2] {
    let layers = case.laid(options).scene.layers;
    let rects = layers.iter().flat_map(|layer| &layer.batches).filter_map(|batch| match batch {
        Batch::Rects(rects) => Some(rects.instances.clone()),
        _ => None,
    });
    let (dotted, plain) = rects.flatten().partition(|rect| rect.style.get_hatch() == Hatch::Dots);
    [dotted, plain]
}

#[test]
fn boxes_of_several_calls_are_dotted_in_every_theme() {
    let case = case();
    for theme in ThemeName::ALL {
        let options = PictureOptions { theme, ..PictureOptions::default() };
        let laid = case.laid(&options);
        let [dotted, plain] = boxes(&case, &options);
        let of = |rect: &RectInstance| Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
        let expected: Vec<Rect> = [SideName::A, SideName::B]
            .into_iter()
            .flat_map(|side| {
                let many = case.calls(side, "many")[0];
                laid.rects[side.index()].iter().filter(move |(call, _)| *call == many).map(|(_, rect)| *rect)
            })
            .collect();
        assert_eq!(dotted.iter().map(of).collect::<Vec<_>>(), expected, "{theme:?}");
        // Dots differ from the fill below them in lightness.
        for dots in &dotted {
            let below = plain.iter().find(|rect| of(rect) == of(dots)).unwrap();
            assert_eq!(dots.mark.with_alpha(1.0), label_on(below.fill), "{theme:?}");
            assert_eq!(dots.fill.channels()[3].to_bits(), 0.0f32.to_bits(), "the colour stays");
        }
    }
}

#[test]
fn legend_and_first_look_say_what_dots_mean() {
    let info = case().laid(&PictureOptions::default()).info;
    let entry = info.legend.iter().find(|entry| entry.mark == LegendMark::Dots).unwrap();
    assert_eq!(entry.label, "several calls, folded");
    assert!(info.reading.iter().any(|text| text.contains("dotted box")), "{:?}", info.reading);
    let plain = Case::new(trace("main\n 0..9 run\n"), trace("main\n 0..9 run\n"), 0.8);
    let info = plain.laid(&PictureOptions::default()).info;
    assert!(!info.legend.iter().any(|entry| entry.mark == LegendMark::Dots));
    assert!(!info.reading.iter().any(|text| text.contains("dotted")));
}

#[test]
fn tooltip_of_a_folded_box_counts_its_calls() {
    let case = case();
    let correspondence = case.correspondence();
    let tip = |name: &str| {
        let call = case.calls(SideName::A, name)[0];
        Item::from(IcicleItem::Call { side: SideName::A, call })
            .tooltip(&case.model(&correspondence), [0.0; 4])
            .unwrap()
    };
    let many = tip("many");
    let facts: Vec<(&str, &str)> = many.facts.iter().map(|fact| (&fact.label[..], &fact.value[..])).collect();
    assert_eq!(
        facts,
        [
            ("Calls in this box", "12"),
            ("Duration in sum", "200\u{202f}ns"),
            ("Self in sum", "150\u{202f}ns"),
            ("Mean of a call", "17\u{202f}ns"),
            ("Moments of its calls", "not known"),
            ("Calls inside", "1"),
        ]
    );
    assert!(many.context.starts_with("several calls, folded"), "{}", many.context);
    let rows: Vec<&str> = many.partner.iter().map(|row| &row.label[..]).collect();
    assert_eq!(rows, ["Calls", "Duration in sum", "Self in sum", "Calls inside"]);
    // The caller is one call, with all that ran in it.
    let run = tip("run");
    assert!(run.facts.iter().any(|fact| fact.label == "Start"));
    assert!(run.facts.iter().any(|fact| (&fact.label[..], &fact.value[..]) == ("Calls inside", "14")));
    let merged = Item::from(IcicleItem::Merged { side: SideName::A, first: CallId(1), end: 3 });
    let merged = merged.tooltip(&case.model(&correspondence), [0.0; 4]).unwrap();
    assert_eq!(merged.name, "13 calls under 1\u{202f}px");
}
