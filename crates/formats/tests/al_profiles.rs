//! Reads profiles of Business Central's AL, which have V8's members with other meanings.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{AxisKind, OddityKind, Unit};
use support::values::{calls, lanes, odd, one, total};

const APPLICATION: &str =
    r#""applicationDefinition":{"objectType":"Page","objectName":"Item Card","objectId":30}"#;

/// Makes a profile of `a`, its callees `b` and `c`, and `idle`. `application` is a member of each node.
fn profile(application: &str, samples: &str, deltas: &str, times: &str) -> Vec<u8> {
    let node = |id: u32, name: &str, children: &str| {
        format!(
            r#"{{"id":{id},"callFrame":{{"functionName":"{name}"}},"hitCount":9,"children":[{children}],{application}}}"#
        )
    };
    let nodes = [node(1, "a", "2,3"), node(2, "b", ""), node(3, "c", ""), node(4, "idle", "")].join(",");
    format!(
        r#"{{"nodes":[{nodes}],"startTime":63908135676869388,"endTime":63908136006331367,
        "samples":[{samples}],"timeDeltas":[{deltas}]{times}}}"#
    )
    .into_bytes()
}

#[test]
fn times_of_samples_are_own_times_of_nodes() {
    let trace = one(&profile(APPLICATION, "1,4,2,3", "7,287000000,20,3", ""));
    assert_eq!((trace.axis().kind, trace.axis().unit), (AxisKind::Weight, Unit::Nanoseconds));
    assert_eq!(
        ["a", "b", "c", "idle"].map(|name| total(&trace, name)),
        [30_000, 20_000, 3_000, 287_000_000_000]
    );
    let expected = [(0, "a"), (1, "b"), (1, "c"), (0, "idle")];
    assert_eq!(calls(&trace), expected.map(|(depth, name)| (depth, name.to_owned())));
    assert_eq!((lanes(&trace), odd(&trace)), (vec!["AL session".to_owned()], vec![]));
}

#[test]
fn measured_times_include_callees() {
    // The deltas are the differences of these times.
    let times = r#","sampleExecutionTimes":[100,60,25,5]"#;
    let trace = one(&profile(APPLICATION, "1,2,3,4", "100,40,35,20", times));
    assert_eq!(["a", "b", "c", "idle"].map(|name| total(&trace, name)), [100_000, 60_000, 25_000, 5_000]);
    assert_eq!((trace.extent(), odd(&trace)), (105_000, vec![]));
    // A callee that takes longer than its caller makes the caller as long.
    let times = r#","sampleExecutionTimes":[80,60,25,5]"#;
    let trace = one(&profile(APPLICATION, "1,2,3,4", "80,20,35,20", times));
    assert_eq!((total(&trace, "a"), odd(&trace)[0].0), (85_000, OddityKind::SumDiffers));
    // Otherwise they say something else.
    let trace = one(&profile(APPLICATION, "1,2,3,4", "80,20,35,21", times));
    assert_eq!(total(&trace, "a"), 135_000);
}

#[test]
fn other_profiles_stay_a_course_of_time() {
    // The same members without an application are those of V8.
    let trace = one(&profile(r#""deoptReason":"""#, "1,4,2,3", "7,100,20,3", ""));
    assert_eq!((trace.axis().kind, lanes(&trace)), (AxisKind::Time, vec!["JavaScript".to_owned()]));
    // Samples last until the next one, and the last one as long as usual, 20 µs.
    assert_eq!((total(&trace, "a"), total(&trace, "c")), (100_000 + 3_000 + 20_000, 20_000));
    // Nodes that come again are no list of nodes.
    let trace = one(&profile(APPLICATION, "1,4,1,3", "7,100,20,3", ""));
    assert_eq!((trace.axis().kind, lanes(&trace)), (AxisKind::Time, vec!["AL session".to_owned()]));
}
