//! Recognises formats that are not read, so that the error can name them and say how to convert them.

mod head;
mod table;

pub(crate) use head::KNOWN_BYTES;
pub use table::{UNREAD_FORMATS, UnreadFormat};

use crate::{ReadError, ReadErrorKind};
use head::Head;

/// Returns the error for a file of an unsupported format, or `None` if it has none of these.
pub(crate) fn not_read(head: &[u8]) -> Option<ReadError> {
    let head = Head::new(head);
    let UnreadFormat { name, advice, .. } = UNREAD_FORMATS.iter().find(|format| (format.fits)(&head))?;
    let found = format!("It is {name}. This version does not read it; {advice}");
    Some(ReadError::new(ReadErrorKind::NotRead, 0, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// First bytes of files of every format, in the order of the table.
    const EXAMPLES: &[(&str, &[&[u8]])] = &[
        ("simpleperf", &[b"SIMPLEPERF\x01\0", b"PERFILE2\x68\0\0\0simpleperf.version"]),
        ("`perf.data`", &[b"PERFILE2\x68\0\0\0", b"2ELIFREP", b"PERFFILE"]),
        ("Java Flight Recorder", &[b"FLR\0\0\x02\0\x01"]),
        ("(ART)", &[b"SLOW\x03\0", b"*version\n3\ndata-file-overflow=false\n"]),
        (
            "log of V8",
            &[
                b"v8-version,11,3,244,8,0\nv8-platform,linux\n",
                b"shared-library,/usr/bin/node,0x1,0x2,0\n",
                b"{\"code\":[{\"name\":\"f\"}],\"ticks\":[]}",
            ],
        ),
        ("`sample`", &[b"Analysis of sampling prog (pid 12) every 1 millisecond\nProcess: prog\n"]),
        (".NET", &[b"Nettrace\x14\0\0\0!FastSerialization.1"]),
        ("ETL", &[&etl()]),
        ("VTune", &[b"<?xml version=\"1.0\"?>\n<vtune project=\"x\"/>", b"Function Stack,CPU Time:Self\n"]),
        ("GHC", &[b"hdrbhetb"]),
        ("DHAT", &[b"{\"dhatFileVersion\":2,\"mode\":\"heap\"}", b"{\n \"dhatFileVersion\": 2"]),
        ("heaptrack", &[b"v 10400 3\nX ./app\nI 1000 ff\n", b"v 10200 2\nx 5 ./app\n"]),
        ("measureme", &[b"MMPD\x09\0\0\0"]),
        ("`xplane.pb`", &[b"\x0a\x20\x12\x09/host:CPU\x1a\x10"]),
        ("Nsight Systems", &[b"SQLite format 3\0\x10\0CREATE TABLE NVTX_EVENTS"]),
        (
            "rocprof",
            &[
                b"\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\"\n",
                b"SQLite format 3\0rocpd_string",
                b"{\"rocprofiler-sdk-tool\": [{}]}",
            ],
        ),
        ("CTF", &[b"\xc1\x1f\xfc\xc1\x2a\x64", b"/* CTF 1.8 */\n\ntypealias integer"]),
        ("Tracy", &[b"tracy\0\x0b", b"tlZ\x04abc", b"tZstabc", b"tr\xfdP\x01"]),
        ("execution trace of Go", &[b"go 1.11 trace\0\0\0", b"go 1.22 trace\0\0\0\xff"]),
        ("FXT", &[b"\x10\0\x04FxT\x16\0"]),
        ("uftrace", &[b"Ftrace!\0\x04"]),
        ("trace-cmd", &[b"\x17\x08\x44tracing6\0"]),
        ("Austin", &[b"MOJ\x03"]),
        ("rbspy", &[b"rbspy02\n"]),
        ("pyinstrument", &[b"{\"start_time\": 1.5, \"sample_count\": 12, \"frame_tree\": []}"]),
        ("heap snapshot", &[b"{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\"]}}}"]),
        ("Ruby", &[b"\x04\x08{\x0a:\x0cversionf\x081.2:\x09modeI:\x0bframes"]),
        (
            "gperftools or jemalloc",
            &[b"heap profile:    12:   34 [ 45:  67] @ heap_v2/524288\n", b"heap_v2/524288\n  t*: 1"],
        ),
        ("`pprof --text`", &[b"Total: 123 samples\n      14   2.1%  17.2%       58   8.7% f\n"]),
        (
            "DTrace",
            &[
                b"\n              libc.so.1`main+0x10\n              prog`start\n               12\n",
                b"CPU     ID                    FUNCTION:NAME\n   a`b+0x1\n   a`c\n",
            ],
        ),
        ("property list", &[b"bplist00\xd4\x01"]),
        (
            "export of Instruments",
            &[b"<?xml version=\"1.0\"?>\n<trace-query-result>\n", b"<?xml version=\"1.0\"?>\n<trace-toc>\n"],
        ),
        (
            "gperftools, Go or Java",
            &[
                b"--- contentionz 1 ---\ncycles/second = 1\n",
                b"--- threadz 1 ---\n",
                b"threadcreate profile: total 7\n",
            ],
        ),
        (
            "cost-centre profile",
            &[
                b"\tSun Aug  6 14:52 2023 Time and Allocation Profiling Report  (Final)\n",
                b"{\"program\": \"a\", \"rts_arguments\": [\"-pj\"]}",
            ],
        ),
        ("pmcstat", &[b"@ inst_retired.any [35705 samples]\n\n20.86%  [7447]     f @ /boot/kernel\n"]),
        ("Safari", &[b"{\"version\":1,\"recording\":{\"displayName\":\"t\",\"instrumentTypes\":[]}}"]),
        ("Visual Studio", &[b"Level,Function Name,Number of Calls,Elapsed Inclusive Time %\n"]),
        ("gprof", &[b"Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %   cumulative   self\n"]),
        (
            "`pprof -raw`",
            &[b"PeriodType: cpu nanoseconds\nPeriod: 10000000\nTime: 2015-01-01\nSamples:\nsamples/count\n"],
        ),
        ("HPROF", &[b"JAVA PROFILE 1.0.1, created Sun Jun  1 12:00:00 2014\n", b"JAVA PROFILE 1.0.2\0\0\0"]),
        ("OTLP profiles", &[b"{\"resourceProfiles\":[{\"resource\":{}}]}", b"{\n \"resource_profiles\": ["]),
        ("`CpuSamples`", &[b"{\"type\":\"CpuSamples\",\"samplePeriod\":50}", b"{\"type\": \"CpuSamples\""]),
        ("SQLite", &[b"SQLite format 3\0\x10\0CREATE TABLE users"]),
    ];

    const fn etl() -> [u8; 0x50] {
        let mut bytes = [0; 0x50];
        (bytes[2], bytes[0x48], bytes[0x4a], bytes[0x4b]) = (1, 2, 1, 0xc0);
        bytes
    }

    #[test]
    fn unsupported_formats_are_named_with_their_converter() {
        assert_eq!(
            EXAMPLES.len(),
            UNREAD_FORMATS.len(),
            "`EXAMPLES` must have one entry for each row of `table.rs`"
        );
        for (format, (name, heads)) in UNREAD_FORMATS.iter().zip(EXAMPLES) {
            assert!(format.name.contains(name), "{name} is not {}", format.name);
            for head in *heads {
                let error = not_read(head).map(|error| error.to_string()).unwrap_or_default();
                let expected = format!(
                    "has a format that Diptych does not read. It is {}. This version does not read it; {}. Convert it to a format \
                     that Diptych reads, or choose another file.",
                    format.name, format.advice
                );
                assert_eq!(error, expected, "{:?}", String::from_utf8_lossy(head));
            }
        }
    }

    #[test]
    fn other_files_are_not_named() {
        let others: &[&[u8]] = &[
            b"",
            b"notes: buy 3 apples\n",
            b"a line 12\n",
            br#"{"users":[1,2],"nodes":[]}"#,
            br#"{"title":"\"meta\"","interval":3}"#,
            br#"["$schema","speedscope.app/file-format-schema"]"#,
            b"x;y and no number\n",
            b"\x0a\x03abc\x00\x01",
            b"\n\nplain text\n",
            b"\0asm\x01\0\0\0",
            b"a list of `code` words\n  with `one` indented line\n",
            b"go 1.22 is out\n",
            b"v 1\nX marks the spot\n",
        ];
        for other in others {
            assert_eq!(not_read(other), None, "{:?}", String::from_utf8_lossy(other));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_examined(bytes in prop::collection::vec(any::<u8>(), 0..2_000), text in ".*") {
            let _ = (not_read(&bytes), not_read(text.as_bytes()));
        }
    }
}
