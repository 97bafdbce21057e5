//! Results of analyses, by their type.

use std::any::{Any, TypeId};
use std::rc::Rc;

/// The type of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResultKind(TypeId);

impl ResultKind {
    /// Returns the kind of a type.
    pub fn of<T: Any>() -> Self {
        Self(TypeId::of::<T>())
    }
}

/// The results that views may read: at most one of each type, with a version that is different for each new value.
///
/// A desk adds a type of result without changing this or any other crate.
#[derive(Debug, Default)]
pub struct Results {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    kind: ResultKind,
    value: Option<Rc<dyn Any>>,
    /// Number of values so far.
    last: u32,
}

impl Results {
    /// Returns the result of a type, if there is one.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.entry(ResultKind::of::<T>())?.value.as_deref()?.downcast_ref()
    }

    /// Returns the result of a type, to keep.
    pub fn shared<T: Any>(&self) -> Option<Rc<T>> {
        Rc::clone(self.entry(ResultKind::of::<T>())?.value.as_ref()?).downcast().ok()
    }

    /// Returns the version of the result of a type; 0 without a result.
    pub fn version<T: Any>(&self) -> u32 {
        self.version_of(ResultKind::of::<T>())
    }

    /// Returns the version of the result of a kind; 0 without a result.
    pub fn version_of(&self, kind: ResultKind) -> u32 {
        self.entry(kind).map_or(0, |entry| if entry.value.is_some() { entry.last } else { 0 })
    }

    /// Replaces the result of a type. The version stays if the value is the same one.
    pub fn set<T: Any>(&mut self, value: Option<Rc<T>>) {
        self.set_kind(ResultKind::of::<T>(), value.map(|value| value as Rc<dyn Any>));
    }

    /// Replaces the result of a kind by a value of its type. The version stays if the value is the same one.
    pub fn set_kind(&mut self, kind: ResultKind, value: Option<Rc<dyn Any>>) {
        let place = self.entries.iter().position(|entry| entry.kind == kind).unwrap_or_else(|| {
            self.entries.push(Entry { kind, value: None, last: 0 });
            self.entries.len() - 1
        });
        let entry = &mut self.entries[place];
        let is_same = match (&entry.value, &value) {
            (Some(before), Some(now)) => Rc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        if !is_same {
            entry.last += u32::from(value.is_some());
            entry.value = value;
        }
    }

    /// Drops all results. Versions are not given twice.
    pub fn clear(&mut self) {
        for entry in &mut self.entries {
            entry.value = None;
        }
    }

    fn entry(&self, kind: ResultKind) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_values_have_new_versions() {
        let mut results = Results::default();
        assert_eq!((results.get::<u32>(), results.version::<u32>()), (None, 0));
        let value = Rc::new(7_u32);
        results.set(Some(Rc::clone(&value)));
        results.set(Some(Rc::new("another type")));
        assert_eq!((results.get::<u32>(), results.version::<u32>()), (Some(&7), 1));
        results.set(Some(value));
        assert_eq!(results.version::<u32>(), 1, "the same value");
        results.clear();
        assert_eq!((results.get::<u32>(), results.version::<u32>()), (None, 0));
        results.set(Some(Rc::new(7_u32)));
        assert_eq!(results.version::<u32>(), 2, "versions are not given twice");
        assert_eq!(results.version_of(ResultKind::of::<u64>()), 0);
    }
}
