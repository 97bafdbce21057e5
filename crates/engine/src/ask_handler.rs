//! Handlers of asks: an ask with its answer.

use crate::engine::Engine;
use diptych_protocol::{Ask, Failure};
use std::any::{Any, TypeId};

/// An answer to one kind of ask, by whoever has it.
pub trait Answers<A: Ask> {
    /// Returns the reply. After a failure the engine is unchanged.
    fn answer(engine: &mut Engine, ask: &A) -> Result<A::Reply, Failure>;
}

/// A reply of any type. `None` for an ask of another kind.
pub(crate) type AnyReply = Option<Result<Box<dyn Any>, Failure>>;

/// An ask of any kind with its answer.
#[derive(Debug)]
pub struct AskHandler {
    pub(crate) payload: fn() -> TypeId,
    pub(crate) answer: fn(&mut Engine, &dyn Any) -> AnyReply,
}

impl AskHandler {
    /// Returns the handler for the answer that `T` has to an ask.
    pub const fn new<T: Answers<A>, A: Ask>() -> Self {
        Self {
            payload: TypeId::of::<A>,
            answer: |engine, ask| {
                let reply = T::answer(engine, ask.downcast_ref()?);
                Some(reply.map(|reply| Box::new(reply) as Box<dyn Any>))
            },
        }
    }
}

/// Implements [`Answers`] for rows of the form `Payload => Reply: |engine, ask| …`. The caller depends on
/// `diptych-protocol`.
#[macro_export]
macro_rules! answers {
    ($of:ty: $($request:ty => $reply:ty: |$engine:ident, $ask:pat_param| $body:expr;)*) => {
        $(impl $crate::Answers<$request> for $of {
            fn answer(
                $engine: &mut $crate::Engine,
                $ask: &$request,
            ) -> Result<$reply, diptych_protocol::Failure> {
                $body
            }
        })*
    };
}
