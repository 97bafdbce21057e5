//! Tests of the goldens: the software rasteriser's pictures of the corpus, which are the reference of every backend.
//! They must match pixel for pixel. `DIPTYCH_BLESS=1 cargo test` writes them anew; look at them before you keep them.
#![cfg(all(feature = "raster", feature = "corpus"))]
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use diptych_scene::corpus::corpus;
use diptych_scene::picture::Picture;
use diptych_scene::raster::draw;
use diptych_scene::wire::{decode, encode};

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", "corpus"].iter().collect()
}

#[test]
fn corpus_matches_its_goldens() {
    let bless = std::env::var_os("DIPTYCH_BLESS").is_some();
    let mut changed = Vec::new();
    for case in corpus() {
        let drawn = draw(&case.scene, &case.transforms, case.dpr);
        let file = folder().join(format!("{}.png", case.name));
        if bless {
            std::fs::create_dir_all(folder()).unwrap();
            std::fs::write(&file, drawn.to_png().unwrap()).unwrap();
            continue;
        }
        let golden = Picture::from_png(&std::fs::read(&file).unwrap_or_default());
        match golden {
            Ok(golden) if golden == drawn => {}
            Ok(golden) if (golden.width, golden.height) != (drawn.width, drawn.height) => {
                changed.push(format!("{}: {golden:?} became {drawn:?}", case.name));
            }
            Ok(golden) => {
                let pixels = golden.rgba.chunks(4).zip(drawn.rgba.chunks(4));
                let differing = pixels.filter(|(one, other)| one != other).count();
                changed.push(format!("{}: {differing} pixels differ", case.name));
            }
            Err(error) => changed.push(format!("{}: {error}", case.name)),
        }
    }
    assert!(
        changed.is_empty(),
        "{changed:#?}\nLook at the change; if it is meant, run with DIPTYCH_BLESS=1."
    );
}

#[test]
fn every_golden_has_its_scene() {
    let named: BTreeSet<String> = corpus().iter().map(|case| format!("{}.png", case.name)).collect();
    assert_eq!(named.len(), corpus().len(), "names are unique");
    let found: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, named);
}

#[test]
fn corpus_is_well_formed_and_round_trips() {
    for case in corpus() {
        assert_eq!(case.scene.check(), Ok(()), "{}", case.name);
        assert_eq!(decode(&encode(&case.scene)).as_ref(), Ok(&case.scene), "{}", case.name);
    }
}

#[test]
fn drawing_twice_gives_the_same_pixels() {
    for case in corpus().into_iter().step_by(5) {
        let twice = [0, 1].map(|_| draw(&case.scene, &case.transforms, case.dpr));
        assert_eq!(twice[0], twice[1], "{}", case.name);
    }
}
