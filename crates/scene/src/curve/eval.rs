//! Course and width of a curve: the Rust twin of the vertex half of the curve shader.
//!
//! All in `f32` and in the order of operations of the shader, so that every backend agrees:
//!
//! * **Spline.** N control points, degree p = min(3, N−1), S = N − p spans, knots `t[i] = clamp(i − p, 0, S)`; the
//!   parameter u in 0..=1 is s = u·S, span k = min(⌊s⌋, S−1). De Boor: `d[j] = P[k+j]`, then for r = 1..=p and j = p
//!   down to r, `d[j] = mix(d[j−1], d[j], (s − t[k+j]) / (t[k+j+p+1−r] − t[k+j]))`. The point is `d[p]`; the tangent is
//!   `d[p] − d[p−1]` before the last round.
//! * **Arc length.** A piece is given by fractions t of the arc length *as laid out* (before any transform), so that a
//!   pan moves neither gradients nor cuts. [`ArcTable`] holds t at u = 1/16 … 16/16, linear between.
//! * **Drawing.** A piece from t0 to t1 is a strip of [`SEGMENTS`] equal steps of u from u(t0) to u(t1), with a
//!   [`Station`] at each step. The strip extends by [`Station::reach`] to either side along [`Station::across`]. Its
//!   fragments interpolate d = distance·slant·dpr from the centre line, h = half·slant·dpr and t, and are antialiased
//!   at both borders by [`crate::shade::between`]. A step has two triangles: left and right of its start and left of
//!   its end; left of its end, right of its start and right of its end.
//! * **Width.** half(t) = max(φ(t)·((1−t)·w₀·scale₀/2 + t·w₁·scale₁/2), `min_width`/2/slant), where the scales are
//!   those of the spaces of the first and the last point. Slant converts a distance along `across` into one across the
//!   curve: 1 for [`CurveProfile::NORMAL`]; for `HORIZONTAL` the sine of the angle between curve and x axis, at least
//!   [`MIN_SLANT`].

use super::spans::Spans;
use super::{Curve, CurveBatch, CurvePiece, CurveProfile};
use crate::{Space, SpaceTransforms};

/// Number of steps in a piece's strip.
pub const SEGMENTS: usize = 48;

/// Least slant (6°). A horizontally measured tube that runs flatter may look thinner than its least width.
pub const MIN_SLANT: f32 = 0.1;

/// Number of entries in an [`ArcTable`].
const ENTRIES: usize = 16;
/// Number of chords that measure the arc between two entries.
const CHORDS: usize = 4;

/// Returns the point and the tangent (of any length, may be zero) of the clamped uniform B-spline at `u` in 0..=1.
///
/// `points` must not be empty; with one point, the curve is that point.
pub fn spline(points: &[[f32; 2]], u: f32) -> ([f32; 2], [f32; 2]) {
    let degree = (points.len() - 1).min(3);
    let spans = points.len() - degree;
    let s = u.clamp(0.0, 1.0) * spans as f32;
    let k = (s as usize).min(spans - 1);
    let knot = |i: usize| (i as f32 - degree as f32).clamp(0.0, spans as f32);
    let mut d = [[0.0; 2]; 4];
    d[..=degree].copy_from_slice(&points[k..=k + degree]);
    let mut tangent = [0.0; 2];
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let left = knot(k + j);
            let right = knot(k + j + degree + 1 - r);
            let share = (s - left) / (right - left);
            if r == degree {
                tangent = [d[j][0] - d[j - 1][0], d[j][1] - d[j - 1][1]];
            }
            d[j] = [mix(d[j - 1][0], d[j][0], share), mix(d[j - 1][1], d[j][1], share)];
        }
    }
    (d[degree], tangent)
}

/// Fractions of a curve's arc length at u = 1/16, 2/16, …, 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArcTable(pub [f32; ENTRIES]);

impl ArcTable {
    /// Measures a curve by chords. A curve without length gets t = u.
    pub fn new(points: &[[f32; 2]]) -> Self {
        let spans = Spans::new(points);
        let mut table = [0.0; ENTRIES];
        let mut length = 0.0;
        let mut from = spans.at(0.0);
        for step in 1..=ENTRIES * CHORDS {
            let to = spans.at(step as f32 / (ENTRIES * CHORDS) as f32);
            length += length_of([to[0] - from[0], to[1] - from[1]]);
            from = to;
            if step % CHORDS == 0 {
                table[step / CHORDS - 1] = length;
            }
        }
        let measured = length > 0.0 && length.is_finite();
        for (entry, t) in table.iter_mut().enumerate() {
            *t = if measured { *t / length } else { (entry + 1) as f32 / ENTRIES as f32 };
        }
        Self(table)
    }

    /// Returns the fraction of the arc length at `u`.
    pub fn t(&self, u: f32) -> f32 {
        let place = u.clamp(0.0, 1.0) * ENTRIES as f32;
        let entry = (place as usize).min(ENTRIES - 1);
        mix(self.before(entry), self.0[entry], place - entry as f32)
    }

