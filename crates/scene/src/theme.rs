//! Colours of the three themes and the palettes: the only place with colour literals.
//!
//! One ordered table has every token's name, use and value for each theme. [`Theme`], [`TOKENS`] and the style sheet
//! ([`css`]) are generated from it. Text on any ground of its theme has a contrast of 4.5 or more, marks and borders of
//! controls 3 or more. A test checks these and every figure of the design's colour section.
//!
//! Two rules are not in the table: a and b mean side A and side B and nothing else, and a colour with a meaning has a
//! second cue (glyph, sign, hatch, word).

#![allow(clippy::unreadable_literal, reason = "colours are written 0xRRGGBB")]

mod css;
mod published;
mod scale;

pub use css::css;
pub use published::{
    PUBLISHED_AGGREGATE, PUBLISHED_DIRECTION, PUBLISHED_REPETITION, criticality, rainbow, red_grey,
};
pub use scale::{
    CHANGE_STEPS, amount, change_step, direction, earlier, gold, gold_lab, label_on, later, order, place,
};

use crate::Rgba;

/// The themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ThemeName {
    /// Dark on white.
    #[default]
    Light,
    /// Light on near-black.
    Dark,
    /// Light on black, for low vision; also what a canvas shows under forced colours.
    HighContrast,
}

impl ThemeName {
    /// All themes, in the order of the table's columns.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::HighContrast];

    /// Returns the value of the attribute `data-theme`.
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::HighContrast => "contrast",
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// Name of the CSS custom property, without the two dashes.
    pub name: &'static str,
    /// Use of the colour.
    pub role: &'static str,
    /// Values in the themes of [`ThemeName::ALL`].
    pub values: [Rgba; 3],
}

macro_rules! tokens {
    ($($field:ident $name:literal $role:literal [$light:literal $dark:literal $contrast:literal])*) => {
        /// The colours of one theme.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Theme {
            /// The theme's name.
            pub name: ThemeName,
            $(#[doc = $role] pub $field: Rgba,)*
            /// Scale from faster to slower (fewer to more) around the grey point, index 4: see [`change_step`]. Faster
            /// is green, slower purple.
            pub change: [Rgba; 9],
            /// Scale of amounts, from none to most.
            pub amount: [Rgba; 6],
            /// Caller and callee ends of a relation.
            pub direction: [Rgba; 2],
            /// Scale of times of calls, from early (near the ground) to late.
            pub order: [Rgba; 4],
            /// Scale of start shifts, from none (near the ground) to far: those to a later place, and those of which the
            /// direction does not count.
            pub later: [Rgba; 4],
            /// Scale of start shifts to an earlier place.
            pub earlier: [Rgba; 4],
        }

        /// The table of tokens, in the order of the style sheet.
        pub const TOKENS: &[Token] = &[$(
            Token {
                name: $name,
                role: $role,
                values: [Rgba::hex($light), Rgba::hex($dark), Rgba::hex($contrast)],
            },
        )*];

        const LIGHT: Theme = Theme {
            name: ThemeName::Light,
            $($field: Rgba::hex($light),)*
            change: hex(CHANGE_LIGHT),
            amount: hex(AMOUNT),
            direction: hex(DIRECTION_LIGHT),
            order: hex(ORDER_LIGHT),
            later: hex(LATER_LIGHT),
            earlier: hex(EARLIER_LIGHT),
        };
        const DARK: Theme = Theme {
            name: ThemeName::Dark,
            $($field: Rgba::hex($dark),)*
            change: hex(CHANGE_DARK),
            amount: reversed(hex(AMOUNT)),
            direction: hex(DIRECTION_DARK),
            order: hex(ORDER_DARK),
            later: hex(LATER_DARK),
            earlier: hex(EARLIER_DARK),
        };
        const HIGH_CONTRAST: Theme = Theme {
            name: ThemeName::HighContrast,
            $($field: Rgba::hex($contrast),)*
            change: hex(CHANGE_CONTRAST),
            amount: reversed(hex(AMOUNT)),
            direction: hex(DIRECTION_DARK),
            order: hex(ORDER_DARK),
            later: hex(LATER_DARK),
            earlier: hex(EARLIER_DARK),
        };
    };
}

