//! Tests of SVG documents: well-formed, complete and free of anything that runs, for any scene.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod support;

use diptych_scene::svg::{svg, themed_svg};
use diptych_scene::{
    Align, Batch, Blend, Curve, CurveBatch, CurvePoint, CurveProfile, Cushion, Face, Hatch, ItemId, Layer,
    PolyBatch, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Size, Space, TextBatch, TextRun,
    Weight,
};
use proptest::prelude::*;
use roxmltree::{Document, Node};

const RED: Rgba = Rgba::new(255, 0, 0, 255);
const HALF_BLUE: Rgba = Rgba::new(0, 0, 255, 128);

fn scene(blend: Blend, batches: Vec<Batch>) -> Scene {
    let layer = Layer { blend, batches, ..Layer::new(Rect::new(0.0, 0.0, 100.0, 50.0), Space::FIXED) };
    Scene {
        size: Size { width: 100.0, height: 50.0 },
        background: Rgba::new(255, 255, 255, 255),
        layers: vec![layer],
    }
}

fn boxes(list: &[RectInstance]) -> Batch {
    Batch::Rects(RectBatch { instances: list.to_vec(), items: vec![ItemId::NONE; list.len()] })
}

fn plain(x0: f32, y0: f32, x1: f32, y1: f32, fill: Rgba) -> RectInstance {
    RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
}

fn texts(list: &[&str]) -> Batch {
    let run = |text: &&str| TextRun {
        rect: Rect::new(0.0, 0.0, 100.0, 16.0),
        text: (*text).to_owned(),
        size: 12.0,
        color: RED,
        face: Face::Ui,
        weight: Weight::Regular,
        align: Align::Start,
        direction: diptych_scene::UPRIGHT,
    };
    Batch::Texts(TextBatch { runs: list.iter().map(run).collect(), items: vec![ItemId::NONE; list.len()] })
}

fn named<'a>(document: &'a Document<'a>, name: &'a str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
}

#[test]
fn small_scene_gives_the_expected_document() {
    let bordered = RectInstance {
        border: HALF_BLUE,
        style: RectStyle::PLAIN.border(8),
        ..plain(20.0, 5.0, 40.0, 15.0, RED)
    };
    let mut polys = PolyBatch::default();
    polys.strip(&[[50.0, 0.0], [50.0, 10.0], [60.5, 0.0], [60.25, 10.0]], HALF_BLUE, ItemId::NONE);
    let found = svg(&scene(
        Blend::Normal,
        vec![boxes(&[plain(1.234, 2.0, 1.3, 12.0, RED), bordered]), Batch::Polys(polys), texts(&["a<b"])],
    ));
    let expected = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\" viewBox=\"0 0 100 50\" font-family=\"system-ui, 'Segoe UI', 'Noto Sans', sans-serif\">
<defs>
<clipPath id=\"clip0\"><path d=\"M0 0H100V50H0Z\"/></clipPath>
</defs>
<path d=\"M0 0H100V50H0Z\" fill=\"#ffffff\"/>
<g clip-path=\"url(#clip0)\">
<g shape-rendering=\"crispEdges\">
<rect x=\"1.23\" y=\"2\" width=\"1\" height=\"10\" fill=\"#ff0000\"/>
<rect x=\"21\" y=\"6\" width=\"18\" height=\"8\" fill=\"#ff0000\" stroke=\"#0000ff\" stroke-width=\"2\" stroke-opacity=\"0.5\"/>
</g>
<g>
<polygon points=\"50 0 60.5 0 60.25 10 50 10\" fill=\"#0000ff\" fill-opacity=\"0.5\"/>
</g>
<g>
<text x=\"0\" y=\"12.32\" font-size=\"12\" fill=\"#ff0000\" direction=\"ltr\" unicode-bidi=\"isolate\" xml:space=\"preserve\">a&lt;b</text>
</g>
</g>
</svg>
";
    assert_eq!(found, expected);
}

