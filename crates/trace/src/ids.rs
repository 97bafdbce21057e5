//! Typed row numbers. None of them may be mixed, and none means anything outside the trace it is from,
//! except [`IdentityId`], which is shared by both sides.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// No row.
            pub const NONE: Self = Self(u32::MAX);

            /// The row number for indexing columns.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// `None` for [`Self::NONE`].
            pub fn some(self) -> Option<Self> {
                (self != Self::NONE).then_some(self)
            }
        }
    };
}

id! {
    /// A row of [`crate::Names`]; equal text has equal ids within one trace.
    NameId
}
id! {
    /// A row of [`crate::Functions`]; equal (name, file, line) have equal ids within one trace.
    FunctionId
}
id! {
    /// A row of [`crate::Lanes`]; lanes lie in pre-order of their tree.
    LaneId
}
id! {
    /// A row of [`crate::Calls`]; calls lie lane by lane in pre-order.
    CallId
}
id! {
    /// A row of [`crate::Elements`].
    ElementId
}
id! {
    /// A strand in a trace that is being built: see [`crate::Sink::strand`].
    StrandId
}
id! {
    /// What a function is called once identity rules have run: the same on both sides for functions that
    /// correspond.
    IdentityId
}
