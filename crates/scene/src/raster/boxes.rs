//! Boxes and images: axis-parallel, snapped to whole device pixels.

use super::target::{Area, Brush, Target};
use crate::shade::{rect, snap};
use crate::{Image, ImageBatch, RectBatch};

pub(super) fn draw_rects(target: &mut Target, brush: &Brush, batch: &RectBatch) {
    for instance in &batch.instances {
        let Some((edges, area)) = snapped(brush, [instance.x0, instance.y0, instance.x1, instance.y1]) else {
            continue;
        };
        for_each_pixel(area, |x, y| {
            let middle = [x as f32 + 0.5, y as f32 + 0.5];
            target.put(brush.blend, x, y, rect(instance, edges, middle, brush.dpr));
        });
    }
}

pub(super) fn draw_images(target: &mut Target, brush: &Brush, batch: &ImageBatch) {
    for image in &batch.images {
        let box_ = image.rect;
        let Some((edges, area)) = snapped(brush, [box_.x0, box_.y0, box_.x1, box_.y1]) else {
            continue;
        };
        if image.width == 0 || image.height == 0 {
            continue;
        }
        for_each_pixel(area, |x, y| {
            let u = (x as f32 + 0.5 - edges[0]) / (edges[2] - edges[0]) * image.width as f32;
            let v = (y as f32 + 0.5 - edges[1]) / (edges[3] - edges[1]) * image.height as f32;
            let color = if image.smooth { linear(image, u, v) } else { nearest(image, u, v) };
            target.put(brush.blend, x, y, color);
        });
    }
}

/// Returns the snapped edges of a box under the brush's transform, and the pixels of it to draw.
fn snapped(brush: &Brush, [x0, y0, x1, y1]: [f32; 4]) -> Option<([f32; 4], Area)> {
    let (x0, y0) = brush.transform.apply(x0, y0);
    let (x1, y1) = brush.transform.apply(x1, y1);
    if ![x0, y0, x1, y1].iter().all(|edge| edge.is_finite()) {
        return None;
    }
    let [x0, x1] = snap(x0, x1, brush.dpr);
    let [y0, y1] = snap(y0, y1, brush.dpr);
    let edges = [x0, y0, x1, y1];
    Some((edges, brush.clip.within(edges)?))
}

fn for_each_pixel(area: Area, mut draw: impl FnMut(i32, i32)) {
    for y in area.y0..area.y1 {
        for x in area.x0..area.x1 {
            draw(x, y);
        }
    }
}

/// Returns the texel at a position in texels.
fn nearest(image: &Image, u: f32, v: f32) -> [f32; 4] {
    texel(image, u.floor() as i64, v.floor() as i64)
}

/// Interpolates the four texels around a position. Beyond the border, the border texel repeats.
fn linear(image: &Image, u: f32, v: f32) -> [f32; 4] {
    let (u, v) = (u - 0.5, v - 0.5);
    let (column, row) = (u.floor(), v.floor());
    let (right, down) = (u - column, v - row);
    let (column, row) = (column as i64, row as i64);
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| texel(image, column + x, row + y));
    let weights = [(1.0 - right) * (1.0 - down), right * (1.0 - down), (1.0 - right) * down, right * down];
    let mut color = [0.0; 4];
    for (corner, weight) in corners.iter().zip(weights) {
        color.iter_mut().zip(corner).for_each(|(sum, channel)| *sum += channel * weight);
    }
    color
}

fn texel(image: &Image, column: i64, row: i64) -> [f32; 4] {
    let column = column.clamp(0, image.width as i64 - 1) as usize;
    let row = row.clamp(0, image.height as i64 - 1) as usize;
    let at = (row * image.width as usize + column) * 4;
    [0, 1, 2, 3].map(|channel| image.rgba[at + channel] as f32 / 255.0)
}
