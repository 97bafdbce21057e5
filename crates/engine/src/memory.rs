//! Data that desks and analyses keep between two asks or two jobs, by type.

use std::any::Any;

/// Kept values, at most one of each type. A desk keeps its own type here, so nothing else has to name it.
#[derive(Debug, Default)]
pub struct Memory {
    values: Vec<Box<dyn Any>>,
}

impl Memory {
    /// Returns the value of a type, if one is kept.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.values.iter().find_map(|value| value.downcast_ref())
    }

    /// Returns the value of a type to change, if one is kept.
    pub fn get_mut<T: Any>(&mut self) -> Option<&mut T> {
        self.values.iter_mut().find_map(|value| value.downcast_mut())
    }

    /// Takes the value of a type out, if one is kept.
    pub fn take<T: Any>(&mut self) -> Option<T> {
        let place = self.values.iter().position(|value| value.is::<T>())?;
        self.values.swap_remove(place).downcast().ok().map(|value| *value)
    }

    /// Keeps a value in place of the one of its type.
    pub fn keep<T: Any>(&mut self, value: T) {
        match self.get_mut() {
            Some(kept) => *kept = value,
            None => self.values.push(Box::new(value)),
        }
    }

    /// Drops all values.
    pub fn clear(&mut self) {
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_keeps_one_value_of_each_type() {
        let mut memory = Memory::default();
        assert_eq!(memory.get::<u32>(), None);
        memory.keep(3_u32);
        memory.keep("text");
        assert_eq!((memory.get::<u32>(), memory.get::<&str>()), (Some(&3), Some(&"text")));
        *memory.get_mut::<u32>().unwrap() += 1;
        memory.keep(4_u32);
        assert_eq!((memory.take::<u32>(), memory.take::<u32>()), (Some(4), None));
        assert_eq!(memory.get::<&str>(), Some(&"text"));
        memory.clear();
        assert_eq!(memory.get::<&str>(), None);
    }
}
