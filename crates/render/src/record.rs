//! A backend that writes down what it is asked to do, for tests.

use crate::{Backend, FrameUniforms, Origin, Part, Pass, PixelRect, PixelSize, Plan, Target};

/// Something a backend was asked to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// [`Backend::upload`], with the bytes handed over for instances and for all else.
    Upload {
        /// Of which plan.
        part: Part,
        /// Bytes of instances.
        instance_bytes: usize,
        /// Bytes of texels.
        texture_bytes: usize,
    },
    /// [`Backend::begin_frame`].
    Begin {
        /// Where the frame goes.
        target: Target,
        /// Its size.
        size: PixelSize,
        /// Its uniform block.
        uniforms: Box<FrameUniforms>,
    },
    /// [`Backend::draw_pass`].
    Pass {
        /// Of which plan.
        part: Part,
        /// What was drawn.
        pass: Pass,
        /// Where.
        scissor: PixelRect,
    },
    /// [`Backend::draw_kept`].
    Kept {
        /// Which.
        number: usize,
        /// Where.
        scissor: PixelRect,
    },
    /// [`Backend::end_frame`].
    End,
}

/// The calls so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recorder {
    /// In order.
    pub calls: Vec<Call>,
}

impl Recorder {
    /// The passes among the calls, with their scissors.
    pub fn passes(&self) -> impl Iterator<Item = (&Pass, PixelRect)> {
        self.calls.iter().filter_map(|call| match call {
            Call::Pass { pass, scissor, .. } => Some((pass, *scissor)),
            _ => None,
        })
    }
}

impl Backend for Recorder {
    type Error = std::convert::Infallible;

    const ORIGIN: Origin = Origin::Top;

    fn upload(&mut self, part: Part, plan: &Plan) -> Result<(), Self::Error> {
        self.calls.push(Call::Upload {
            part,
            instance_bytes: crate::Pipeline::ALL
                .iter()
                .flat_map(|&pipeline| plan.instances(pipeline))
                .map(|texture| texture.bytes().len())
                .sum(),
            texture_bytes: plan.textures.iter().map(|texture| texture.bytes().len()).sum(),
        });
        Ok(())
    }

    fn begin_frame(
        &mut self,
        target: Target,
        size: PixelSize,
        uniforms: &FrameUniforms,
    ) -> Result<(), Self::Error> {
        self.calls.push(Call::Begin { target, size, uniforms: Box::new(*uniforms) });
        Ok(())
    }

    fn draw_pass(&mut self, part: Part, pass: &Pass, scissor: PixelRect) {
        self.calls.push(Call::Pass { part, pass: *pass, scissor });
    }

    fn draw_kept(&mut self, number: usize, scissor: PixelRect) {
        self.calls.push(Call::Kept { number, scissor });
    }

    fn end_frame(&mut self) -> Result<(), Self::Error> {
        self.calls.push(Call::End);
        Ok(())
    }
}