#[test]
fn definitions_are_written_once() {
    let cell = RectInstance { cushion: Cushion::CELL, ..plain(0.0, 0.0, 10.0, 10.0, RED) };
    let hatched = RectInstance { mark: HALF_BLUE, style: RectStyle::PLAIN.hatch(Hatch::LeanLeft), ..cell };
    let one = svg(&scene(Blend::Normal, vec![boxes(&[cell, hatched])]));
    let many = svg(&scene(Blend::Normal, vec![boxes(&[cell, hatched].repeat(20))]));
    let definitions = |document: &str| document[..document.find("</defs>").unwrap()].to_owned();
    assert_eq!(definitions(&one), definitions(&many));
    assert_eq!(definitions(&one).matches("<pattern").count(), 2);
}

#[test]
fn blend_colours_are_mixed_beforehand() {
    for (blend, mode, fill) in [
        (Blend::Min, "darken", "#7f7fff"),
        (Blend::Max, "lighten", "#7f7fff"),
        (Blend::Multiply, "multiply", "#7f7fff"),
    ] {
        let text = svg(&scene(blend, vec![boxes(&[plain(0.0, 0.0, 10.0, 10.0, HALF_BLUE)])]));
        let document = Document::parse(&text).unwrap();
        let rect = named(&document, "rect")[0];
        assert_eq!(rect.attribute("style"), Some(format!("mix-blend-mode:{mode}").as_str()));
        assert_eq!((rect.attribute("fill"), rect.attribute("fill-opacity")), (Some(fill), None));
    }
}

#[test]
fn every_piece_of_a_tube_is_one_path() {
    let mut batch = CurveBatch::default();
    let ends = [(10.0, 0.0), (10.0, 20.0), (80.0, 30.0), (80.0, 50.0)].map(|(x, y)| CurvePoint {
        x,
        y,
        space: 0.0,
        reserved: 0.0,
    });
    let tube = Curve {
        shade: 0.6,
        highlight: 0.5,
        depth1: 2.5,
        color1: HALF_BLUE,
        profile: CurveProfile::HORIZONTAL,
        ..Curve::line(RED, 20.0)
    };
    batch.push(&ends, tube, ItemId(0));
    batch.push(&ends, Curve::line(RED, 1.0), ItemId(1));
    batch.cut();
    let text = svg(&scene(Blend::Normal, vec![Batch::Curves(batch)]));
    let document = Document::parse(&text).unwrap();
    let tubes: Vec<_> =
        named(&document, "path").into_iter().filter(|path| path.attribute("class") == Some("tube")).collect();
    assert_eq!(tubes.len(), 4);
    assert_eq!(named(&document, "linearGradient").len(), 3);
    assert!(tubes.iter().all(|path| path.attribute("d").unwrap().len() < 1500), "borders are simplified");
}

#[test]
fn hostile_text_stays_text() {
    let hostile = [
        "</text></svg><script>alert(1)</script>",
        "]]><!--",
        "&lt;&#x3C;&amp;",
        "\" onload=\"alert(1)",
        "\u{202E}fdp.exe",
        "\u{0}\u{1B}\u{FFFE}\u{7F}\u{85}",
        "javascript:alert(1)",
    ];
    let text = svg(&Scene {
        size: Size { width: 1000.0, height: 500.0 },
        ..scene(Blend::Normal, vec![texts(&hostile)])
    });
    let document = Document::parse(&text).unwrap();
    let found: Vec<_> = named(&document, "text").iter().map(|node| node.text().unwrap().to_owned()).collect();
    assert_eq!(found.len(), hostile.len());
    assert_eq!(found[4], "\u{FFFD}fdp.exe");
    assert_eq!(found[5], "\u{FFFD}".repeat(5));
    assert_eq!(found[6], "javascript:alert(1)");
    assert_harmless(&document);
}

#[test]
fn nan_coordinates_are_harmless() {
    let odd = plain(f32::NAN, f32::INFINITY, 10.0, f32::NEG_INFINITY, RED);
    let text = svg(&scene(Blend::Normal, vec![boxes(&[odd])]));
    assert_harmless(&Document::parse(&text).unwrap());
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

/// Asserts that nothing in the document runs, loads or refers to anything outside of it.
fn assert_harmless(document: &Document) {
    let known = [
        "svg",
        "defs",
        "clipPath",
        "pattern",
        "linearGradient",
        "stop",
        "g",
        "path",
        "rect",
        "polygon",
        "image",
        "text",
    ];
    for node in document.descendants().filter(Node::is_element) {
        assert!(known.contains(&node.tag_name().name()), "{}", node.tag_name().name());
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            let local = !attribute.value().contains("http") && !attribute.value().contains("javascript");
            assert!(local, "{}", attribute.value());
            let data = attribute.name() != "href" || attribute.value().starts_with("data:image/png;base64,");
            assert!(data, "{}", attribute.value());
        }
    }
}

