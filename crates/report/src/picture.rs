//! The picture of a report: one document for both themes, over its legend.

use crate::MOST_PICTURE_BYTES;
use diptych_protocol::Caption;
use diptych_scene::Scene;
use diptych_scene::svg::themed_svg;
use diptych_views::caption;

/// A scene and the text below it.
#[derive(Debug, Clone)]
pub struct CaptionedScene {
    /// The scene in the theme of the caption.
    pub scene: Scene,
    /// Its legend. The report says the verdict and the names in its own text.
    pub caption: Caption,
}

/// Returns a picture as an SVG document for both themes; `None` if it is larger than [`MOST_PICTURE_BYTES`], or if both
/// scenes differ in more than their colours.
pub fn picture(light: CaptionedScene, dark: CaptionedScene) -> Option<String> {
    let [light, dark] = [light, dark].map(|CaptionedScene { mut scene, caption }| {
        caption::add(&mut scene, &caption);
        scene
    });
    themed_svg(&light, &dark).filter(|drawn| drawn.len() <= MOST_PICTURE_BYTES)
}
