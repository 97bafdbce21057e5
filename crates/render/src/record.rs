//! A backend that records its calls, for tests.

use crate::{Backend, FrameUniforms, Origin, Part, Pass, PixelRect, PixelSize, Plan, Target};

/// A call of a backend method.
#[derive(Debug, Clone, PartialEq)]
pub enum Call {
    /// [`Backend::upload`], with the bytes of instances and of all other textures.
    Upload {
        /// Plan that was uploaded.
        part: Part,
        /// Bytes of instances.
        instance_bytes: usize,
        /// Bytes of texels.
        texture_bytes: usize,
    },
    /// [`Backend::begin_frame`].
    Begin {
        /// Destination of the frame.
        target: Target,
        /// Size of the frame.
        size: PixelSize,
        /// Uniform block of the frame.
        uniforms: Box<FrameUniforms>,
    },
    /// [`Backend::draw_pass`].
    Pass {
        /// Plan of the pass.
        part: Part,
        /// The pass.
        pass: Pass,
        /// Scissor of the pass.
        scissor: PixelRect,
    },
    /// [`Backend::draw_kept`].
    Kept {
        /// Number of the kept picture.
        number: usize,
        /// Scissor of the picture.
        scissor: PixelRect,
    },
    /// [`Backend::end_frame`].
    End,
}

/// A backend that records its calls.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recorder {
    /// The calls, in order.
    pub calls: Vec<Call>,
}

impl Recorder {
    /// Returns the recorded passes with their scissors.
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
