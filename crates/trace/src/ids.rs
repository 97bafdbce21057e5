//! Typed row numbers. Ids of different types cannot be mixed. An id means nothing outside its trace, except for
//! [`IdentityId`], which both sides share.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// Id of no row.
            pub const NONE: Self = Self(u32::MAX);

            /// Returns the row number, to index columns with.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns `None` for [`Self::NONE`].
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
    /// A row of [`crate::Counters`].
    CounterId
}
id! {
    /// An owner of instants and counters in a trace that is being built, see [`crate::Sink::owner`].
    OwnerId
}
id! {
    /// A strand of a trace that is being built, see [`crate::Sink::strand`].
    StrandId
}
id! {
    /// Identity of a function once identity rules have run: functions that correspond have the same one on both sides.
    IdentityId
}