fn check(scene: &Scene) {
    let text = svg(scene);
    let document = Document::parse(&text).unwrap();
    assert_harmless(&document);
    let count =
        |of: fn(&Batch) -> usize| scene.layers.iter().flat_map(|layer| &layer.batches).map(of).sum::<usize>();
    let boxes = count(|batch| if let Batch::Rects(rects) = batch { rects.instances.len() } else { 0 });
    assert_eq!(named(&document, "rect").len(), boxes);
    let pieces = count(|batch| if let Batch::Curves(curves) = batch { curves.pieces.len() } else { 0 });
    let tubes =
        named(&document, "path").into_iter().filter(|path| path.attribute("class") == Some("tube")).count();
    assert_eq!(tubes, pieces);
    let shapes = count(|batch| if let Batch::Polys(polys) = batch { polys.polys.len() } else { 0 });
    assert_eq!(named(&document, "polygon").len(), shapes);
    assert_eq!(svg(scene), text, "not deterministic");
    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for node in document.descendants() {
        for attribute in node.attributes() {
            if let Some(id) = attribute.value().strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'))
            {
                assert_eq!(ids.iter().filter(|known| **known == id).count(), 1, "{id}");
            }
        }
    }
}

#[cfg(feature = "corpus")]
#[test]
fn corpus_gives_valid_documents() {
    for case in diptych_scene::corpus::corpus() {
        check(&case.scene);
    }
}

proptest! {
    #[test]
    fn every_scene_gives_a_harmless_document(scene in support::scenes()) {
        check(&scene);
    }
}

/// Returns a scene with boxes of two colours, some of which lie over others.
fn boxes_of(ground: Rgba, first: Rgba, second: Rgba) -> Scene {
    let list = [
        plain(0.0, 0.0, 10.0, 10.0, first),
        plain(20.0, 0.0, 30.0, 10.0, second),
        plain(40.0, 0.0, 50.0, 10.0, first),
        plain(5.0, 5.0, 25.0, 8.0, second),
        plain(22.0, 6.0, 24.0, 7.0, first),
    ];
    Scene { background: ground, ..scene(Blend::Normal, vec![boxes(&list), texts(&["a < b"])]) }
}

#[test]
fn themed_document_has_geometry_once_and_both_colours() {
    let [white, black] = [Rgba::new(255, 255, 255, 255), Rgba::new(0, 0, 0, 255)];
    let light = boxes_of(white, RED, HALF_BLUE);
    let dark = boxes_of(black, HALF_BLUE, RED);
    let text = themed_svg(&light, &dark).unwrap();
    let document = Document::parse(&text).unwrap();
    let paths: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("path") && node.attribute("class").is_some())
        .filter_map(|node| node.attribute("d"))
        .collect();
    // The ground, then three boxes of the first colour in two paths, because the last one lies over the second colour.
    let [_, first, second, last] = paths[..] else { panic!("{paths:?}") };
    assert_eq!(first, "M0 0h10v10h-10zM40 0h10v10h-10z");
    assert_eq!(second, "M20 0h10v10h-10zM5 5h20v3h-20z");
    assert_eq!(last, "M22 6h2v1h-2z");
    let (plain_rules, dark_rules) = text.split_once("@media(prefers-color-scheme:dark)").unwrap();
    assert!(plain_rules.contains("fill:#ff0000}") && plain_rules.contains("fill:#0000ff;fill-opacity:0.5}"));
    assert!(dark_rules.contains("fill:#ff0000}") && dark_rules.contains("fill:#000000}"));
    assert_eq!(text.matches("a &lt; b").count(), 2, "texts are there for each theme");
}

#[test]
fn scenes_that_differ_in_more_than_colours_have_no_themed_document() {
    let white = Rgba::new(255, 255, 255, 255);
    let one = boxes_of(white, RED, RED);
    let fewer = scene(Blend::Normal, vec![texts(&["a"])]);
    assert_eq!(themed_svg(&one, &fewer), None);
}