    /// Returns the first `u` at which a fraction of the arc length is reached.
    pub fn u(&self, t: f32) -> f32 {
        let entry = self.0.iter().position(|end| *end >= t).unwrap_or(ENTRIES - 1);
        let (start, end) = (self.before(entry), self.0[entry]);
        let share = if end > start { ((t - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
        (entry as f32 + share) / ENTRIES as f32
    }

    fn before(&self, entry: usize) -> f32 {
        if entry == 0 { 0.0 } else { self.0[entry - 1] }
    }
}

/// Returns φ(t) = λ + (1−λ)/2·(1 + cos 2πt): the share of a tube's width that remains at `t` (`TraceDiff` Eq. 5).
pub fn phi(lambda: f32, t: f32) -> f32 {
    lambda + 0.5 * (1.0 - lambda) * (1.0 + (std::f32::consts::TAU * t).cos())
}

/// Returns half the width of a curve at the arc-length fraction `t`, in CSS pixels along its profile.
///
/// `scales` are those of the spaces of its first and last point; see the module for `slant`.
pub fn half_width(curve: &Curve, scales: [f32; 2], t: f32, slant: f32) -> f32 {
    let ends = mix(curve.width0 * scales[0], curve.width1 * scales[1], t);
    (0.5 * ends * phi(curve.lambda, t)).max(0.5 * curve.min_width / slant)
}

/// A position on a curve, in CSS pixels of the canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Station {
    /// Point on the centre line.
    pub middle: [f32; 2],
    /// Unit vector along which the width is measured.
    pub across: [f32; 2],
    /// Half the width along `across`.
    pub half: f32,
    /// Distance across the curve per distance along `across`, [`MIN_SLANT`]..=1.
    pub slant: f32,
    /// Fraction of the arc length.
    pub t: f32,
}

impl Station {
    /// Returns the extent of the strip from the centre line: a pixel beyond the border, for antialiasing.
    pub fn reach(&self) -> f32 {
        self.half + 1.0 / self.slant
    }

    /// Returns the point at a signed distance from the centre line, along `across`.
    pub fn at(&self, distance: f32) -> [f32; 2] {
        [self.middle[0] + self.across[0] * distance, self.middle[1] + self.across[1] * distance]
    }
}

/// A curve under given transforms, ready to be evaluated.
#[derive(Debug, Clone)]
pub struct CurveShape<'a> {
    curve: &'a Curve,
    points: Vec<[f32; 2]>,
    table: ArcTable,
    scales: [f32; 2],
}

impl<'a> CurveShape<'a> {
    /// Prepares the curve of this index in a well-formed batch.
    pub fn new(batch: &'a CurveBatch, index: usize, transforms: &SpaceTransforms) -> Self {
        let curve = &batch.curves[index];
        let controls = &batch.points[curve.first as usize..][..curve.count as usize];
        let transform = |space: f32| transforms.get(space_of(space));
        let laid_out: Vec<[f32; 2]> = controls.iter().map(|point| [point.x, point.y]).collect();
        let points: Vec<[f32; 2]> =
            controls.iter().map(|point| transform(point.space).apply(point.x, point.y).into()).collect();
        let table = ArcTable::new(&laid_out);
        let scale = |end: Option<&super::CurvePoint>| end.map_or(1.0, |point| transform(point.space).scale_x);
        let scales = [scale(controls.first()), scale(controls.last())];
        Self { curve, points, table, scales }
    }

    /// Returns the station at the parameter `u` in 0..=1.
    pub fn station(&self, u: f32) -> Station {
        let (middle, tangent) = spline(&self.points, u);
        let t = self.table.t(u);
        let [dx, dy] = self.direction(tangent);
        let (across, slant) = match self.curve.profile {
            CurveProfile::NORMAL => ([-dy, dx], 1.0),
            _ => ([1.0, 0.0], dy.abs().max(MIN_SLANT)),
        };
        Station { middle, across, half: half_width(self.curve, self.scales, t, slant), slant, t }
    }

    /// Returns the stations of a piece's strip, `SEGMENTS + 1` of them.
    pub fn strip(&self, piece: &CurvePiece) -> impl Iterator<Item = Station> + '_ {
        let (u0, u1) = (self.table.u(piece.t0), self.table.u(piece.t1));
        (0..=SEGMENTS).map(move |step| self.station(mix(u0, u1, step as f32 / SEGMENTS as f32)))
    }

    /// Returns the tangent as a unit vector. If it vanishes, returns the direction from end to end, or downwards.
    fn direction(&self, tangent: [f32; 2]) -> [f32; 2] {
        let (first, last) = (self.points[0], self.points[self.points.len() - 1]);
        for direction in [tangent, [last[0] - first[0], last[1] - first[1]]] {
            let length = length_of(direction);
            if length > 1e-6 {
                return direction.map(|part| part / length);
            }
        }
        [0.0, 1.0]
    }
}

/// Returns the space of a control point, or the canvas for a number without a space.
pub fn space_of(space: f32) -> Space {
    Space::ALL.get(space as usize).copied().unwrap_or(Space::FIXED)
}

/// Returns the length of a vector. `hypot` guards against overflow, and that costs more than everything else here.
fn length_of([x, y]: [f32; 2]) -> f32 {
    (x * x + y * y).sqrt()
}

fn mix(from: f32, to: f32, share: f32) -> f32 {
    from * (1.0 - share) + to * share
}
