//! Finds the file that an address belongs to.

/// Mapped files by address, from the text of `/proc/self/maps`.
#[derive(Debug, Default)]
pub(super) struct Maps {
    /// First address, address behind the last one, first byte of the file, and index of its name; sorted.
    ranges: Vec<(u64, u64, u64, usize)>,
    names: Vec<String>,
}

/// Most bytes of a path in Linux.
const LONGEST_PATH: usize = 4096;

impl Maps {
    /// Reads the lines `START-END PERMISSIONS OFFSET DEVICE INODE NAME`. Other lines are passed over. Lines such as
    /// `build=/path` name parts of paths, as gperftools shortens them.
    pub(super) fn read(text: &str) -> Self {
        let mut maps = Self::default();
        for line in text.lines() {
            maps.line(line);
        }
        maps.ranges.sort_unstable();
        maps
    }

    /// Returns the file of an address, and the address within the file. `None` if no file is mapped there.
    pub(super) fn find(&self, address: u64) -> Option<(&str, u64)> {
        let behind = self.ranges.partition_point(|&(start, ..)| start <= address);
        let &(start, end, offset, name) = self.ranges.get(behind.checked_sub(1)?)?;
        (address < end).then(|| (self.names[name].as_str(), (address - start).wrapping_add(offset)))
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        let (start, end) = words.next()?.split_once('-')?;
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        let (start, end) = (hex(start)?, hex(end)?);
        let offset = hex(words.nth(1)?)?;
        let name = words.nth(2)?;
        // A name may contain blanks, and is the rest of the line.
        let at = name.as_ptr() as usize - line.as_ptr() as usize;
        let name = line[at..].trim_end();
        // Each address in the file is named by it, so a long name would cost time for each.
        if name.len() > LONGEST_PATH {
            return None;
        }
        if self.names.last().is_none_or(|last| last != name) {
            self.names.push(name.to_owned());
        }
        self.ranges.push((start, end, offset, self.names.len() - 1));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_their_file() {
        let maps = Maps::read(
            "00400000-00452000 r-xp 00001000 08:02 173521      /usr/bin/a b\n\
             7f00-8000 rw-p 00000000 00:00 0\nnonsense\nfff0-ffff r-xp 0 0:0 0 [vdso]\n",
        );
        assert_eq!(maps.find(0x0040_0010), Some(("/usr/bin/a b", 0x1010)));
        assert_eq!(maps.find(0xfff1), Some(("[vdso]", 1)));
        assert_eq!([maps.find(0x0045_2000), maps.find(0), maps.find(0x7f80)], [None; 3]);
    }
}
