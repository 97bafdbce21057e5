//! Errors between a scene and the GPU.

/// Reason why a backend could not start, take a plan or draw.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenderError {
    /// Occurs when the browser gives no context, adapter or device of this kind.
    Unavailable(String),
    /// Occurs when the context or device was lost: create a new backend and upload the last plan again.
    Lost(String),
    /// Occurs when a built-in shader or pipeline is refused.
    Shader(String),
    /// Occurs when a buffer, texture or picture is too large, or memory runs out.
    Resource(String),
}

impl RenderError {
    /// Returns the kind as one word, for programs.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "unavailable",
            Self::Lost(_) => "lost",
            Self::Shader(_) => "shader",
            Self::Resource(_) => "resource",
        }
    }
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(detail) => write!(f, "no graphics: {detail}"),
            Self::Lost(detail) => write!(f, "the graphics device was lost: {detail}"),
            Self::Shader(detail) => write!(f, "a shader was refused: {detail}"),
            Self::Resource(detail) => write!(f, "the graphics device refuses: {detail}"),
        }
    }
}

impl std::error::Error for RenderError {}
