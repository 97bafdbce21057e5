//! Picking: the top-most item drawn at a point.
//!
//! Boxes and images are hit where they are drawn at one device pixel per CSS pixel. Shapes are hit inside their
//! outline, and curves up to [`CURVE_SLACK`] beyond their border. Text and [`ItemId::NONE`] are never hit. Transparent
//! primitives are: a view can put an invisible box over an item that is hard to point at.
//!
//! An index is built once for each scene, in layout coordinates, and asked under any viewport. Boxes, shapes and images
//! are in one grid for each space, so a query checks only the few candidates of a cell. Curves may span two spaces;
//! their bounds are computed for each query.

mod grid;
mod shape;

use crate::{Batch, CurveBatch, ItemId, Rect, Scene, Space, SpaceTransforms};
use grid::Grid;
use shape::Shape;

pub use shape::CURVE_SLACK;

/// Index that finds the item under a point of a scene.
#[derive(Debug, Clone)]
pub struct PickIndex {
    /// Everything that can be hit, lowest first.
    entries: Vec<Entry>,
    clips: Vec<(Rect, Space)>,
    vertices: Vec<[f32; 2]>,
    curves: Vec<CurveBatch>,
    /// Entries of boxes, shapes and images, by the space of their layer.
    grids: [Grid; Space::COUNT],
    /// Entries of curves, lowest first.
    strips: Vec<u32>,
}

/// A primitive that can be hit.
#[derive(Debug, Clone, Copy)]
struct Entry {
    item: ItemId,
    /// Index into `clips`.
    layer: u32,
    shape: Shape,
}

/// A point of the canvas, and the viewport of the query.
#[derive(Clone, Copy)]
struct Question<'a> {
    x: f32,
    y: f32,
    transforms: &'a SpaceTransforms,
}

impl PickIndex {
    /// Indexes a well-formed scene.
    pub fn new(scene: &Scene) -> Self {
        let mut index = Self {
            entries: Vec::new(),
            clips: scene.layers.iter().map(|layer| (layer.clip, layer.space)).collect(),
            vertices: Vec::new(),
            curves: Vec::new(),
            grids: Space::ALL.map(|_| Grid::default()),
            strips: Vec::new(),
        };
        for (layer, content) in scene.layers.iter().enumerate() {
            for batch in &content.batches {
                index.add(layer as u32, batch);
            }
        }
        for space in Space::ALL {
            let in_space = |entry: &Entry| index.clips[entry.layer as usize].1 == space;
            let bounds = (0..).zip(&index.entries).filter(|(_, entry)| in_space(entry));
            let bounds: Vec<(u32, Rect)> =
                bounds.filter_map(|(id, entry)| Some((id, entry.shape.bounds(&index.vertices)?))).collect();
            index.grids[space.index()] = Grid::new(scene.size, &bounds);
        }
        index
    }

    /// Returns the top-most item under a point of the canvas, in CSS pixels, under these transforms.
    pub fn pick(&self, x: f32, y: f32, transforms: &SpaceTransforms) -> Option<ItemId> {
        let question = Question { x, y, transforms };
        let mut candidates = self.strips.clone();
        for (grid, space) in self.grids.iter().zip(Space::ALL) {
            grid.near(x, y, transforms.get(space), &mut candidates);
        }
        candidates.sort_unstable();
        candidates.dedup();
        let hit = candidates.into_iter().rev().find(|id| self.is_hit(*id, question))?;
        Some(self.entries[hit as usize].item)
    }

    /// Tests every primitive from the top. Tests compare [`PickIndex::pick`] with it.
    #[doc(hidden)]
    pub fn pick_by_scan(&self, x: f32, y: f32, transforms: &SpaceTransforms) -> Option<ItemId> {
        let question = Question { x, y, transforms };
        let hit = (0..self.entries.len() as u32).rev().find(|id| self.is_hit(*id, question))?;
        Some(self.entries[hit as usize].item)
    }

    fn is_hit(&self, id: u32, question: Question) -> bool {
        let entry = self.entries[id as usize];
        let (clip, space) = self.clips[entry.layer as usize];
        clip.contains(question.x, question.y)
            && entry.shape.contains(question, space, &self.vertices, &self.curves)
    }

    fn add(&mut self, layer: u32, batch: &Batch) {
        match batch {
            Batch::Rects(rects) => {
                for (instance, item) in rects.instances.iter().zip(&rects.items) {
                    let rect = Rect::new(instance.x0, instance.y0, instance.x1, instance.y1);
                    self.push(layer, *item, Shape::Box(rect));
                }
            }
            Batch::Images(images) => {
                for (image, item) in images.images.iter().zip(&images.items) {
                    self.push(layer, *item, Shape::Box(image.rect));
                }
            }
            Batch::Polys(polys) => {
                let base = self.vertices.len() as u32;
                self.vertices.extend_from_slice(&polys.vertices);
                for (poly, item) in polys.polys.iter().zip(&polys.items) {
                    let first = base + poly.first;
                    self.push(layer, *item, Shape::Poly { first, count: poly.count, kind: poly.kind });
                }
            }
            Batch::Curves(curves) => {
                let batch = self.curves.len() as u32;
                for (piece, of) in (0..).zip(&curves.pieces) {
                    let item = curves.items[of.curve as usize];
                    if self.push(layer, item, Shape::Piece { batch, piece }) {
                        self.strips.push(self.entries.len() as u32 - 1);
                    }
                }
                self.curves.push(curves.clone());
            }
            Batch::Texts(_) => {}
        }
    }

    /// Adds a primitive if it can be hit. Returns false for decoration.
    fn push(&mut self, layer: u32, item: ItemId, shape: Shape) -> bool {
        if item != ItemId::NONE {
            self.entries.push(Entry { item, layer, shape });
        }
        item != ItemId::NONE
    }
}
