//! Scenes that every backend must draw alike. Together they use every primitive, blend, space and style.
//!
//! The software rasteriser's pictures of them are the goldens. The SVG writer and the GPU backends are compared with
//! those, each within its named tolerance. A new feature of a primitive first gets a scene here.

mod boxes;
mod canvas;
mod curves;
mod layers;
mod texts;

use crate::theme::{Theme, ThemeName};
use crate::{Scene, Space, SpaceTransform, SpaceTransforms};

pub use canvas::SIZE;
use canvas::scene;

/// A scene and the settings to draw it with.
#[derive(Debug, Clone)]
pub struct CorpusScene {
    /// Name of the golden file: lower case with hyphens.
    pub name: &'static str,
    /// The scene to draw.
    pub scene: Scene,
    /// Viewport to draw it under.
    pub transforms: SpaceTransforms,
    /// Device pixels per CSS pixel.
    pub dpr: f32,
}

/// Returns all scenes, in the order of their names' topics.
pub fn corpus() -> Vec<CorpusScene> {
    vec![
        plain("rect-fills", boxes::fills()),
        plain("rect-styles", boxes::styles()),
        at("rect-styles-dpr-2", boxes::styles(), 2.0),
        at("rect-styles-dpr-1-5", boxes::styles(), 1.5),
        plain("rect-cushions", boxes::cushions()),
        plain("images", boxes::images()),
        plain("polys", curves::polys()),
        plain("curve-lines", curves::lines()),
        at("curve-lines-dpr-2", curves::lines(), 2.0),
        plain("curve-tubes", curves::tubes()),
        at("curve-tubes-dpr-2", curves::tubes(), 2.0),
        plain("curve-depths", curves::depths()),
        moved("curve-spaces", curves::spaces()),
        plain("blend-min", layers::bundles(ThemeName::Light)),
        plain("blend-max", layers::bundles(ThemeName::Dark)),
        plain("blend-multiply", layers::multiply()),
        plain("clips", layers::clips()),
        plain("spaces", layers::spaces()),
        moved("spaces-moved", layers::spaces()),
        plain("spaces-all", layers::all_spaces()),
        zoomed("spaces-zoomed", layers::all_spaces()),
        plain("text", texts::runs(ThemeName::Light)),
        at("text-dpr-2", texts::runs(ThemeName::Dark), 2.0),
        moved("text-sticky-moved", texts::sticky()),
        plain("text-turned", texts::turned(ThemeName::Light)),
        at("text-turned-dpr-2", texts::turned(ThemeName::Dark), 2.0),
        plain("icicles", layers::icicles(ThemeName::Light)),
        at("icicles-dark-dpr-2", layers::icicles(ThemeName::Dark), 2.0),
        plain("icicles-contrast", layers::icicles(ThemeName::HighContrast)),
        plain("empty", scene(Theme::named(ThemeName::Dark), Vec::new())),
    ]
}

fn plain(name: &'static str, scene: Scene) -> CorpusScene {
    at(name, scene, 1.0)
}

fn at(name: &'static str, scene: Scene, dpr: f32) -> CorpusScene {
    CorpusScene { name, scene, transforms: SpaceTransforms::IDENTITY, dpr }
}

/// Builds a case under a viewport that has zoomed into A and out of B since the layout.
fn moved(name: &'static str, scene: Scene) -> CorpusScene {
    let a = SpaceTransform { scale_x: 1.7, scale_y: 1.0, shift_x: -130.4, shift_y: 6.0 };
    let b = SpaceTransform { scale_x: 0.6, scale_y: 1.0, shift_x: 90.3, shift_y: -4.0 };
    let transforms = SpaceTransforms::IDENTITY.with(Space::ALL[1], a).with(Space::ALL[2], b);
    CorpusScene { name, scene, transforms, dpr: 1.0 }
}

/// Builds a case under a viewport that has zoomed into some spaces and out of others since the layout, along both axes.
fn zoomed(name: &'static str, scene: Scene) -> CorpusScene {
    let transforms =
        (1..).zip(&Space::ALL[1..]).fold(SpaceTransforms::IDENTITY, |transforms, (number, &space)| {
            let (scale_x, scale_y) = (0.6 + 0.15 * number as f32, 1.9 - 0.2 * number as f32);
            let (x, y) = layers::corner(space);
            let (shift_x, shift_y) = (x * (1.0 - scale_x) + 3.3, y * (1.0 - scale_y) - 2.6);
            transforms.with(space, SpaceTransform { scale_x, scale_y, shift_x, shift_y })
        });
    CorpusScene { name, scene, transforms, dpr: 1.0 }
}
