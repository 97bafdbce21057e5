//! What lies under a point.
//!
//! (Seed of this module: boxes only, by a scan from the top. The grid and the other primitives follow.)

use crate::{Batch, ItemId, Layer, Rect, Scene, SpaceTransforms};

/// Finds the top-most item under a point.
#[derive(Debug, Clone)]
pub struct PickIndex {
    layers: Vec<Layer>,
}

impl PickIndex {
    /// Indexes a scene.
    pub fn new(scene: &Scene) -> Self {
        Self { layers: scene.layers.clone() }
    }

    /// The top-most item under a point, CSS pixels, when the scene is drawn under `transforms`.
    pub fn pick(&self, x: f32, y: f32, transforms: &SpaceTransforms) -> Option<ItemId> {
        self.layers.iter().rev().filter(|layer| layer.clip.contains(x, y)).find_map(|layer| {
            let transform = transforms.of(layer.space);
            layer.batches.iter().rev().find_map(|batch| {
                let Batch::Rects(rects) = batch else { return None };
                let boxes = rects.instances.iter().zip(&rects.items).rev();
                let mut under = boxes.filter(|(_, item)| **item != ItemId::NONE).filter(|(rect, _)| {
                    let (x0, y0) = transform.apply(rect.x0, rect.y0);
                    let (x1, y1) = transform.apply(rect.x1, rect.y1);
                    Rect::new(x0, y0, x1.max(x0 + 1.0), y1.max(y0 + 1.0)).contains(x, y)
                });
                under.next().map(|(_, item)| *item)
            })
        })
    }
}