tokens! {
    bg "bg" "Ground of the page and the canvas; text on a badge." [0xFFFFFF 0x14171B 0x000000]
    chrome "chrome" "Ground of bars and panels." [0xF5F6F8 0x1A1E23 0x000000]
    raised "raised" "Ground of what floats or is pressed." [0xFFFFFF 0x23282F 0x000000]
    sunken "sunken" "Ground of wells and tracks." [0xEBEEF2 0x0E1114 0x000000]
    line "line" "Hairlines without meaning." [0xDCE0E6 0x2D333B 0xFFFFFF]
    line_strong "line-strong" "Borders of controls." [0x78818D 0x7B8591 0xFFFFFF]
    ink "ink" "Text, the selection, the accent." [0x16191D 0xECEEF1 0xFFFFFF]
    ink2 "ink-2" "Quieter text and controls." [0x454C56 0xBAC1CB 0xFFFFFF]
    ink3 "ink-3" "Units, hints, axes." [0x626A75 0x949DA9 0xE6E6E6]
    a "a" "Side A: text and badge." [0x1F5FCC 0x7FB2FF 0x8CC8FF]
    a_fill "a-fill" "Side A: marks." [0x3B7DE0 0x4F8FF0 0x8CC8FF]
    a_tint "a-tint" "Side A: ground." [0xE6EEFC 0x182843 0x00254D]
    b "b" "Side B: text and badge." [0xA64F00 0xF5A352 0xFFB454]
    b_fill "b-fill" "Side B: marks." [0xCE6C06 0xDB8020 0xFFB454]
    b_tint "b-tint" "Side B: ground." [0xFCEEDD 0x3A2510 0x402000]
    slower "slower" "Text of a change for the worse, with ▲ or sign." [0x8A3A90 0xDE9BE2 0xF0C4F7]
    faster "faster" "Text of a change for the better, with ▼ or sign." [0x23723B 0x7FD894 0x98E8B0]
    hover "hover" "Outline of what is under the pointer." [0xC4008F 0xFF6AD0 0xFF8AE2]
    hit "hit" "Outline of what a search found." [0x6D3FE0 0xB39BFF 0xD6C4FF]
    moved "moved" "Outline of what moved, with the glyph ⤭." [0x0B7285 0x3FC1D6 0x5FF0FF]
    danger "danger" "Errors." [0xB42318 0xFF8A80 0xFF9D94]
    danger_tint "danger-tint" "Ground of errors." [0xFDECEA 0x3B1917 0x400000]
    warn "warn" "Doubts." [0x7A5600 0xF2C14E 0xFFE066]
    warn_tint "warn-tint" "Ground of doubts." [0xFFF4D6 0x33290F 0x332A00]
    matched "matched" "Calls that match, where colour says that alone." [0xE6E9ED 0x6A737E 0x626262]
    none "none" "Missing data and calls under a pixel, with a mark pattern." [0xEDEFF2 0x1F242A 0x000000]
    none_mark "none-mark" "The mark pattern on missing data." [0xB4BBC5 0x4B545F 0x8C8C8C]
}

impl Theme {
    /// Returns the colours of a theme.
    pub const fn named(name: ThemeName) -> &'static Self {
        match name {
            ThemeName::Light => &LIGHT,
            ThemeName::Dark => &DARK,
            ThemeName::HighContrast => &HIGH_CONTRAST,
        }
    }
}

/// Colours of packages and states, in the order of their time; one palette for all themes.
///
/// The first four differ by 27 CIEDE2000 or more, eight by 23, twelve by 21. All differ by 17 or more from the fills of
/// the sides in light and dark (the brighter sides of high contrast come as near as 11).
pub const CATEGORIES: [Rgba; 12] = hex([
    0x219DBC, 0x745146, 0xA0832A, 0x654A8F, 0x91D4C6, 0xE08795, 0x366366, 0xBBC0F1, 0x536304, 0xE2BD93,
    0x608B69, 0x847A8C,
]);

