//! CIELAB, colour differences and contrast, which the palettes are made and checked with.
//!
//! sRGB with the D65 white point throughout; alpha is ignored.

use crate::Rgba;
use std::sync::LazyLock;

/// Linear sRGB to CIE XYZ, rows X, Y, Z (IEC 61966-2-1).
const XYZ: [[f64; 3]; 3] = [
    [0.412_456_4, 0.357_576_1, 0.180_437_5],
    [0.212_672_9, 0.715_152_2, 0.072_175_0],
    [0.019_333_9, 0.119_192_0, 0.950_304_1],
];
/// CIE XYZ to linear sRGB.
const RGB: [[f64; 3]; 3] = [
    [3.240_454_2, -1.537_138_5, -0.498_531_4],
    [-0.969_266_0, 1.876_010_8, 0.041_556_0],
    [0.055_643_4, -0.204_025_9, 1.057_225_2],
];
/// XYZ of white under D65.
const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
/// Share of white below which CIELAB is linear: (6/29)³.
const EPSILON: f64 = 216.0 / 24_389.0;
/// Slope of the linear part.
const KAPPA: f64 = 24_389.0 / 27.0;

/// A colour in CIELAB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lab {
    /// Lightness L*, 0 black to 100 white.
    pub l: f64,
    /// a*: green to red.
    pub a: f64,
    /// b*: blue to yellow.
    pub b: f64,
}

impl Lab {
    /// Returns the nearest 8-bit sRGB colour; channels out of gamut are clipped.
    pub fn to_rgba(self) -> Rgba {
        let [r, g, b] = self.to_linear().map(|channel| (encode(channel) * 255.0).round() as u8);
        Rgba::new(r, g, b, 255)
    }

    /// Returns linear sRGB channels. Those of a colour outside the sRGB gamut are outside of 0..=1.
    pub fn to_linear(self) -> [f64; 3] {
        let fy = (self.l + 16.0) / 116.0;
        let xyz = [fy + self.a / 500.0, fy, fy - self.b / 200.0].map(|f| {
            let cubed = f * f * f;
            if cubed > EPSILON { cubed } else { (116.0 * f - 16.0) / KAPPA }
        });
        multiply(&RGB, [xyz[0] * WHITE[0], xyz[1] * WHITE[1], xyz[2] * WHITE[2]])
    }

    /// Returns the colour a share `t` of the way to `other`.
    #[must_use]
    pub fn mix(self, other: Self, t: f64) -> Self {
        let between = |from: f64, to: f64| from + (to - from) * t;
        Self { l: between(self.l, other.l), a: between(self.a, other.a), b: between(self.b, other.b) }
    }

    /// Converts linear sRGB channels in 0..=1.
    pub fn from_linear(rgb: [f64; 3]) -> Self {
        let xyz = multiply(&XYZ, rgb);
        let [fx, fy, fz] = [xyz[0] / WHITE[0], xyz[1], xyz[2] / WHITE[2]]
            .map(|t| if t > EPSILON { t.cbrt() } else { (KAPPA * t + 16.0) / 116.0 });
        Self { l: 116.0 * fy - 16.0, a: 500.0 * (fx - fy), b: 200.0 * (fy - fz) }
    }
}

impl From<Rgba> for Lab {
    fn from(color: Rgba) -> Self {
        Self::from_linear(linear(color))
    }
}

/// Returns the channels r, g, b of a colour in linear light, 0..=1.
pub fn linear(color: Rgba) -> [f64; 3] {
    let [r, g, b, _] = color.bytes();
    [r, g, b].map(|byte| LINEAR[byte as usize])
}

/// Linear light of each channel value. A table, because every label asks for the colour of the box below it.
static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let c = byte as f64 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
});

/// Applies the sRGB curve to linear light, clipped to 0..=1.
fn encode(channel: f64) -> f64 {
    let c = channel.clamp(0.0, 1.0);
    if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}

