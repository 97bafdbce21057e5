//! Golden pictures of small examples: a pair with a change of every kind.

use crate::paths::case::{Picture, Profiled};
use diptych_protocol::{ProfileState, ViewState};
use diptych_scene::picture::Picture as Pixels;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Scene, Size, SpaceTransforms, raster};
use diptych_testkit::trace;
use diptych_views::View;
use std::path::PathBuf;

const SIZE: Size = Size { width: 480.0, height: 300.0 };

/// Name of a picture, the settings that it shows, and its theme.
pub(crate) type Look = (&'static str, fn(&mut ProfileState), ThemeName);

/// Builds a pair with functions that grew, shrank, stayed the same, are new, are gone, moved to another caller, or
/// recurse. Times are in microseconds.
pub(crate) fn example() -> Profiled {
    let a = "
        t
          0..900 main
            20..420 parse
              40..200 scan
                60..120 scan
                  70..100 token
              220..400 legacy
                240..380 convert
            440..620 render
              450..600 layout
            640..880 write
              650..760 encode
              770..870 flush
    ";
    let b = "
        t
          0..1000 main
            20..300 parse
              40..200 scan
                60..120 scan
                  70..100 token
              210..290 fast
            320..760 render
              330..600 layout
                340..480 measure
              610..750 encode
            780..980 write
              790..860 encode
              870..960 flush
    ";
    let of = |text: &str| {
        let mut out = String::new();
        for line in text.lines() {
            let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
            let times = rest.split_once(' ').and_then(|(times, name)| Some((times.split_once("..")?, name)));
            out += indent;
            match times {
                Some(((start, end), name)) => out += &format!("{start}000..{end}000 {name}"),
                None => out += rest,
            }
            out.push('\n');
        }
        trace(&out)
    };
    Profiled::new(vec![of(a), of(b)])
}

/// Compares a picture with its golden file, pixel by pixel. `DIPTYCH_BLESS=1` rewrites the file.
pub(crate) fn looks_as_it_did(view: &dyn View, (name, change, theme): Look) {
    let mut state = ViewState::default();
    change(&mut state.profile);
    let mut laid = example().lay_out(view, &Picture { theme, size: SIZE, ..Picture::new(&state) }, None);
    let parts = laid.take_layers();
    let layers = parts.layers.into_iter().chain(parts.over).collect();
    let scene = Scene { size: SIZE, background: Theme::named(theme).bg, layers };
    assert_eq!(scene.check(), Ok(()), "{name}");
    let drawn = raster::draw(&scene, &SpaceTransforms::IDENTITY, 1.0);
    let folder = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", "profile"];
    let file = folder.iter().collect::<PathBuf>().join(format!("{name}.png"));
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, drawn.to_png().unwrap()).unwrap();
    }
    let golden = Pixels::from_png(&std::fs::read(&file).unwrap_or_default());
    assert!(golden.is_ok_and(|golden| golden == drawn), "{name} looks different; if it is meant to, bless");
}
