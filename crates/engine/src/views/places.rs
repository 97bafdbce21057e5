//! The places of items in the last layout of a desk, and the item under a point.

use super::desk_layout::DeskLayout;
use diptych_protocol::{Subject, ViewId};
use diptych_scene::curve::eval::CurveShape;
use diptych_scene::pick::PickIndex;
use diptych_scene::{Batch, ItemId, Rect, Rgba, Scene, SpaceTransforms};
use diptych_views::{Layout, Model};

impl DeskLayout {
    /// Returns the view, the item and the box under a point of the scene. An item that is no box has the point as its
    /// box.
    pub(crate) fn pick(&mut self, [x, y]: [f32; 2]) -> Option<(&dyn Layout, ItemId, [f32; 4])> {
        let picks = self.picks.get_or_insert_with(|| PickIndex::new(&self.scene));
        let id = picks.pick(x, y, &SpaceTransforms::IDENTITY)?;
        let rect = box_of(&self.scene, id).unwrap_or([x, y, x, y]);
        let part = self.parts.iter().rev().find(|part| part.first_item <= id.0)?;
        let item = ItemId(id.0 - part.first_item);
        let (item, rect) = part.layout.item_at(item, [x, y]).unwrap_or((item, rect));
        Some((&*part.layout, item, rect))
    }

    /// Returns the boxes of all items that have a subject, with their visible parts, in drawing order. O(items).
    pub(crate) fn boxes<'a>(
        &'a self,
        model: &'a Model<'a>,
    ) -> impl Iterator<Item = (ViewId, Subject, Rect)> + 'a {
        let canvas = Rect::new(0.0, 0.0, self.scene.size.width, self.scene.size.height);
        let layers = self.scene.layers.iter().flat_map(|layer| {
            layer.batches.iter().flat_map(|batch| {
                let Batch::Rects(batch) = batch else { return Vec::new() };
                let placed = batch.items.iter().zip(&batch.instances);
                let visible = placed.filter_map(|(&id, rect)| {
                    let rect = Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
                    Some((id, rect.intersect(layer.clip)?))
                });
                visible.filter(|(id, _)| *id != ItemId::NONE).collect()
            })
        });
        let of_layers = layers.filter_map(|(id, rect)| {
            let part = self.parts.iter().rev().find(|part| part.first_item <= id.0)?;
            Some((part, ItemId(id.0 - part.first_item), rect))
        });
        let inner = self.parts.iter().flat_map(|part| {
            part.layout.inner_items().into_iter().map(move |(item, rect, _)| (part, item, rect))
        });
        of_layers.chain(inner).filter_map(move |(part, item, rect)| {
            let subject = part.layout.subject(item, model)?;
            Some((part.view.id(), subject, rect.intersect(canvas)?))
        })
    }

    /// Returns all items that the pointer can reach, in drawing order, with their visible parts. An item whose visible
    /// middle is covered is left out. O(items · time to pick).
    pub(crate) fn places(&mut self) -> Vec<ItemLocation<'_>> {
        let picks = self.picks.get_or_insert_with(|| PickIndex::new(&self.scene));
        let marks = marks_of(&self.scene);
        let mut found = Vec::new();
        for layer in &self.scene.layers {
            for (id, place, fill) in layer.batches.iter().flat_map(places_of) {
                let Some(rect) = place.intersect(layer.clip).filter(|_| id != ItemId::NONE) else { continue };
                let middle = [f32::midpoint(rect.x0, rect.x1), f32::midpoint(rect.y0, rect.y1)];
                let part = self.parts.iter().rev().find(|part| part.first_item <= id.0);
                if let Some(part) = part
                    && picks.pick(middle[0], middle[1], &SpaceTransforms::IDENTITY) == Some(id)
                {
                    let item = ItemId(id.0 - part.first_item);
                    let mark = marks.iter().find(|(marked, _)| *marked == place).map(|&(_, color)| color);
                    found.push(ItemLocation {
                        view: part.view.id(),
                        layout: &*part.layout,
                        item,
                        rect,
                        fill,
                        mark,
                    });
                }
            }
        }
        for part in &self.parts {
            for (item, rect, fill) in part.layout.inner_items() {
                let mark = marks.iter().find(|(marked, _)| *marked == rect).map(|&(_, color)| color);
                found.push(ItemLocation {
                    view: part.view.id(),
                    layout: &*part.layout,
                    item,
                    rect,
                    fill,
                    mark,
                });
            }
        }
        found
    }
}

/// An item that the pointer can reach.
pub(crate) struct ItemLocation<'a> {
    pub(crate) view: ViewId,
    pub(crate) layout: &'a dyn Layout,
    /// Item of its view.
    pub(crate) item: ItemId,
    /// Visible part of the item.
    pub(crate) rect: Rect,
    /// Fill colour; for a curve the colour at its start.
    pub(crate) fill: Rgba,
    /// Colour of the edge that marks it, if it is marked.
    pub(crate) mark: Option<Rgba>,
}

/// Returns the boxes of marks, with the colours of their edges.
fn marks_of(scene: &Scene) -> Vec<(Rect, Rgba)> {
    let batches = scene.layers.iter().filter(|layer| layer.marks).flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    let edges = rects.flat_map(|rects| &rects.instances).filter(|rect| rect.border != Rgba::TRANSPARENT);
    edges.map(|rect| (Rect::new(rect.x0, rect.y0, rect.x1, rect.y1), rect.border)).collect()
}

/// Returns the places and fills of the items in a batch. A box has its own place, and a curve the box around its
/// middle. Other primitives with items, such as the text on a box, share the item of a box or curve.
fn places_of(batch: &Batch) -> Vec<(ItemId, Rect, Rgba)> {
    match batch {
        Batch::Rects(batch) => {
            let placed = batch.items.iter().zip(&batch.instances);
            placed.map(|(&id, rect)| (id, Rect::new(rect.x0, rect.y0, rect.x1, rect.y1), rect.fill)).collect()
        }
        Batch::Curves(batch) => {
            let middle = |curve: usize| {
                let station = CurveShape::new(batch, curve, &SpaceTransforms::IDENTITY).station(0.5);
                let ([x, y], half) = (station.middle, station.half.max(0.5));
                Rect::new(x - half, y - half, x + half, y + half)
            };
            let placed = batch.items.iter().zip(&batch.curves).enumerate();
            placed.map(|(at, (&id, curve))| (id, middle(at), curve.color0)).collect()
        }
        Batch::Polys(_) | Batch::Images(_) | Batch::Texts(_) => Vec::new(),
    }
}

/// Returns the box drawn for an item.
fn box_of(scene: &Scene, id: ItemId) -> Option<[f32; 4]> {
    let batches = scene.layers.iter().rev().flat_map(|layer| &layer.batches);
    let mut rects =
        batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    rects.find_map(|rects| {
        let place = rects.items.iter().rposition(|&item| item == id)?;
        let rect = rects.instances[place];
        Some([rect.x0, rect.y0, rect.x1, rect.y1])
    })
}