/// Colour of the 13th and all later categories, with dots.
pub const OTHER: Rgba = Rgba::hex(0x9AA4B1);

/// Scale from earlier to later in the palette of `TraceDiff`: red for the past, grey, green for the future. One scale
/// for all themes, not safe for colour-blind readers.
pub const PUBLISHED_SHIFT: [Rgba; 9] =
    hex([0xB2182B, 0xCA4B4B, 0xD27F79, 0xC9A5A0, 0xB4B8BD, 0x9DB99C, 0x78B077, 0x47994B, 0x1A7A2E]);

/// Colour that a tube's highlight is mixed from, in all themes; its shade is the absence of light.
pub const HIGHLIGHT: Rgba = Rgba::hex(0xFFFFFF);

/// Shadow of what lies in front of other marks, in both themes.
pub const SHADOW: Rgba = Rgba::new(0, 0, 0, 72);

/// Label colour on a light fill; the label on a dark fill is white.
const LABEL_DARK: Rgba = Rgba::hex(0x101317);
const LABEL_LIGHT: Rgba = Rgba::hex(0xFFFFFF);

const CHANGE_LIGHT: [u32; 9] =
    [0x23723B, 0x53A066, 0x8CC697, 0xBBE2C1, 0xE6E9ED, 0xEBC9EC, 0xD7A0D9, 0xB56DB9, 0x8A3A90];
const CHANGE_DARK: [u32; 9] =
    [0x89E29D, 0x63B376, 0x4C8C5B, 0x376040, 0x353B44, 0x6E4371, 0x9C5BA0, 0xCA7ECE, 0xEEB3F0];
const CHANGE_CONTRAST: [u32; 9] =
    [0x98E8B0, 0x5FC983, 0x2FA35A, 0x1F7A42, 0x4A4A4A, 0x8A4A98, 0xB066C0, 0xD394DF, 0xF0C4F7];
const AMOUNT: [u32; 6] = [0xF1F7DD, 0xC9E6BF, 0x83CBB9, 0x3CA4BC, 0x2466A5, 0x14305F];
const DIRECTION_LIGHT: [u32; 2] = [0x0B5563, 0xD99A00];
const DIRECTION_DARK: [u32; 2] = [0x2FB5C8, 0xFFD34D];

/// A scale for each theme: with a single one, unmoved calls would be the brightest of a dark picture.
const ORDER_LIGHT: [u32; 4] = [0xD8DFE1, 0x93C0CB, 0x4699AC, 0x016F82];
const ORDER_DARK: [u32; 4] = [0x2E393C, 0x2C6170, 0x3F93A6, 0x8FD3E2];
/// Scales of shifts. Their hues differ from those of sides, changes and moved calls, and from each other for the
/// colour-blind.
const LATER_LIGHT: [u32; 4] = [0xE3DFD4, 0xD9BE7C, 0xC0962B, 0x8A6700];
const LATER_DARK: [u32; 4] = [0x39362E, 0x6A5624, 0xAD8A32, 0xF3D273];
const EARLIER_LIGHT: [u32; 4] = [0xDADBE4, 0xA9ADCD, 0x7378AB, 0x41458A];
// The end is darker than that of `LATER_DARK`: without red or green, a lighter indigo looks like the teal of moved calls.
const EARLIER_DARK: [u32; 4] = [0x30323D, 0x444877, 0x625FAE, 0x9080FF];

/// Scale of positions in the other run, from its start to its end; lightness never falls.
const PLACE: [Rgba; 6] = hex([0x432B74, 0x3E529A, 0x257DA9, 0x1FA3A3, 0x62C288, 0xC5D25F]);

const fn hex<const N: usize>(rgb: [u32; N]) -> [Rgba; N] {
    let mut colors = [Rgba::TRANSPARENT; N];
    let mut index = 0;
    while index < N {
        colors[index] = Rgba::hex(rgb[index]);
        index += 1;
    }
    colors
}

const fn reversed<const N: usize>(colors: [Rgba; N]) -> [Rgba; N] {
    let mut turned = colors;
    let mut index = 0;
    while index < N {
        turned[index] = colors[N - 1 - index];
        index += 1;
    }
    turned
}
