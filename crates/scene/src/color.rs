//! Colours: 8-bit sRGB with straight alpha, blended in gamma space as browsers and SVG do.

pub mod lab;

/// An 8-bit sRGB colour with straight (not premultiplied) alpha; its bytes are in the order r, g, b, a.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Rgba(pub u32);

impl Rgba {
    /// Fully transparent: draws nothing.
    pub const TRANSPARENT: Self = Self(0);

    /// Creates a colour from four bytes.
    pub const fn new(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self(u32::from_le_bytes([r, g, b, a]))
    }

    /// Creates an opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self::new((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// Parses an opaque colour from `#rrggbb`; returns `None` for anything else.
    pub fn of_css(text: &str) -> Option<Self> {
        let is_hex =
            |digits: &&str| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u32::from_str_radix(text.strip_prefix('#').filter(is_hex)?, 16).ok().map(Self::hex)
    }

    /// Returns the bytes r, g, b, a.
    pub const fn bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// Returns the channels r, g, b, a in 0..=1.
    pub fn channels(self) -> [f32; 4] {
        self.bytes().map(|byte| byte as f32 / 255.0)
    }

    /// Returns alpha in 0..=255.
    pub const fn alpha(self) -> u8 {
        self.bytes()[3]
    }

    /// Returns the colour with alpha set to `alpha` in 0..=1.
    #[must_use]
    pub fn with_alpha(self, alpha: f32) -> Self {
        let [r, g, b, _] = self.bytes();
        Self::new(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
    }
}

impl std::fmt::Debug for Rgba {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b, a] = self.bytes();
        write!(f, "#{r:02X}{g:02X}{b:02X}")?;
        if a == 255 { Ok(()) } else { write!(f, "{a:02X}") }
    }
}
