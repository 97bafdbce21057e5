//! Elements as one image. Each pixel has the colour of its cell, darkened by the cushions of all cells around it.
//!
//! The image costs as much as its pixels, however many elements there are. If some elements are in focus, it is a copy
//! of the picture with none in focus, on which only these are painted.

use super::measures::WholeKey;
use super::paint::{ElementLook, blank, ran};
use diptych_protocol::FusionState;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Hatch, Image, Rect, Rgba, shade};
use diptych_treemap::{Cell, Treemap, pixels};
use diptych_views::{Grey, Paint, only};
use std::ops::Range;
use std::rc::Rc;

/// Least width and height in pixels of a flat cell that leaves a gap of one pixel to its neighbours.
const LEAST_PARTED_PX: usize = 4;
/// All pixels are painted in one pass if more than one in this many cells changes. Painting a single cell costs as much
/// as several cells of that pass.
const MANY: usize = 8;
/// Marks a cell without a new fill. No fill is 0, because fills are opaque.
const UNCHANGED: u32 = 0;

/// Everything that looks depend on, except the measures of the calls in focus.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LooksOf {
    pub(super) state: FusionState,
    pub(super) theme: ThemeName,
    pub(super) grey: Option<Grey>,
    pub(super) significant: Option<Rc<Vec<bool>>>,
    pub(super) whole: WholeKey,
    /// Version of the matches.
    pub(super) matches: u32,
    pub(super) chosen: FocusExtent,
}

/// The extent of the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FocusExtent {
    /// Nothing is chosen, so everything in view counts.
    Nothing,
    /// Everything in view is chosen.
    All,
    Some,
}

/// A finished picture that others start from.
#[derive(Debug, Clone)]
struct Base {
    of: LooksOf,
    rgba: Vec<u8>,
    looks: Vec<ElementLook>,
}

/// Columns and rows of the pixels of a cell: first, and one after the last.
#[derive(Debug, Clone, Copy)]
struct PixelBox {
    columns: [u32; 2],
    rows: [u32; 2],
}

impl PixelBox {
    /// Returns the pixels of a cell in the rectangle of the picture.
    fn of(cell: &Cell, rect: Rect, is_flat: bool) -> Self {
        let origin = [rect.x0.into(), rect.y0.into()];
        let [mut columns, mut rows] = pixels(cell.rect, origin, size(rect));
        // Without cushions nothing else separates cells of the same colour.
        if is_flat && columns.len().min(rows.len()) >= LEAST_PARTED_PX {
            (columns.end, rows.end) = (columns.end - 1, rows.end - 1);
        }
        Self {
            columns: [columns.start as u32, columns.end as u32],
            rows: [rows.start as u32, rows.end as u32],
        }
    }

    fn ranges(self) -> [Range<usize>; 2] {
        let Self { columns, rows } = self;
        [columns[0] as usize..columns[1] as usize, rows[0] as usize..rows[1] as usize]
    }
}

/// The image of the cells, with the looks that it shows.
#[derive(Debug)]
pub(super) struct CellPicture {
    map: Rc<Treemap>,
    /// Brightness of each pixel; 255 is as bright as its colour.
    luminance: Vec<u8>,
    rect: Rect,
    width: u32,
    height: u32,
    /// Pixels of each cell.
    boxes: Vec<PixelBox>,
    /// Cell of each pixel, or the number of cells where there is none.
    owner: Vec<u32>,
    /// Cell of each element by its place, or the number of cells if it has none.
    of_place: Vec<u32>,
    /// Look of each cell in the last picture.
    looks: Vec<ElementLook>,
    /// Cached pictures by the extent of the focus. The one for `Some` has nothing in focus.
    bases: [Option<Base>; 3],
}

impl CellPicture {
    /// Prepares the image of cells in a rectangle that show `elements` elements. `luminance` is by pixel.
    pub(super) fn new(
        map: Rc<Treemap>,
        elements: u32,
        luminance: Vec<u8>,
        rect: Rect,
        is_flat: bool,
    ) -> Self {
        let ([width, height], none) = (size(rect), map.cells.len() as u32);
        let mut of_place = vec![none; elements as usize];
        let (mut owner, mut boxes) = (vec![none; luminance.len()], Vec::with_capacity(map.cells.len()));
        for (number, cell) in (0..none).zip(&map.cells) {
            let at = PixelBox::of(cell, rect, is_flat);
            boxes.push(at);
            if let Some(place) = cell.place {
                of_place[place as usize] = number;
                let [columns, rows] = at.ranges();
                for row in rows {
                    owner[row * width as usize..][columns.clone()].fill(number);
                }
            }
        }
        let (looks, bases) = (Vec::new(), [None, None, None]);
        Self { map, luminance, rect, width, height, boxes, owner, of_place, looks, bases }
    }

