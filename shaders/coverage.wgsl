// Antialiasing of edges: how much of a pixel lies inside, from distances in device pixels.

// Half the width of the ramp from inside to outside.
const FEATHER: f32 = 0.5;

// Part of a pixel between two facing edges at these distances, positive inside. Exact for parallel edges
// along a pixel grid: a band w < 1 pixels wide covers w of the pixels it runs through the middle of.
fn band_coverage(a: f32, b: f32) -> f32 {
    return max(0.0, clamp(a + FEATHER, 0.0, 1.0) + clamp(b + FEATHER, 0.0, 1.0) - 1.0);
}
