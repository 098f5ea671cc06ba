//! The choice of the instruction set: the CPU is queried once, then each call loads one value from memory.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// A tier of kernels. All of them give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// The scalar steps of one code point, and of eight plain ones; on every CPU.
    Scalar = 1,
    /// Vectors of 256 bits, on x86-64 with AVX2, BMI1, LZCNT and POPCNT.
    Avx2 = 2,
    /// Vectors of 512 bits, on x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2, BMI1, BMI2, LZCNT and POPCNT: Ice
    /// Lake, Zen 4 and later.
    Avx512 = 3,
    /// Vectors of 128 bits, on every little-endian AArch64 CPU.
    Neon = 4,
}

impl Isa {
    /// All tiers; of those that one CPU supports, the best last.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Avx2, Self::Avx512, Self::Neon];

    /// Returns the name in `UNITSTR_ISA`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
        }
    }

    /// Returns whether this CPU supports the tier.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Avx2 => has_avx2(),
            Self::Avx512 => has_avx512(),
            // Miri does not support it.
            Self::Neon => cfg!(all(target_arch = "aarch64", target_endian = "little", not(miri))),
        }
    }

    fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|isa| isa.is_available());
        available.unwrap_or(Self::Scalar)
    }
}

// Miri supports neither.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("lzcnt") && has!("popcnt")
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    let vectors = has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512dq");
    let bytes = has!("avx512vbmi") && has!("avx512vbmi2");
    vectors && bytes && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt")
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_avx512() -> bool {
    false
}

/// The number of the tier in use, which is always available.
static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

const UNKNOWN: u8 = 0;
/// Sentinel: some thread uses another tier than the process, so each thread must check its own.
const BY_THREAD: u8 = u8::MAX;

thread_local! {
    /// The tier that this thread is forced to use, which is available.
    static FORCED: Cell<Option<Isa>> = const { Cell::new(None) };
}

/// Returns the tier in use: the best that this CPU supports, or the one in the environment variable `UNITSTR_ISA`
/// (`scalar`, `avx2`, `avx512` or `neon`), which is read once, by the first call that needs it.
#[must_use]
#[inline]
pub fn isa() -> Isa {
    match LEVEL.load(Ordering::Relaxed) {
        1 => Isa::Scalar,
        2 => Isa::Avx2,
        3 => Isa::Avx512,
        4 => Isa::Neon,
        level => ask(level),
    }
}

#[cold]
#[inline(never)]
fn ask(level: u8) -> Isa {
    let (chosen, _) = choice();
    if level == BY_THREAD {
        return FORCED.get().unwrap_or(*chosen);
    }
    // Does not overwrite a `BY_THREAD` that another thread has stored meanwhile.
    let _ = LEVEL.compare_exchange(UNKNOWN, *chosen as u8, Ordering::Relaxed, Ordering::Relaxed);
    *chosen
}

/// Returns the reason why the tier in `UNITSTR_ISA` is refused, as a sentence: this CPU lacks it, or its name is
/// unknown. The best tier is then used. `None` if the variable is not set, empty, or followed.
#[must_use]
pub fn isa_problem() -> Option<&'static str> {
    choice().1.as_deref()
}

fn choice() -> &'static (Isa, Option<String>) {
    static CHOICE: OnceLock<(Isa, Option<String>)> = OnceLock::new();
    CHOICE.get_or_init(|| choose(&std::env::var_os("UNITSTR_ISA").unwrap_or_default().to_string_lossy()))
}

fn choose(wanted: &str) -> (Isa, Option<String>) {
    let best = Isa::best();
    let problem = match Isa::ALL.into_iter().find(|isa| isa.name() == wanted) {
        Some(isa) if isa.is_available() => return (isa, None),
        _ if wanted.is_empty() => return (best, None),
        Some(_) => "this CPU lacks it",
        None => "it is none of scalar, avx2, avx512, neon",
    };
    let problem = format!("UNITSTR_ISA={wanted} is refused: {problem}; using {}", best.name());
    (best, Some(problem))
}

/// Calls `body` while this thread uses a given tier, independently of other threads; returns `None`, without calling
/// it, if this CPU lacks the tier. For tests and benchmarks: from then on, every call in the process is slower by a
/// nanosecond.
pub fn with_isa<T>(isa: Isa, body: impl FnOnce() -> T) -> Option<T> {
    struct Restore(Option<Isa>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FORCED.set(self.0);
        }
    }
    if !isa.is_available() {
        return None;
    }
    let _restore = Restore(FORCED.replace(Some(isa)));
    LEVEL.store(BY_THREAD, Ordering::Relaxed);
    Some(body())
}