    /// Returns the image for these looks. `reached` are the places of all elements that have something in focus; `rest`
    /// gives the look of the others. O(pixels + elements reached), plus O(cells) if the base picture has to be painted.
    pub(super) fn image(
        &mut self,
        theme: &Theme,
        of: LooksOf,
        reached: impl Iterator<Item = u32>,
        look: impl Fn(u32) -> ElementLook,
        rest: impl Fn(u32) -> ElementLook,
    ) -> Option<Image> {
        let is_some = of.chosen == FocusExtent::Some;
        let base = if is_some { self.base(theme, of, rest) } else { self.base(theme, of, &look) };
        let (mut rgba, looks) = (base.rgba.clone(), base.looks.clone());
        self.looks = looks;
        if is_some {
            self.paint_over(theme, &mut rgba, reached, look);
        }
        let (rect, width, height) = (self.rect, self.width, self.height);
        (width > 0 && height > 0).then_some(Image { rect, width, height, rgba, smooth: false })
    }

    /// Paints the cells with something in focus over a picture with nothing in focus.
    fn paint_over(
        &mut self,
        theme: &Theme,
        rgba: &mut [u8],
        reached: impl Iterator<Item = u32>,
        look: impl Fn(u32) -> ElementLook,
    ) {
        let mut changed: Vec<usize> = Vec::new();
        for place in reached {
            let (Some(number), now) = (self.of_place(place), look(place)) else { continue };
            if self.looks[number] != now {
                self.looks[number] = now;
                changed.push(number);
            }
        }
        let is_hatched = |number: &usize| self.paint_of(theme, *number).style.get_hatch() != Hatch::None;
        if changed.len() > self.boxes.len() / MANY {
            let mut fills = vec![UNCHANGED; self.boxes.len() + 1];
            for number in changed.iter().filter(|number| !is_hatched(number)) {
                fills[*number] = u32::from_le_bytes(self.paint_of(theme, *number).fill.bytes());
            }
            self.fill_all::<true>(rgba, &fills);
            changed.retain(is_hatched);
        }
        for number in changed {
            self.paint(rgba, number, self.paint_of(theme, number));
        }
    }

    /// Fills all pixels with the fills of their cells, in memory order. With `OVER`, pixels of unchanged cells keep
    /// their colour.
    fn fill_all<const OVER: bool>(&self, rgba: &mut [u8], fills: &[u32]) {
        let pixels = rgba.chunks_exact_mut(4).zip(&self.owner).zip(&self.luminance);
        for ((pixel, &owner), &bright) in pixels {
            let fill = fills[owner as usize];
            if !OVER || fill != UNCHANGED {
                pixel.copy_from_slice(&all_darkened(fill, bright.into()).to_le_bytes());
            }
        }
    }

    /// Returns the base picture for this extent of the focus, from the cache if it is still valid.
    fn base(&mut self, theme: &Theme, of: LooksOf, look: impl Fn(u32) -> ElementLook) -> &Base {
        let at = of.chosen as usize;
        let kept = self.bases[at].take().filter(|base| base.of == of);
        let base = kept.unwrap_or_else(|| {
            let looks = self.looks_by(look);
            Base { of, rgba: self.painted(theme, &looks), looks }
        });
        self.bases[at].insert(base)
    }

    /// Returns the look of each cell.
    fn looks_by(&self, look: impl Fn(u32) -> ElementLook) -> Vec<ElementLook> {
        // In the order of places, because the measures behind the looks lie in memory that way.
        let looks: Vec<ElementLook> = (0..self.of_place.len() as u32).map(look).collect();
        let of_cell = |cell: &Cell| cell.place.map_or(ElementLook::Blank, |place| looks[place as usize]);
        self.map.cells.iter().map(of_cell).collect()
    }

    /// Paints a picture with these looks of cells.
    fn painted(&self, theme: &Theme, looks: &[ElementLook]) -> Vec<u8> {
        let around = u32::from_le_bytes(theme.line_strong.bytes());
        let fill = |look: &ElementLook| u32::from_le_bytes(look_paint(theme, *look).fill.bytes());
        let fills: Vec<u32> = looks.iter().map(fill).chain([around]).collect();
        let mut rgba = vec![0; self.luminance.len() * 4];
        self.fill_all::<false>(&mut rgba, &fills);
        let numbered = self.map.cells.iter().enumerate().zip(looks);
        for ((number, _), &look) in numbered.filter(|((_, cell), _)| cell.place.is_some()) {
            let paint = look_paint(theme, look);
            if paint.style.get_hatch() != Hatch::None {
                self.paint(&mut rgba, number, paint);
            }
        }
        rgba
    }

