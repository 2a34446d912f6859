//! Chance that a seed repeats, for ever and on every machine.

use uuid::Uuid;

/// The beginning of the demonstration's time, in milliseconds of the Unix clock: 1 November 2026.
const EPOCH_MS: u64 = 1_793_491_200_000;

/// `SplitMix64`: a few lines that no release of a library changes. Fit for play, not for secrets.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of one thing (`what`, number `index`), whatever is thrown for others.
    pub(crate) fn of(seed: u64, what: &str, index: u64) -> Self {
        let mut dice = Self(seed);
        for byte in what.bytes() {
            dice.0 ^= u64::from(byte);
            dice.next();
        }
        dice.0 ^= index;
        dice.0 = dice.next();
        dice
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `below`, without it.
    pub(crate) fn below(&mut self, below: usize) -> usize {
        let below = u64::try_from(below).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % below).unwrap_or(0)
    }

    /// From `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True `percent` times of a hundred.
    pub(crate) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// From 0 to 1, without it.
    pub(crate) fn fraction(&mut self) -> f64 {
        let bits = u32::try_from(self.next() >> 32).unwrap_or(0);
        f64::from(bits) / (f64::from(u32::MAX) + 1.0)
    }

    /// One of several.
    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// One of several, each as often as its weight says.
    pub(crate) fn weighted<T: Copy>(&mut self, of: &[(T, usize)]) -> T {
        let total: usize = of.iter().map(|(_, weight)| weight).sum();
        let mut thrown = self.below(total);
        for (what, weight) in of {
            if thrown < *weight {
                return *what;
            }
            thrown -= weight;
        }
        of[0].0
    }

    /// An id; those of one demonstration follow each other as `order` does.
    pub(crate) fn id(&mut self, order: u64) -> Uuid {
        let mut random = [0; 10];
        random[..8].copy_from_slice(&self.next().to_be_bytes());
        random[8..].copy_from_slice(&self.next().to_be_bytes()[..2]);
        uuid::Builder::from_unix_timestamp_millis(EPOCH_MS + order, &random).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_throws_the_same_in_every_release() {
        let mut dice = Dice(0);
        // The reference values of SplitMix64 for the seed 0.
        assert_eq!(dice.next(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(dice.next(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(dice.next(), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn every_thing_has_dice_of_its_own() {
        let throws = |seed, what, index| Dice::of(seed, what, index).next();
        assert_eq!(throws(1, "person", 7), throws(1, "person", 7));
        let others = [
            throws(2, "person", 7),
            throws(1, "face", 7),
            throws(1, "person", 8),
        ];
        for other in others {
            assert_ne!(throws(1, "person", 7), other);
        }
    }

    #[test]
    fn weights_and_percents_are_kept() {
        let mut dice = Dice::of(1, "weights", 0);
        let heavy = (0..10_000)
            .filter(|_| dice.weighted(&[("heavy", 9), ("light", 1)]) == "heavy")
            .count();
        assert!((8_800..9_200).contains(&heavy), "{heavy}");
        let often = (0..10_000).filter(|_| dice.happens(30)).count();
        assert!((2_800..3_200).contains(&often), "{often}");
    }
}
