//! A value announced once to everyone who waits for it: the loss of a device, the end of a copy.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A value shared between the sender and those who wait for it. Clones share the value.
#[derive(Debug)]
pub struct Notice<T> {
    shared: Arc<Mutex<Shared<T>>>,
}

/// State of a notice: the value, and the tasks that wait for it.
#[derive(Debug)]
struct Shared<T> {
    told: Option<T>,
    waiting: Vec<Waker>,
}

impl<T> Default for Notice<T> {
    fn default() -> Self {
        Self { shared: Arc::new(Mutex::new(Shared { told: None, waiting: Vec::new() })) }
    }
}

impl<T> Clone for Notice<T> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<T: Clone> Notice<T> {
    /// Announces the value. The first value stays.
    pub fn tell(&self, value: T) {
        let waiting = {
            let mut shared = self.lock();
            shared.told.get_or_insert(value);
            std::mem::take(&mut shared.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// Returns the announced value, if any.
    pub fn told(&self) -> Option<T> {
        self.lock().told.clone()
    }

    /// Resolves with the value once it is announced.
    pub fn wait(&self) -> impl Future<Output = T> + use<T> {
        Wait(self.clone())
    }

    fn lock(&self) -> MutexGuard<'_, Shared<T>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A future of a notice's value.
struct Wait<T>(Notice<T>);

impl<T: Clone> Future for Wait<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut shared = self.0.lock();
        if let Some(value) = &shared.told {
            return Poll::Ready(value.clone());
        }
        shared.waiting.push(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    #[test]
    fn notice_resolves_with_the_first_value() {
        let notice = Notice::default();
        let mut waiting = pin!(notice.wait());
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Pending);
        assert_eq!(notice.told(), None);
        notice.clone().tell("driver reset");
        notice.tell("again");
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Ready("driver reset"));
        assert_eq!(pin!(notice.wait()).poll(&mut context), Poll::Ready("driver reset"));
    }
}