    /// Paints the pixels of a cell under its cushions.
    fn paint(&self, rgba: &mut [u8], number: usize, Paint { fill, mark, style, .. }: Paint) {
        let [columns, rows] = self.boxes[number].ranges();
        let hatch = style.get_hatch();
        let plain = u32::from_le_bytes(fill.bytes());
        for row in rows {
            let first = row * self.width as usize;
            let bright = &self.luminance[first..][columns.clone()];
            let line = &mut rgba[first * 4..][columns.start * 4..columns.end * 4];
            let pixels = line.chunks_exact_mut(4).zip(bright);
            if hatch == Hatch::None {
                for (pixel, &bright) in pixels {
                    pixel.copy_from_slice(&all_darkened(plain, bright.into()).to_le_bytes());
                }
                continue;
            }
            for ((pixel, &bright), column) in pixels.zip(columns.clone()) {
                let cover = shade::hatch(hatch, column as f32 + 0.5, row as f32 + 0.5, 1.0);
                let color = u32::from_le_bytes(mixed(fill, mark, cover));
                pixel.copy_from_slice(&all_darkened(color, bright.into()).to_le_bytes());
            }
        }
    }

    /// Returns the number of the cell of an element, by the element's place.
    pub(super) fn of_place(&self, place: u32) -> Option<usize> {
        let number = self.of_place[place as usize] as usize;
        (number < self.map.cells.len()).then_some(number)
    }

    /// Returns the paint of a cell.
    pub(super) fn paint_of(&self, theme: &Theme, number: usize) -> Paint {
        look_paint(theme, self.looks[number])
    }

    /// Returns a fill at a point, darkened by the cushions there.
    pub(super) fn shaded(&self, fill: Rgba, [x, y]: [f32; 2]) -> Rgba {
        let [column, row] = [x - self.rect.x0, y - self.rect.y0].map(|px| px.max(0.0) as usize);
        let bright = self.luminance.get(row * self.width as usize + column).copied().unwrap_or(255);
        let [r, g, b, a] = fill.bytes();
        let [r, g, b] = [r, g, b].map(|of| darkened(of, bright));
        Rgba::new(r, g, b, a)
    }
}

/// Returns the width and height of a rectangle in whole pixels.
pub(super) fn size(rect: Rect) -> [u32; 2] {
    [rect.width(), rect.height()].map(|px| px.max(0.0) as u32)
}

/// Returns the paint of a look.
pub(super) fn look_paint(theme: &Theme, look: ElementLook) -> Paint {
    match look {
        ElementLook::Fill(color) => Paint::plain(color),
        ElementLook::Only(side) => only(theme, side),
        ElementLook::Blank => Paint::plain(blank(theme)),
        ElementLook::Ran => Paint::plain(ran(theme)),
        ElementLook::Never => {
            let style = diptych_scene::RectStyle::PLAIN.hatch(Hatch::Dots);
            Paint { mark: theme.none_mark, style, ..Paint::plain(theme.none) }
        }
    }
}

/// Scales a channel to `bright` of 255, rounded.
fn darkened(channel: u8, bright: u8) -> u8 {
    ((u32::from(channel) * u32::from(bright) + 127) / 255) as u8
}

