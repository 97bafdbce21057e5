//! Tests recordings with weights instead of time.

use crate::shown::first_page;
use crate::support::folder;
use std::fs;

#[test]
fn samples_are_called_samples() {
    let folder = folder("weights");
    let files = ["a.folded", "b.folded"].map(|name| folder.join(name));
    fs::write(&files[0], "main;parse 60\nmain;draw;fill 40\n").unwrap();
    fs::write(&files[1], "main;parse 60\nmain;draw;fill 90\n").unwrap();
    let (page, status, _) = first_page(&files, &[]);
    assert_eq!(status, Some(0));
    for words in [
        "B is 1.50× A ▲ +50 samples; 100 % of A’s samples are in stacks that B has too",
        "Listed         self samples by function, as recorded; only changes above 5.0 % and 10 samples",
        "Where the samples went: inclusive, by call path",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    assert!(!page.contains("time"), "{page}");
}
