//! Files of JSON.

use super::samples::{Samples, below, name, stack_count};
use std::io::Write as _;

fn list<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (place, item) in items.enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

fn call_frame(out: &mut Vec<u8>, stack: usize) {
    let name = name(stack);
    write!(out, r#""callFrame":{{"functionName":"{name}","scriptId":"1","url":"file:///a.js","lineNumber":1,"columnNumber":0}}"#)
        .unwrap();
}

/// Writes the nodes of a CPU profile.
fn nodes(out: &mut Vec<u8>, hits: impl Fn(usize) -> u64) {
    out.extend_from_slice(br#"{"nodes":"#);
    list(out, 0..stack_count(), |out, stack| {
        write!(out, r#"{{"id":{},"hitCount":{},"#, stack + 1, hits(stack)).unwrap();
        if let Some(below) = below(stack) {
            write!(out, r#""parent":{},"#, below + 1).unwrap();
        }
        call_frame(out, stack);
        out.push(b'}');
    });
}

/// Writes samples with their distances.
pub(super) fn cpu_profile(out: &mut Vec<u8>, samples: &Samples) {
    nodes(out, |_| 0);
    let end = samples.timed().last().map_or(0, |(_, at, weight)| at + weight);
    write!(out, r#","startTime":1000,"endTime":{end},"samples":"#).unwrap();
    list(out, samples.stacks.iter(), |out, stack| write!(out, "{}", stack + 1).unwrap());
    out.extend_from_slice(br#","timeDeltas":"#);
    let deltas = std::iter::once(0).chain(samples.weights.iter().copied()).take(samples.stacks.len());
    list(out, deltas, |out, delta| write!(out, "{delta}").unwrap());
    out.extend_from_slice(b"}\n");
}

/// Writes the number of samples of each node, and no samples.
pub(super) fn hits(out: &mut Vec<u8>, samples: &Samples) {
    let sums = samples.sums();
    nodes(out, |stack| sums[stack].0);
    out.extend_from_slice(b",\"startTime\":1000,\"endTime\":2000}\n");
}

/// Writes the bytes of each node, and the sampled allocations.
pub(super) fn heap_profile(out: &mut Vec<u8>, samples: &Samples) {
    fn node(out: &mut Vec<u8>, stack: usize, sums: &[(u64, u64)]) {
        out.push(b'{');
        call_frame(out, stack);
        write!(out, r#","selfSize":{},"id":{},"children":"#, sums[stack].1, stack + 1).unwrap();
        let children = (0..stack_count()).filter(|&child| below(child) == Some(stack));
        list(out, children, |out, child| node(out, child, sums));
        out.push(b'}');
    }
    out.extend_from_slice(br#"{"head":"#);
    node(out, 0, &samples.sums());
    out.extend_from_slice(br#","samples":"#);
    list(out, samples.timed(), |out, (stack, at, size)| {
        write!(out, r#"{{"size":{size},"nodeId":{},"ordinal":{at}}}"#, stack + 1).unwrap();
    });
    out.extend_from_slice(b"}\n");
}

fn speedscope(out: &mut Vec<u8>, samples: &Samples, unit: &str, weight: impl Fn(u64) -> u64) {
    out.extend_from_slice(
        br#"{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":"#,
    );
    list(out, 0..stack_count(), |out, stack| write!(out, r#"{{"name":"{}"}}"#, name(stack)).unwrap());
    let end: u64 = samples.weights.iter().map(|&of| weight(of)).sum();
    write!(out, r#"}},"profiles":[{{"type":"sampled","name":"run","unit":"{unit}","startValue":0,"endValue":{end},"samples":"#)
        .unwrap();
    list(out, samples.stacks.iter(), |out, &stack| {
        let mut frames: Vec<usize> = std::iter::successors(Some(stack), |&stack| below(stack)).collect();
        frames.reverse();
        list(out, frames.into_iter(), |out, frame| write!(out, "{frame}").unwrap());
    });
    out.extend_from_slice(br#","weights":"#);
    list(out, samples.weights.iter(), |out, &of| write!(out, "{}", weight(of)).unwrap());
    out.extend_from_slice(b"}]}\n");
}

/// Writes samples that each last as long as they weigh.
pub(super) fn speedscope_time(out: &mut Vec<u8>, samples: &Samples) {
    speedscope(out, samples, "microseconds", |weight| weight);
}

/// Writes samples that each count one.
pub(super) fn speedscope_counts(out: &mut Vec<u8>, samples: &Samples) {
    speedscope(out, samples, "none", |_| 1);
}

/// Writes the samples of one thread.
pub(super) fn firefox(out: &mut Vec<u8>, samples: &Samples) {
    let count = samples.stacks.len();
    out.extend_from_slice(br#"{"meta":{"interval":1,"startTime":5,"preprocessedProfileVersion":57},"threads":[{"name":"t","pid":1,"tid":2,"samples":{"stack":"#);
    list(out, samples.stacks.iter(), |out, stack| write!(out, "{stack}").unwrap());
    out.extend_from_slice(br#","time":"#);
    list(out, 0..count, |out, at| write!(out, "{at}.25").unwrap());
    write!(out, r#","length":{count}}},"stackTable":{{"prefix":"#).unwrap();
    list(out, 0..stack_count(), |out, stack| match below(stack) {
        Some(below) => write!(out, "{below}").unwrap(),
        None => out.extend_from_slice(b"null"),
    });
    for (table, column) in
        [("", r#","frame":"#), (r#","frameTable":{"#, r#""func":"#), (r#","funcTable":{"#, r#""name":"#)]
    {
        write!(out, "{table}{column}").unwrap();
        list(out, 0..stack_count(), |out, row| write!(out, "{row}").unwrap());
        write!(out, r#","length":{}}}"#, stack_count()).unwrap();
    }
    out.extend_from_slice(br#","stringArray":"#);
    list(out, 0..stack_count(), |out, stack| write!(out, r#""{}""#, name(stack)).unwrap());
    out.extend_from_slice(b"}]}\n");
}

/// Writes samples beside the events of a Chrome trace.
pub(super) fn chrome_samples(out: &mut Vec<u8>, samples: &Samples) {
    out.extend_from_slice(br#"{"traceEvents":[],"stackFrames":{"#);
    for stack in 0..stack_count() {
        let comma = if stack > 0 { "," } else { "" };
        write!(out, r#"{comma}"{stack}":{{"name":"{}""#, name(stack)).unwrap();
        if let Some(below) = below(stack) {
            write!(out, r#","parent":"{below}""#).unwrap();
        }
        out.push(b'}');
    }
    out.extend_from_slice(br#"},"samples":"#);
    list(out, samples.stacks.iter().enumerate(), |out, (place, stack)| {
        write!(
            out,
            r#"{{"cpu":0,"tid":1,"ts":{}.0,"name":"cycles:HG","sf":"{stack}","weight":1}}"#,
            place * 1000
        )
        .unwrap();
    });
    out.extend_from_slice(b"}\n");
}