/// Scales the three channels of an opaque colour at once, each as [`darkened`] does.
fn all_darkened(color: u32, bright: u32) -> u32 {
    // Red and blue share a word, 16 bits each. For v = x · bright + 128, (v + (v >> 8)) >> 8 is x · bright / 255,
    // rounded.
    let [red_blue, green] = [color & 0xFF_00FF, color >> 8 & 0xFF].map(|part| part * bright);
    let [red_blue, green] = [red_blue + 0x80_0080, green + 0x80];
    let red_blue = (red_blue + (red_blue >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF;
    let green = (green + (green >> 8)) >> 8;
    0xFF00_0000 | green << 8 | red_blue
}

fn mixed(fill: Rgba, mark: Rgba, cover: f32) -> [u8; 4] {
    let (fill, mark) = (fill.bytes(), mark.bytes());
    let mix =
        |at: usize| (f32::from(fill[at]) + (f32::from(mark[at]) - f32::from(fill[at])) * cover + 0.5) as u8;
    [mix(0), mix(1), mix(2), 255]
}

#[cfg(test)]
mod tests {
    use super::super::{Elements, cells::Cells};
    use super::*;
    use diptych_protocol::{ElementCushion, SideName};
    use diptych_structure::{NodeId, SideInput, Source, place};
    use diptych_trace::FunctionSpec;
    use diptych_views::places::Places;

    fn elements() -> Elements {
        let files: Vec<String> =
            (0..20).map(|file| format!("{}/f{file}.py", ["a", "b", "b/c"][file % 3])).collect();
        let functions: Vec<FunctionSpec<'_>> =
            files.iter().map(|file| FunctionSpec { name: "f", file, ..FunctionSpec::default() }).collect();
        let input = SideInput { functions: &functions, ..SideInput::default() };
        let placement = place(Source::FilesAndNames, [input, SideInput::default()]);
        let (level, shown) = crate::elements::shown_elements(
            &placement,
            diptych_protocol::StructureLevel::Module,
            NodeId::ROOT,
        );
        let places = Rc::new(Places { placement, changes: None });
        Elements { places, shown: Rc::new(shown), level, root: NodeId::ROOT, calls: [None, None] }
    }

    #[test]
    fn all_darkened_equals_darkened_per_channel() {
        for bright in 0..=255u8 {
            for channel in 0..=255u8 {
                let color = u32::from_le_bytes([channel, !channel, channel ^ 0x55, 255]);
                let expected = [channel, !channel, channel ^ 0x55].map(|of| darkened(of, bright));
                assert_eq!(all_darkened(color, bright.into()).to_le_bytes()[..3], expected);
            }
        }
    }

    /// Checks each pixel against the colour of the innermost cell at its middle and the cushions of all cells around
    /// it.
    #[test]
    fn pixels_multiply_the_cushions_around_their_cell() {
        let (elements, theme) = (elements(), Theme::named(ThemeName::Light));
        let rect = Rect::new(0.0, 0.0, 120.0, 90.0);
        let state = FusionState { cushion: ElementCushion::Published, ..FusionState::default() };
        let mut cells = Cells::new(&elements, 1, &state, rect, theme, |_| 1, None);
        let looks = [
            ElementLook::Fill(theme.change[8]),
            ElementLook::Only(SideName::B),
            ElementLook::Never,
            ElementLook::Ran,
            ElementLook::Fill(theme.a_fill),
        ];
        let look_of = |place: u32| looks[place as usize % looks.len()];
        // No element, few, many cell by cell, all in one pass, and few again after these.
        for reached in [0..0, 7..9, 3..20, 0..20, 12..13] {
            let look =
                |place: u32| if reached.contains(&place) { look_of(place) } else { ElementLook::Never };
            let of = LooksOf {
                state: state.clone(),
                theme: theme.name,
                grey: None,
                significant: None,
                whole: (0, [0; 2], [[0; 2]; 2]),
                matches: 0,
                chosen: FocusExtent::Some,
            };
            let image =
                cells.picture.image(theme, of, reached.clone(), look_of, |_| ElementLook::Never).unwrap();
            for row in 0..image.height {
                for column in 0..image.width {
                    let (x, y) = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                    let at = (row * image.width + column) as usize * 4;
                    let pixel = &image.rgba[at..at + 4];
                    let cell = cells.map.at(x, y).and_then(|cell| Some((cell, cell.place?)));
                    let Some((cell, place)) = cell else {
                        assert_eq!(pixel, theme.line_strong.bytes());
                        continue;
                    };
                    let Paint { fill, mark, style, .. } = look_paint(theme, look(place));
                    let cover = shade::hatch(style.get_hatch(), x as f32, y as f32, 1.0);
                    let color = mixed(fill, mark, cover);
                    let around = |cell: &Cell| cell.around.map(|at| cells.map.cells[at as usize]);
                    let bright: f64 = std::iter::successors(Some(*cell), around)
                        .map(|Cell { rect, depth, .. }| {
                            let across = (x - rect.x0) / rect.width();
                            let upwards = (rect.y1 - y) / rect.height();
                            let [across, upwards] = diptych_treemap::ridge(across, upwards, depth);
                            (across * upwards).powf(0.2)
                        })
                        .product();
                    for (channel, value) in pixel.iter().zip(color).take(3) {
                        let expected = f64::from(value) * bright.clamp(0.25, 1.0);
                        assert!(
                            (f64::from(*channel) - expected).abs() <= 1.6,
                            "{x} {y}: {channel} {expected}"
                        );
                    }
                }
            }
        }
    }
}
