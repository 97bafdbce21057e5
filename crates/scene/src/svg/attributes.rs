//! Numbers and colours as attributes of elements.

use crate::Rgba;

/// A number rounded to hundredths, without trailing zeros; NaN becomes 0.
pub(super) struct Num(pub(super) f32);

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The cast saturates, and turns NaN into 0.
        let hundredths = (self.0 as f64 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match part {
            0 => write!(f, "{sign}{whole}"),
            part if part.is_multiple_of(10) => write!(f, "{sign}{whole}.{}", part / 10),
            part => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// Attributes that fill a shape with a colour.
pub(super) struct Fill(pub(super) Rgba);

impl std::fmt::Display for Fill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.alpha() == 0 {
            return f.write_str(" fill=\"none\"");
        }
        write!(f, " fill=\"{}\"", Hex(self.0))?;
        opacity(f, "fill-opacity", self.0)
    }
}

/// A colour without its alpha.
pub(super) struct Hex(pub(super) Rgba);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b, _] = self.0.bytes();
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// Writes the opacity of a colour as an attribute, unless it is opaque.
pub(super) fn opacity(f: &mut impl std::fmt::Write, name: &str, color: Rgba) -> std::fmt::Result {
    match color.alpha() {
        255 => Ok(()),
        alpha => write!(f, " {name}=\"{}\"", Num(alpha as f32 / 255.0)),
    }
}
