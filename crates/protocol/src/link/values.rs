//! Values of fields as text.

use crate::sides::SideName;
use crate::window::Window;
use crate::words::Word;

/// The format of a value in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or absent for none.
    MaybeWord(&'static [&'static str]),
    /// `1`, or absent.
    Flag,
    /// A whole number from 0 to 2³²−1.
    Count,
    /// A whole number between −2⁵³ and 2⁵³.
    Tick,
    /// `start..end`, or absent.
    Window,
    /// A subject, such as a call as `side,start,duration,depth,lane`; or absent.
    Subject,
    /// Any text, or absent.
    Text,
    /// Whole numbers from 0 to 2³²−1, separated by commas; or absent.
    List,
    /// Notes, one a line: the text, a comma, and the place; or absent.
    Notes,
}

/// A value that a link carries.
pub(crate) trait Value: Sized {
    /// Format of the value.
    const KIND: FieldKind;

    /// Returns the value as text; blank if a link says the value by leaving the key out.
    fn text(&self) -> String;

    /// Reads a value; `None` if the text is none.
    fn of_text(text: &str) -> Option<Self>;
}

/// Largest time in a link. Up to here a double, which is a number in TypeScript, is exact.
const MAX_SAFE: i64 = (1 << 53) - 1;

impl<T: Word> Value for T {
    const KIND: FieldKind = FieldKind::Word(T::WORDS);

    fn text(&self) -> String {
        self.word().to_owned()
    }

    fn of_text(text: &str) -> Option<Self> {
        Self::of_word(text)
    }
}

impl Value for Option<SideName> {
    const KIND: FieldKind = FieldKind::MaybeWord(SideName::WORDS);

    fn text(&self) -> String {
        self.map_or_else(String::new, |side| side.text())
    }

    fn of_text(text: &str) -> Option<Self> {
        SideName::of_word(text).map(Some)
    }
}

impl Value for bool {
    const KIND: FieldKind = FieldKind::Flag;

    fn text(&self) -> String {
        if *self { "1".to_owned() } else { String::new() }
    }

    fn of_text(text: &str) -> Option<Self> {
        (text == "1").then_some(true)
    }
}

impl Value for i64 {
    const KIND: FieldKind = FieldKind::Tick;

    fn text(&self) -> String {
        self.to_string()
    }

    fn of_text(text: &str) -> Option<Self> {
        // Rust's parser also takes a leading `+`, which no codec writes.
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<Self>().ok().filter(|value| plain && value.abs() <= MAX_SAFE)
    }
}

impl Value for u32 {
    const KIND: FieldKind = FieldKind::Count;

    fn text(&self) -> String {
        self.to_string()
    }

    fn of_text(text: &str) -> Option<Self> {
        i64::of_text(text).and_then(|value| Self::try_from(value).ok())
    }
}

impl Value for String {
    const KIND: FieldKind = FieldKind::Text;

    fn text(&self) -> String {
        self.clone()
    }

    fn of_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl Value for Vec<u32> {
    const KIND: FieldKind = FieldKind::List;

    fn text(&self) -> String {
        self.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    fn of_text(text: &str) -> Option<Self> {
        text.split(',').map(u32::of_text).collect()
    }
}

impl Value for Option<Window> {
    const KIND: FieldKind = FieldKind::Window;

    fn text(&self) -> String {
        self.map_or_else(String::new, |window| format!("{}..{}", window.start, window.end))
    }

    fn of_text(text: &str) -> Option<Self> {
        let (start, end) = text.split_once("..")?;
        let window = Window { start: i64::of_text(start)?, end: i64::of_text(end)? };
        (window.start < window.end).then_some(Some(window))
    }
}
