//! The canvas that a GPU backend presents to, on the main thread or in a worker.

use web_sys::{HtmlCanvasElement, OffscreenCanvas};

use crate::PixelSize;

/// An HTML canvas of either kind.
#[derive(Debug, Clone)]
pub enum Canvas {
    /// An element of the page.
    Element(HtmlCanvasElement),
    /// A canvas without an element.
    Offscreen(OffscreenCanvas),
}

impl Canvas {
    /// Sets the size of the drawing buffer. Assigning a size clears the buffer, so an equal size is not assigned.
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
