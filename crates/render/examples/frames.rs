//! Measures frames of scenes on this machine's graphics, off screen: `frames SCENE…` prints one JSON object.
//!
//! A frame is timed from its begin until the GPU has finished it, with other transforms each time, as while a user pans.

use diptych_render::gpu::GpuBackend;
use diptych_render::{Backend, FrameParams, Part, PixelSize, ScenePlan, Target, draw};
use diptych_scene::wire;
use std::fmt::Write as _;
use std::pin::pin;
use std::process::ExitCode;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// An error in words.
type Error = Box<dyn std::error::Error>;

/// Sizes in device pixels, each with the device pixels per CSS pixel that fill it with the same scene.
const SIZES: [(PixelSize, f32); 2] =
    [(PixelSize { width: 1440, height: 900 }, 1.0), (PixelSize { width: 3840, height: 2160 }, 2.4)];

/// Frames before the measured ones: pipelines are created, and clocks rise.
const WARM_UP: usize = 20;
/// Measured frames.
const FRAMES: usize = 200;

fn main() -> ExitCode {
    match measured(std::env::args().skip(1).collect()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("frames: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures every scene at every size. Without an adapter, says so.
fn measured(files: Vec<String>) -> Result<String, Error> {
    let (mut backend, adapter) = match ready(GpuBackend::off_screen()) {
        Ok(made) => made,
        Err(error) => return Ok(format!("{{\"missing\":{}}}", quoted(&error.to_string()))),
    };
    let kind = format!("{:?}", adapter.device_type);
    let mut rows = Vec::new();
    for file in files {
        let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
        let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let scene = wire::decode(&words).map_err(|error| format!("{file}: {error}"))?;
        let plan = ScenePlan::new(&scene);
        backend.upload(Part::Base, &plan.base)?;
        backend.upload(Part::Marks, &plan.marks)?;
        let name = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".scene");
        for (size, dpr) in SIZES {
            rows.push(row(name, &frames(&mut backend, &plan, size, dpr)?, size, backend.memory_bytes()));
        }
    }
    Ok(format!(
        "{{\"adapter\":{},\"kind\":{},\"rows\":[{}]}}",
        quoted(&adapter.name),
        quoted(&kind),
        rows.join(",")
    ))
}

/// Returns the milliseconds of all frames, sorted.
fn frames(backend: &mut GpuBackend, plan: &ScenePlan, size: PixelSize, dpr: f32) -> Result<Vec<f64>, Error> {
    let mut spent = Vec::new();
    for number in 0..WARM_UP + FRAMES {
        // A few steps more for each curve change the uniforms, so that no frame equals the one before.
        let still = FrameParams::still(size, dpr);
        let params = FrameParams { segments: still.segments - (number % 2) as u32, ..still };
        let begun = Instant::now();
        draw(backend, plan, &params, Target::Picture)?;
        backend.wait()?;
        if number >= WARM_UP {
            spent.push(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    spent.sort_by(f64::total_cmp);
    Ok(spent)
}

fn row(name: &str, spent: &[f64], size: PixelSize, memory: Option<u64>) -> String {
    let rank = |share: f64| spent[((share * spent.len() as f64).ceil() as usize).clamp(1, spent.len()) - 1];
    let memory = memory.map_or("null".to_owned(), |bytes| bytes.to_string());
    format!(
        "{{\"scene\":{},\"width\":{},\"height\":{},\"p50\":{},\"p95\":{},\"memory\":{memory}}}",
        quoted(name),
        size.width,
        size.height,
        rank(0.5),
        rank(0.95)
    )
}

/// Returns a text as JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            char if char < ' ' => drop(write!(out, "\\u{:04x}", char as u32)),
            char => out.push(char),
        }
    }
    out + "\""
}

/// Runs a future to its end. Those of a native device are ready at once or after a poll.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let (mut future, mut context) = (pin!(future), Context::from_waker(Waker::noop()));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::yield_now(),
        }
    }
}
