//! The tokens as CSS custom properties.

use std::fmt::Write as _;

use super::{CATEGORIES, OTHER, PLACE, TOKENS, Theme, ThemeName};
use crate::Rgba;

/// Returns a style sheet with every token as a custom property on the root.
///
/// The attribute `data-theme` chooses: `light`, `dark` or `contrast`. If it is `auto` or absent, the reader's
/// `prefers-color-scheme` and `prefers-contrast` choose. Palettes are included for legends: `--change-0` (fastest) to
/// `--change-8`, `--amount-0` to `--amount-5`, `--direction-0` and `-1`, `--order-0` to `--order-3`, `--later-0` and `--earlier-0` to `-3`, and only on the
/// root `--category-0` to `--category-11`, `--category-other`, `--place-0` ….
pub fn css() -> String {
    let mut sheet = String::from("/* Generated from the colour tokens of the scene crate. */\n");
    let mut root = declarations(ThemeName::Light);
    palette(&mut root, "category", &CATEGORIES);
    let _ = write!(root, "--category-other:{};", notation(OTHER));
    palette(&mut root, "place", &PLACE);
    let _ = writeln!(sheet, ":root{{{root}}}");
    for name in [ThemeName::Dark, ThemeName::HighContrast] {
        let _ = writeln!(sheet, "[data-theme={}]{{{}}}", name.attribute(), declarations(name));
    }
    let queries =
        [("prefers-color-scheme:dark", ThemeName::Dark), ("prefers-contrast:more", ThemeName::HighContrast)];
    for (query, name) in queries {
        let undecided = ":root:not([data-theme]),:root[data-theme=auto]";
        let _ = writeln!(sheet, "@media ({query}){{{undecided}{{{}}}}}", declarations(name));
    }
    sheet
}

fn declarations(name: ThemeName) -> String {
    let scheme = if name == ThemeName::Light { "light" } else { "dark" };
    let mut list = format!("color-scheme:{scheme};");
    for token in TOKENS {
        let _ = write!(list, "--{}:{};", token.name, notation(token.values[name as usize]));
    }
    let theme = Theme::named(name);
    palette(&mut list, "change", &theme.change);
    palette(&mut list, "amount", &theme.amount);
    palette(&mut list, "direction", &theme.direction);
    palette(&mut list, "order", &theme.order);
    palette(&mut list, "later", &theme.later);
    palette(&mut list, "earlier", &theme.earlier);
    list
}

fn palette(list: &mut String, name: &str, colors: &[Rgba]) {
    for (index, color) in colors.iter().enumerate() {
        let _ = write!(list, "--{name}-{index}:{};", notation(*color));
    }
}

fn notation(color: Rgba) -> String {
    format!("{color:?}").to_lowercase()
}
