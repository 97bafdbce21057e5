//! Words of values. One list says how a value is called in messages, links, menus and on the command line.

/// A value that has a word.
pub trait Word: Copy + PartialEq + 'static {
    /// All values, in the order in which menus offer them.
    const ALL: &'static [Self];
    /// Words of the values, in the same order.
    const WORDS: &'static [&'static str];

    /// Returns the word of this value.
    fn word(self) -> &'static str {
        let place = Self::ALL.iter().position(|&known| known == self);
        place.and_then(|place| Self::WORDS.get(place)).copied().unwrap_or_default()
    }

    /// Returns the value that a word stands for.
    fn of_word(word: &str) -> Option<Self> {
        let place = Self::WORDS.iter().position(|&known| known == word)?;
        Self::ALL.get(place).copied()
    }
}

/// Defines an enum whose values have words. Messages, links, the TypeScript union and all lists of choices take the
/// words from here.
macro_rules! words {
    ($(#[$of_enum:meta])* pub enum $name:ident {
        $($(#[$of_value:meta])* $value:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$of_enum])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum $name {
            $($(#[$of_value])* #[serde(rename = $word)] $value),+
        }

        impl crate::words::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$value),+];
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
    };
}

pub(crate) use words;
