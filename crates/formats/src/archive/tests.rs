//! Compares walks through archives with the lists of members that the archives were made from.

use super::walk::{Take, Walk};
use super::zip_header::{Sums, descriptor};
use super::{tar, zip};
use crate::packed::Crc32;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;
use std::io::Write as _;

/// Members that a walk reported: name, bytes and fault.
#[derive(Debug, Default, PartialEq, Eq)]
struct WalkLog(Vec<(String, Vec<u8>, Option<String>)>);

impl Take for WalkLog {
    fn begin(&mut self, name: &str) {
        self.0.push((name.to_owned(), Vec::new(), None));
    }

    fn bytes(&mut self, bytes: &[u8]) -> bool {
        let member = self.0.last_mut().unwrap();
        member.1.extend_from_slice(bytes);
        // A first byte of 0 says that no more bytes are wanted.
        member.1[0] != 0
    }

    fn end(&mut self, wrong: Option<&str>) {
        self.0.last_mut().unwrap().2 = wrong.map(str::to_owned);
    }

    fn pass(&mut self, name: &str, why: &str) {
        self.0.push((name.to_owned(), Vec::new(), Some(why.to_owned())));
    }
}

fn told(mut walk: impl Walk, bytes: &[u8], piece: usize) -> WalkLog {
    let mut told = WalkLog::default();
    for piece in bytes.chunks(piece) {
        walk.feed(piece, &mut told).unwrap();
    }
    walk.finish(&mut told).unwrap();
    told
}

/// Form in which a member is written.
#[derive(Debug, Clone, Copy)]
struct Form {
    deflated: bool,
    /// 0 for sizes before the member, 1 for sizes after it, 2 for sizes after it without a magic number.
    sizes: u8,
    wide: bool,
}

fn zip_of(members: &[(Vec<u8>, Form)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (index, (content, form)) in members.iter().enumerate() {
        let mut sum = Crc32::default();
        sum.add(content);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        let packed = if form.deflated { encoder.finish().unwrap() } else { content.clone() };
        let sizes = [packed.len() as u64, content.len() as u64];
        // Stored members need a magic number after them, because nothing else marks their end.
        let behind = form.sizes > 0;
        let magic = form.sizes == 1 || !form.deflated;
        let large = form.wide && !behind;
        let name = format!("m{index}");
        out.extend_from_slice(b"PK\x03\x04\x2d\0");
        out.extend_from_slice(&[
            if behind { 8 } else { 0 },
            0,
            if form.deflated { 8 } else { 0 },
            0,
            0,
            0,
            0,
            0,
        ]);
        let known = |value: u32| if behind { 0 } else { value }.to_le_bytes();
        out.extend_from_slice(&known(sum.sum()));
        for size in sizes {
            out.extend_from_slice(&known(if large { u32::MAX } else { size as u32 }));
        }
        out.extend_from_slice(&[name.len() as u8, 0, if large { 20 } else { 0 }, 0]);
        out.extend_from_slice(name.as_bytes());
        if large {
            out.extend_from_slice(&[1, 0, 16, 0]);
            out.extend_from_slice(&sizes[1].to_le_bytes());
            out.extend_from_slice(&sizes[0].to_le_bytes());
        }
        out.extend_from_slice(&packed);
        if behind {
            out.extend_from_slice(if magic { b"PK\x07\x08" } else { b"" });
            out.extend_from_slice(&sum.sum().to_le_bytes());
            let wide = |size: u64| size.to_le_bytes()[..if form.wide { 8 } else { 4 }].to_vec();
            out.extend(sizes.into_iter().flat_map(wide));
        }
    }
    out.extend_from_slice(b"PK\x01\x02");
    out.resize(out.len() + 60, 0);
    out
}

fn content() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(b'P'), Just(b'K'), Just(7), Just(8), 1u8..=255];
    let with_magic = prop::collection::vec(byte, 0..60).prop_map(|mut bytes| {
        bytes.splice(bytes.len() / 2..bytes.len() / 2, *b"PK\x07\x08");
        bytes
    });
    prop_oneof![with_magic, Just(vec![0; 70_000]), Just(vec![b'x'; 70_000]), Just(Vec::new())]
}

fn members() -> impl Strategy<Value = Vec<(Vec<u8>, Form)>> {
    let form = (any::<bool>(), 0u8..3, any::<bool>());
    let form = form.prop_map(|(deflated, sizes, wide)| Form { deflated, sizes, wide });
    prop::collection::vec((content(), form), 0..5)
}

proptest! {
    #[test]
    fn zip_members_are_walked_in_every_form(members in members(), piece in 1usize..90) {
        let file = zip_of(&members);
        for piece in [piece, 1 << 20] {
            let told = told(zip::Zip::default(), &file, piece);
            prop_assert_eq!(told.0.len(), members.len());
            for (index, ((name, bytes, wrong), (content, form))) in told.0.iter().zip(&members).enumerate() {
                prop_assert_eq!((name, wrong), (&format!("m{index}"), &None), "{:?}", form);
                if content.first() == Some(&0) {
                    prop_assert!(content.starts_with(bytes));
                } else {
                    prop_assert_eq!(bytes, content);
                }
            }
        }
    }

    #[test]
    fn any_bytes_can_be_walked(bytes in prop::collection::vec(any::<u8>(), 0..600), piece in 1usize..90) {
        for head in [&b"PK\x03\x04\x14\0\x08\0\x08\0"[..], b""] {
            let file = [head, &bytes].concat();
            let (mut told, mut walk) = (WalkLog::default(), zip::Zip::default());
            let _ = file.chunks(piece).try_for_each(|piece| walk.feed(piece, &mut told));
            let _ = walk.finish(&mut told);
            let (mut told, mut walk) = (WalkLog::default(), tar::Tar::default());
            let _ = file.chunks(piece).try_for_each(|piece| walk.feed(piece, &mut told));
            let _ = walk.finish(&mut told);
        }
    }
}

#[test]
fn damage_is_reported_for_its_member_alone() {
    let form = Form { deflated: true, sizes: 0, wide: false };
    let text: Vec<u8> = (0..2_000u32).flat_map(|n| n.to_string().into_bytes()).collect();
    let mut file = zip_of(&[(text.clone(), form), (text.clone(), form)]);
    // Bytes of the checksum and of the deflate stream.
    for (place, wrong) in [(14, "checksum"), (40, "deflate")] {
        let good = std::mem::replace(&mut file[place], 0xff);
        let told = told(zip::Zip::default(), &file, 1 << 20);
        assert!(told.0[0].2.as_ref().is_some_and(|said| said.contains(wrong)), "{:?}", told.0[0].2);
        assert_eq!((&told.0[1].1, &told.0[1].2), (&text, &None));
        file[place] = good;
    }
}

#[test]
fn descriptor_fits_its_member_and_the_next_record() {
    let found = Some(Sums { crc: 7, size: 9 });
    let narrow = b"\x07\0\0\0\x05\0\0\0\x09\0\0\0PK\x01\x02............";
    assert_eq!(descriptor(narrow, 5, found), Some(12));
    assert_eq!(descriptor(narrow, 6, found), None);
    assert_eq!(descriptor(narrow, 5, Some(Sums { crc: 8, size: 9 })), None);
    assert_eq!(descriptor(b"PK\x07\x08\x07\0\0\0\x05\0\0\0\x09\0\0\0PK\x03\x04", 5, found), Some(16));
    assert_eq!(descriptor(b"PK\x07\x08\x07\0\0\0\x05\0\0\0\x09\0\0\0PK\x03\x09", 5, found), None);
}