fn multiply(matrix: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

/// Returns the contrast ratio of two opaque colours by WCAG 2, from 1 to 21.
pub fn contrast(one: Rgba, other: Rgba) -> f64 {
    let luminance = |color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (x, y) = (luminance(one), luminance(other));
    (x.max(y) + 0.05) / (x.min(y) + 0.05)
}

/// Returns how different two colours look: CIEDE2000 with all weights 1, after Sharma, Wu and Dalal (2005).
pub fn ciede2000(one: Lab, other: Lab) -> f64 {
    // Equations 2 to 7: a* stretched near the grey axis, then chroma and hue.
    let mean_chroma = f64::midpoint(one.a.hypot(one.b), other.a.hypot(other.b));
    let g = 0.5 * (1.0 - near_grey(mean_chroma));
    let polar = |lab: Lab| {
        let a = lab.a * (1.0 + g);
        let hue = if a == 0.0 && lab.b == 0.0 { 0.0 } else { lab.b.atan2(a).to_degrees().rem_euclid(360.0) };
        (a.hypot(lab.b), hue)
    };
    let ((c1, h1), (c2, h2)) = (polar(one), polar(other));
    let grey = c1 * c2 == 0.0;

    // Equations 8 to 11: differences.
    let hue_step = match h2 - h1 {
        _ if grey => 0.0,
        step if step > 180.0 => step - 360.0,
        step if step < -180.0 => step + 360.0,
        step => step,
    };
    let dl = other.l - one.l;
    let dc = c2 - c1;
    let dh = 2.0 * (c1 * c2).sqrt() * (hue_step / 2.0).to_radians().sin();

    // Equations 12 to 14: means.
    let l = f64::midpoint(one.l, other.l);
    let c = f64::midpoint(c1, c2);
    let h = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };

    // Equations 15 to 21: weights.
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
        - 0.20 * cos(4.0 * h - 63.0);
    let turn = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
    let from_mid = (l - 50.0).powi(2);
    let sl = 1.0 + 0.015 * from_mid / (20.0 + from_mid).sqrt();
    let sc = 1.0 + 0.045 * c;
    let sh = 1.0 + 0.015 * c * t;
    let rt = -(2.0 * turn).to_radians().sin() * 2.0 * near_grey(c);

    // Equation 22.
    let (dl, dc, dh) = (dl / sl, dc / sc, dh / sh);
    (dl * dl + dc * dc + dh * dh + rt * dc * dh).sqrt()
}

/// Returns √(C⁷ / (C⁷ + 25⁷)): 0 on the grey axis, 1 far from it.
fn near_grey(chroma: f64) -> f64 {
    let c7 = chroma.powi(7);
    (c7 / (c7 + 25f64.powi(7))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs 1, 4, 7, 9, 13, 16, 17, 20, 25, 28 and 34 of the test data that Sharma, Wu and Dalal published.
    const SHARMA: [([f64; 3], [f64; 3], f64); 11] = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0000),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.4900, -0.0010], [50.0, -2.4900, 0.0009], 7.1792),
        ([50.0, -0.0010, 2.4900], [50.0, 0.0009, -2.4900], 4.8045),
        ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ];

    #[test]
    fn ciede2000_gives_the_published_differences() {
        for ([l, a, b], [l2, a2, b2], expected) in SHARMA {
            let (one, other) = (Lab { l, a, b }, Lab { l: l2, a: a2, b: b2 });
            assert!((ciede2000(one, other) - expected).abs() < 5e-5, "{one:?} {other:?}");
            assert!((ciede2000(other, one) - expected).abs() < 5e-5, "not symmetric: {one:?} {other:?}");
        }
    }

    #[test]
    fn cielab_matches_known_colours() {
        let close = |lab: Lab, l: f64, a: f64, b: f64| {
            (lab.l - l).abs() < 0.02 && (lab.a - a).abs() < 0.02 && (lab.b - b).abs() < 0.02
        };
        assert!(close(Rgba::new(255, 255, 255, 255).into(), 100.0, 0.0, 0.0));
        assert!(close(Rgba::new(0, 0, 0, 255).into(), 0.0, 0.0, 0.0));
        assert!(close(Rgba::new(255, 0, 0, 255).into(), 53.24, 80.09, 67.20));
        assert!(close(Rgba::new(0, 0, 255, 255).into(), 32.30, 79.19, -107.86));
    }

    #[test]
    fn colours_round_trip_through_cielab() {
        for r in (0..=255).step_by(15) {
            for g in (0..=255).step_by(15) {
                for b in (0..=255).step_by(15) {
                    let color = Rgba::new(r, g, b, 255);
                    assert_eq!(Lab::from(color).to_rgba(), color);
                }
            }
        }
    }

    #[test]
    fn black_on_white_has_the_largest_contrast() {
        let (black, white) = (Rgba::new(0, 0, 0, 255), Rgba::new(255, 255, 255, 255));
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        assert!((contrast(white, white) - 1.0).abs() < 1e-9);
    }
}
