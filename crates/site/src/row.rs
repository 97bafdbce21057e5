//! The summary of one pair in the index, the feed and the head of its page.

/// The outcome of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairStatus {
    /// The pair could not be compared.
    Error,
    /// The traces may not be comparable, or one is incomplete.
    Doubtful,
    /// A condition holds.
    Failed,
    /// The pair has no conditions, and B takes longer than A.
    Slower,
    /// The pair has no conditions. Functions changed significantly, and B takes as long as A.
    Changed,
    /// The pair has no conditions, and B takes less time than A.
    Faster,
    /// The pair has no conditions, and nothing changed significantly.
    Same,
    /// The pair has conditions, and none holds.
    Passed,
}

impl PairStatus {
    /// All outcomes, the worst first.
    pub const ALL: [Self; 8] = [
        Self::Error,
        Self::Doubtful,
        Self::Failed,
        Self::Slower,
        Self::Changed,
        Self::Faster,
        Self::Same,
        Self::Passed,
    ];

    /// Returns the word for a person and for `index.json`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Doubtful => "doubtful",
            Self::Failed => "failed",
            Self::Slower => "slower",
            Self::Changed => "changed",
            Self::Faster => "faster",
            Self::Same => "same",
            Self::Passed => "passed",
        }
    }

    /// Returns the outcome of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Returns the exit code that `diptych compare` has for this outcome.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Error => 1,
            Self::Doubtful => 4,
            Self::Failed => 3,
            Self::Slower | Self::Changed | Self::Faster | Self::Same | Self::Passed => 0,
        }
    }
}

/// A pair in the index. Paths begin at the folder of the site.
#[derive(Debug, Clone, PartialEq)]
pub struct PairRow {
    /// Name of the pair, and of its page.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Date as RFC 3339 writes it.
    pub date: Option<String>,
    /// Outcome.
    pub status: PairStatus,
    /// Verdict in one line, or the reason for which the pair could not be compared.
    pub verdict: String,
    /// Cause of the largest change; may be empty.
    pub cause: String,
    /// Duration of B divided by that of A, and the same in words.
    pub ratio: Option<(f64, String)>,
    /// Reasons for the outcome, one per line.
    pub reasons: Vec<String>,
    /// Page of the pair.
    pub page: String,
    /// Path and hash that open the pair in the viewer.
    pub viewer: Option<String>,
    /// Picture of the pair.
    pub picture: Option<Picture>,
    /// Hash of all inputs. It tells one comparison of this name from the next one.
    pub inputs: String,
}

/// The picture of a pair, in two formats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// SVG document for both themes.
    pub svg: Option<String>,
    /// PNG for previews of links.
    pub png: String,
    /// Size of the PNG in pixels.
    pub png_size: (u32, u32),
}
