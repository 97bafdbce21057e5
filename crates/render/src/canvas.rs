//! The canvas a GPU backend presents to, on the main thread or in a worker.

use web_sys::{HtmlCanvasElement, OffscreenCanvas};

use crate::PixelSize;

/// An HTML canvas of either kind.
#[derive(Debug, Clone)]
pub enum Canvas {
    /// An element of the page.
    Element(HtmlCanvasElement),
    /// One without an element.
    Offscreen(OffscreenCanvas),
}

impl Canvas {
    /// Gives the drawing buffer a size. Assigning a size clears the buffer, so an equal one is left alone.
    pub fn resize(&self, size: PixelSize) {
        let PixelSize { width, height } = size;
        match self {
            Self::Element(canvas) if (canvas.width(), canvas.height()) != (width, height) => {
                canvas.set_width(width);
                canvas.set_height(height);
            }
            Self::Offscreen(canvas) if (canvas.width(), canvas.height()) != (width, height) => {
                canvas.set_width(width);
                canvas.set_height(height);
            }
            _ => {}
        }
    }
}
