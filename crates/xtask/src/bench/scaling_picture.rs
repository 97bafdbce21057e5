//! Draws how times grow with the number of calls, as SVG with logarithmic axes.

use std::fmt::Write;

use super::scaling::{Curve, Curves, Point};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 40.0;

/// Number of curves that get their name. They end highest.
const NAMED: usize = 8;

/// Least distance of two names in pixels.
const LINE: f64 = 14.0;

/// Colours of the curves by kind, readable on light and on dark.
const COLORS: [(&str, &str); 3] = [("analysis", "#3b82c4"), ("view", "#c9761c"), ("side", "#8a8a8a")];

/// The decades of one axis.
#[derive(Debug, Clone, Copy)]
struct Axis {
    from: i32,
    to: i32,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let low = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let high = values.fold(f64::NEG_INFINITY, f64::max).log10().ceil();
        Self { from: low as i32, to: (high as i32).max(low as i32 + 1) }
    }

    /// Returns the place of a value between 0 and 1.
    fn at(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    fn decades(self) -> impl Iterator<Item = f64> {
        (self.from..=self.to).map(|power| 10f64.powi(power))
    }
}

/// Returns the picture.
pub(super) fn svg(curves: &Curves) -> String {
    let points = || curves.values().flat_map(|curve| &curve.points).copied();
    // Shorter times say more about the clock than about the program.
    let floor = |ms: f64| ms.max(0.01);
    let (across, up) =
        (Axis::of(points().map(|point| point.calls)), Axis::of(points().map(|point| floor(point.ms))));
    let x = |calls: f64| LEFT + across.at(calls) * (WIDTH - LEFT - RIGHT);
    let y = |ms: f64| HEIGHT - BOTTOM - up.at(floor(ms)) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#8a8a8a\"><title>Time of every analysis and view over the number of calls</title>"
    );
    let (left, right) = (LEFT, WIDTH - RIGHT);
    for ms in up.decades() {
        let at = y(ms);
        let _ =
            write!(out, "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#8a8a8a\" stroke-opacity=\".35\"/>");
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{at:.1}\" dy=\".35em\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            time(ms)
        );
    }
    for calls in across.decades() {
        let (at, below) = (x(calls), HEIGHT - 16.0);
        let _ =
            write!(out, "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{calls:.0} calls</text>");
    }
    for ((kind, _), curve) in curves {
        let place = |point: &Point| format!("{:.1} {:.1}", x(point.calls), y(point.ms));
        let places: Vec<String> = curve.points.iter().map(place).collect();
        let _ = write!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-opacity=\".8\"/>",
            places.join("L"),
            color(kind)
        );
    }
    for (name, kind, at) in names(curves, y) {
        let from = right + 8.0;
        let _ = write!(
            out,
            "<text x=\"{from}\" y=\"{at:.1}\" dy=\".35em\" style=\"fill:{}\">{name}</text>",
            color(kind)
        );
    }
    out + "</svg>\n"
}

/// Returns the names of the highest curves with their kinds and places, apart from each other.
fn names<'a>(curves: &'a Curves, y: impl Fn(f64) -> f64) -> Vec<(&'a str, &'a str, f64)> {
    let last = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.ms);
    let mut highest: Vec<_> = curves.iter().collect();
    highest.sort_by(|(_, one), (_, other)| last(other).total_cmp(&last(one)));
    let mut below = TOP - LINE;
    highest.truncate(NAMED);
    let place = |((kind, name), curve): (&'a (String, String), &Curve)| {
        below = y(last(curve)).max(below + LINE);
        (name.as_str(), kind.as_str(), below)
    };
    highest.into_iter().map(place).collect()
}

fn color(kind: &str) -> &'static str {
    COLORS.iter().find(|(of, _)| *of == kind).map_or("#8a8a8a", |(_, color)| color)
}

fn time(ms: f64) -> String {
    if ms >= 1_000.0 { format!("{} s", ms / 1_000.0) } else { format!("{ms} ms") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_spans_whole_decades() {
        let axis = Axis::of([3.0, 250.0].into_iter());
        assert_eq!((axis.from, axis.to), (0, 3));
        assert!((axis.at(1.0)).abs() < 1e-12 && (axis.at(1_000.0) - 1.0).abs() < 1e-12);
        let one = Axis::of([10.0].into_iter());
        assert_eq!(one.decades().collect::<Vec<_>>(), [10.0, 100.0]);
    }

    #[test]
    fn names_keep_their_distance() {
        let point = |ms: f64| Curve { points: vec![Point { calls: 1e3, ms, bytes: 0.0 }] };
        let curves: Curves = [("a", 100.0), ("b", 99.0), ("c", 1.0)]
            .map(|(name, ms)| (("view".to_owned(), name.to_owned()), point(ms)))
            .into();
        let placed = names(&curves, |ms| 200.0 - ms);
        assert_eq!(placed, [("a", "view", 100.0), ("b", "view", 114.0), ("c", "view", 199.0)]);
        let picture = svg(&curves);
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert_eq!(picture.matches("stroke-width").count(), 3);
    }
}
