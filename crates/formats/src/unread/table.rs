//! Lists the formats that are not read, each with its signature and with what makes a file of it that is read.

use super::head::Head;

/// A format that is recognised and not read.
#[derive(Debug, Clone, Copy)]
pub struct UnreadFormat {
    /// Name with its article, for the sentence *It is …*.
    pub name: &'static str,
    /// Way to a file that is read: a command in backticks, and what it does.
    pub advice: &'static str,
    /// Test whether a file has the format.
    pub(super) fits: fn(&Head<'_>) -> bool,
}

/// All formats that are recognised and not read. Those with clearer signatures come first.
pub const UNREAD_FORMATS: &[UnreadFormat] = &[
    UnreadFormat {
        name: "a recording of simpleperf (Android)",
        advice: "`gecko_profile_generator.py -i perf.data > run.json` of simpleperf makes a Firefox profile of it",
        fits: |head| head.starts(b"SIMPLEPERF") || head.starts(b"PERFILE2") && head.has(b"simpleperf"),
    },
    UnreadFormat {
        name: "a recording of Linux’s perf (`perf.data`)",
        advice: "`perf script -i perf.data > run.perf` prints text that Diptych reads; run it on the machine that made the recording",
        fits: |head| head.starts(b"PERFILE2") || head.starts(b"2ELIFREP") || head.starts(b"PERFFILE"),
    },
    UnreadFormat {
        name: "a recording of Java Flight Recorder",
        advice: "`jfrconv -o collapsed run.jfr run.collapsed` of async-profiler makes folded stacks of it",
        fits: |head| head.starts(b"FLR\0"),
    },
    UnreadFormat {
        name: "a method trace of Android’s runtime (ART)",
        advice: "`traceconv json run.trace run.json` of Perfetto makes Chrome Trace Event JSON of it",
        fits: |head| head.starts(b"SLOW") || head.starts(b"*version\n") || head.starts(b"*version\r\n"),
    },
    UnreadFormat {
        name: "a log of V8 (`node --prof`)",
        advice: "record with `node --cpu-prof` instead. Or run `node --prof-process --preprocess v8.log > run.json`, open the result in \
                 speedscope and export it",
        fits: |head| {
            let names = |line: &str| {
                ["v8-version,", "v8-platform,", "shared-library,"].iter().any(|name| line.starts_with(name))
            };
            head.lines().next().is_some_and(names)
                || head.text.starts_with("{\"code\":[") && head.has(b"\"ticks\":")
        },
    },
    UnreadFormat {
        name: "a sampling report of macOS (`sample`, `spindump`)",
        advice: "`stackcollapse-sample.awk run.txt > run.folded` of FlameGraph makes folded stacks of it",
        fits: |head| {
            head.text.starts_with("Analysis of sampling ")
                || head.text.starts_with("Sampling process ") && head.has(b"Call graph:")
        },
    },
    UnreadFormat {
        name: "a recording of .NET (`nettrace`)",
        advice: "`dotnet-trace convert --format Speedscope run.nettrace` makes a speedscope file of it",
        fits: |head| head.starts(b"Nettrace"),
    },
    UnreadFormat {
        name: "a trace of Event Tracing for Windows (ETL)",
        advice: "`samply import run.etl --save-only -o run.json` makes a Firefox profile of it",
        fits: |head| {
            // The first buffer has a header of 72 bytes, then the header of the log: its version, type and mark.
            let size = head.bytes.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
            let is_size = size >= 1024 && size.is_multiple_of(1024) && size <= 16 << 20;
            is_size && matches!(head.bytes.get(0x48..0x4c), Some([2, 0, 1 | 2, 0xc0]))
        },
    },
    UnreadFormat {
        name: "a result of Intel VTune",
        advice: "first run `vtune -report callstacks -r RESULT -format csv > run.csv`, then `stackcollapse-vtune.pl run.csv > \
                 run.folded`. The result is folded stacks",
        fits: |head| {
            let is_xml = head.text.starts_with("<?xml") && (head.has(b"vtune") || head.has(b"amplxe"));
            is_xml
                || head.lines().next().is_some_and(|line| {
                    line.starts_with("Function Stack,") || line.starts_with("Function\tFunction Stack")
                })
        },
    },
    UnreadFormat {
        name: "an event log of GHC (Haskell)",
        advice: "`hs-speedscope run.eventlog` makes a speedscope file of it",
        fits: |head| head.starts(b"hdrb"),
    },
    UnreadFormat {
        name: "a heap profile of DHAT",
        advice: "`dhat-to-flamegraph --format folded dhat.out -o run.folded` makes folded stacks of it",
        fits: |head| head.starts_json() && head.early(b"\"dhatFileVersion\""),
    },
    UnreadFormat {
        name: "a recording of heaptrack",
        advice: "`heaptrack_print -F run.folded heaptrack.app.zst` makes folded stacks of it",
        fits: |head| {
            let mut lines = head.lines();
            let is_version = |line: &str| {
                let mut words = line.strip_prefix("v ").into_iter().flat_map(str::split_whitespace);
                let is_number =
                    |word: Option<&str>| word.is_some_and(|word| u32::from_str_radix(word, 16).is_ok());
                is_number(words.next()) && is_number(words.next()) && words.next().is_none()
            };
            lines.next().is_some_and(is_version)
                && lines.next().is_some_and(|line| line.starts_with("X ") || line.starts_with("x "))
        },
    },
    UnreadFormat {
        name: "a self-profile of rustc (measureme)",
        advice: "`crox run.mm_profdata` of measureme makes Chrome Trace Event JSON of it",
        fits: |head| head.starts(b"MMPD"),
    },
    UnreadFormat {
        name: "a profile of TensorFlow or JAX (`xplane.pb`)",
        advice: "open `*.trace.json.gz` from the same folder; the profiler writes that file, too",
        fits: |head| {
            let planes: [&[u8]; 5] =
                [b"/host:CPU", b"/device:GPU:", b"/device:TPU:", b"/host:metadata", b"/device:CUSTOM:"];
            head.starts(b"\x0a") && planes.iter().any(|plane| head.has(plane))
        },
    },
    UnreadFormat {
        name: "a database of Nsight Systems",
        advice: "`nsys2json -f run.sqlite -o run.json` makes Chrome Trace Event JSON of it",
        fits: |head| {
            let tables: [&[u8]; 4] =
                [b"CUPTI_ACTIVITY_KIND", b"NVTX_EVENTS", b"TARGET_INFO_SYSTEM_ENV", b"ENUM_NSYS_"];
            head.starts(SQLITE) && tables.iter().any(|table| head.has(table))
        },
    },
    UnreadFormat {
        name: "a result of AMD’s rocprof",
        advice: "record with `rocprofv3 --output-format pftrace -- PROGRAM`, which writes a Perfetto trace",
        fits: |head| {
            let first = head.lines().next().unwrap_or_default();
            let starts = [
                "\"Name\",\"Calls\",\"TotalDurationNs\"",
                "\"Index\",\"KernelName\"",
                "Index,KernelName,",
                "\"Kind\",\"Agent_Id\"",
            ];
            head.starts(SQLITE) && head.has(b"rocpd_")
                || starts.iter().any(|start| first.starts_with(start))
                || head.starts_json() && head.early(b"\"rocprofiler-sdk-tool\"")
        },
    },
    UnreadFormat {
        name: "a part of a CTF trace (LTTng)",
        advice: "`ctf2ctf` makes Chrome Trace Event JSON of the whole folder",
        fits: |head| {
            // Magic numbers of a stream packet and of a metadata packet, in both byte orders; or metadata as text.
            let magics: [&[u8]; 4] = [
                &[0xc1, 0x1f, 0xfc, 0xc1],
                &[0xc1, 0xfc, 0x1f, 0xc1],
                &[0x57, 0x1d, 0xd1, 0x75],
                &[0x75, 0xd1, 0x1d, 0x57],
            ];
            magics.iter().any(|magic| head.starts(magic)) || head.text.starts_with("/* CTF ")
        },
    },
    UnreadFormat {
        name: "a capture of Tracy",
        advice: "`tracy-csvexport run.tracy` lists its zones; no known tool converts it to a format that Diptych reads",
        fits: |head| {
            head.starts(b"tracy")
                || head.starts(b"tlZ\x04")
                || head.starts(b"tZst")
                || head.starts(b"tr\xfdP")
        },
    },
    UnreadFormat {
        name: "an execution trace of Go (`runtime/trace`)",
        advice: "`go tool trace -pprof=sched run.trace > sched.pprof` makes a pprof profile of it. \
                 `-pprof=net`, `-pprof=sync` and `-pprof=syscall` work, too",
        fits: |head| {
            head.text.starts_with("go 1.") && head.early(b" trace\0")
                || head.starts(b"go 1.") && head.early(b" trace\0")
        },
    },
    UnreadFormat {
        name: "a Fuchsia trace (FXT), for example from magic-trace",
        advice: "`traceconv json run.fxt run.json` of Perfetto makes Chrome Trace Event JSON of it",
        fits: |head| head.starts(b"\x10\0\x04FxT\x16\0"),
    },
    UnreadFormat {
        name: "a trace of uftrace",
        advice: "`uftrace dump --chrome > run.json` makes Chrome Trace Event JSON of the folder",
        fits: |head| head.starts(b"Ftrace!\0"),
    },
    UnreadFormat {
        name: "a recording of trace-cmd (`trace.dat`)",
        advice: "`traceconv json trace.dat run.json` of Perfetto makes Chrome Trace Event JSON of it",
        fits: |head| head.starts(b"\x17\x08\x44tracing"),
    },
    UnreadFormat {
        name: "a binary recording of Austin",
        advice: "`mojo2austin run.mojo run.austin` makes folded stacks of it",
        fits: |head| head.starts(b"MOJ"),
    },
    UnreadFormat {
        name: "a raw recording of rbspy",
        advice: "`rbspy report -f speedscope -i raw.gz -o run.json` makes a speedscope file of it",
        fits: |head| head.starts(b"rbspy0"),
    },
    UnreadFormat {
        name: "a session of pyinstrument",
        advice: "`pyinstrument --load run.json -r speedscope -o run.speedscope.json` makes a speedscope file of it",
        fits: |head| head.starts_json() && head.early(b"\"frame_tree\"") && head.early(b"\"sample_count\""),
    },
    UnreadFormat {
        name: "a heap snapshot of V8",
        advice: "record allocations with `node --heap-prof` instead: a snapshot has no call stacks",
        fits: |head| head.starts_json() && head.early(b"\"snapshot\"") && head.early(b"\"node_fields\""),
    },
    UnreadFormat {
        name: "a Ruby Marshal recording, for example from stackprof",
        advice: "`stackprof --json run.dump > run.json` makes JSON of it",
        fits: |head| head.starts(b"\x04\x08{") && head.has(b"frames") && head.has(b"mode"),
    },
    UnreadFormat {
        name: "a heap profile of gperftools or jemalloc",
        advice: "`pprof --collapsed PROGRAM run.heap > run.folded` (`jeprof` for jemalloc) makes folded stacks of it",
        fits: |head| head.text.starts_with("heap profile: ") || head.text.starts_with("heap_v2/"),
    },
    UnreadFormat {
        name: "a report of `pprof --text`",
        advice: "`pprof -proto PROGRAM PROFILE > run.pb.gz` writes a profile with call stacks",
        fits: |head| {
            let mut lines = head.lines();
            let is_total = |line: &str| {
                line.strip_prefix("Total: ")
                    .is_some_and(|rest| rest.ends_with(" samples") || rest.ends_with(" MB"))
            };
            lines.next().is_some_and(is_total) && lines.next().is_some_and(|line| line.contains('%'))
        },
    },
    UnreadFormat {
        name: "an output of DTrace",
        advice: "`stackcollapse.pl run.stacks > run.folded` of FlameGraph makes folded stacks of it",
        fits: |head| {
            // Frames are `module`function+0x12`, each indented; a line with the count ends a stack.
            let is_frame = |line: &&str| line.starts_with(' ') && line.contains('`') && !line.contains(';');
            let is_count = |line: &&str| line.starts_with(' ') && line.trim().parse::<u64>().is_ok();
            let starts = head.lines().next().is_some_and(|line| line.starts_with("CPU     ID"));
            let frames = head.lines().filter(is_frame).count();
            frames >= 2 && (starts || head.lines().any(|line| is_count(&line)) || frames >= 8)
        },
    },
    UnreadFormat {
        name: "a binary property list, as in a `.trace` of Instruments",
        advice: "open the `.trace` in Instruments, select all rows of the call tree, choose Edit › Deep Copy, and paste into a text file",
        fits: |head| head.starts(b"bplist00"),
    },
    UnreadFormat {
        name: "an XML export of Instruments",
        advice: "open the `.trace` in Instruments, select all rows of the call tree, choose Edit › Deep Copy, and paste into a text file",
        fits: |head| head.text.contains("<trace-query-result") || head.text.contains("<trace-toc"),
    },
    UnreadFormat {
        name: "a profile of gperftools, Go or Java in text (contention, threads, heap)",
        advice: "`pprof -proto PROGRAM PROFILE > run.pb.gz` makes a pprof profile of it",
        fits: |head| {
            let starts = [
                "--- contentionz ",
                "--- threadz ",
                "--- heapz ",
                "--- contention:",
                "threadcreate profile: ",
            ];
            starts.iter().any(|start| head.text.starts_with(start))
        },
    },
    UnreadFormat {
        name: "a cost-centre profile of GHC (`+RTS -p`)",
        advice: "record with `+RTS -pj`, open the result in speedscope and export it",
        fits: |head| {
            head.text.contains("Time and Allocation Profiling Report")
                || head.starts_json() && head.early(b"\"rts_arguments\"")
        },
    },
    UnreadFormat {
        name: "a callgraph of FreeBSD’s pmcstat",
        advice: "`stackcollapse-pmc.pl run.txt > run.folded` of FlameGraph makes folded stacks of it",
        fits: |head| {
            let first = head.lines().next().unwrap_or_default();
            first.starts_with("@ ") && first.ends_with(" samples]")
        },
    },
    UnreadFormat {
        name: "a recording of Safari’s Web Inspector",
        advice: "open it in speedscope and export it",
        fits: |head| head.starts_json() && head.early(b"\"recording\"") && head.early(b"\"instrumentTypes\""),
    },
    UnreadFormat {
        name: "a call tree of Visual Studio’s profiler (CSV)",
        advice: "`stackcollapse-vsprof.pl run.csv > run.folded` of FlameGraph makes folded stacks of it",
        fits: |head| {
            head.text.trim_start_matches('\u{feff}').starts_with("Level,Function Name,Number of Calls,")
        },
    },
    UnreadFormat {
        name: "a report of gprof",
        advice: "it has sums of functions and no call stacks. Record with `perf record -g` instead, and print with `perf script > run.perf`",
        fits: |head| {
            let first = head.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            first.starts_with("Flat profile:") && head.early(b"cumulative")
        },
    },
    UnreadFormat {
        name: "output of `pprof -raw`",
        advice: "give Diptych the profile itself, or run `stackcollapse-go.pl run.txt > run.folded` of FlameGraph to make folded stacks of it",
        fits: |head| head.text.starts_with("PeriodType: ") && head.has(b"\nSamples:\n"),
    },
    UnreadFormat {
        name: "a profile of HPROF (Java)",
        advice: "`stackcollapse-hprof java.hprof.txt > run.folded` of hprof2flamegraph makes folded stacks of it, if it holds `CPU SAMPLES`",
        fits: |head| head.starts(b"JAVA PROFILE 1."),
    },
    UnreadFormat {
        name: "a profile of OpenTelemetry (OTLP profiles)",
        advice: "no known tool converts it; record with a profiler that writes pprof or folded stacks",
        fits: |head| {
            head.starts_json()
                && (head.early(b"\"resourceProfiles\"") || head.early(b"\"resource_profiles\""))
        },
    },
    UnreadFormat {
        name: "a reply of the Dart VM (`CpuSamples`)",
        advice: "ask the VM service for `getPerfettoCpuSamples` instead, which writes a Perfetto trace",
        fits: |head| {
            let is_type = |text: &[u8]| head.early(text);
            head.starts_json()
                && (is_type(b"\"type\":\"CpuSamples\"") || is_type(b"\"type\": \"CpuSamples\""))
        },
    },
    UnreadFormat {
        name: "a database of SQLite",
        advice: "export the trace from the tool that wrote it",
        fits: |head| head.starts(SQLITE),
    },
];

/// First bytes of every database.
const SQLITE: &[u8] = b"SQLite format 3\0";
