//! The entries of a tier to the shared kernels: the same source for all tiers, compiled with the features of each.

/// Defines the entries of a tier, in a module where the tier's own kernels are in scope.
///
/// * `$tier`: the type that implements [`Vectors`](super::Vectors), a tuple struct of `()`.
/// * `$utf8_to_latin1`, `$utf8_to_chars`: decode UTF-8 of up to 256 bytes that is not ASCII to scratch memory; to chars,
///   also errors, as [`repaired_to_utf16`](crate::kernels::repaired_to_utf16) does, if an argument says so.
/// * `$chars_to_utf8`: encodes 1 to 128 chars; also lone surrogates, as `?`, if an argument says so.
macro_rules! entries {
    ($features:literal, $tier:ident, $utf8_to_latin1:path, $utf8_to_chars:path, $chars_to_utf8:path) => {
        use crate::kernels::shared::plain::{self, Plain};
        use crate::kernels::shared::{Vectors, entries, repairs, queries};
        use crate::kernels::{Chosen, Form, SHORT, Taken};
        use crate::{Encoding, Source, Target};

        impl $tier {
            /// The proof that this CPU has the features of the tier: only functions that require them can call this.
            #[inline]
            #[target_feature(enable = $features)]
            pub(super) fn new() -> Self {
                Self(())
            }
        }

        entries! { @convert $features, $tier,
            latin1_to_latin1[] [1, 1, false] Plain::any;
            latin1_to_utf16[BIG] [1, 2, BIG] Plain::any;
            latin1_to_utf32[BIG] [1, 4, BIG] Plain::any;
            ascii_to_latin1[] [1, 1, false] Plain::ascii;
            ascii_to_utf16[] [1, 2, false] Plain::ascii;
            chars_to_ascii[] [2, 1, false] Plain::ascii16;
            utf16_to_latin1[BIG] [2, 1, BIG] Plain::latin1::<_, 2, BIG>;
            utf32_to_latin1[BIG] [4, 1, BIG] Plain::latin1::<_, 4, BIG>;
        }
        entries! { @count $features, $tier,
            ascii_chars[] [1] Plain::ascii;
            utf16_latin1[BIG] [2] Plain::latin1::<_, 2, BIG>;
            utf32_latin1[BIG] [4] Plain::latin1::<_, 4, BIG>;
        }
        entries! { @equal $features, $tier,
            latin1_equal[] [1, false] Plain::any;
            ascii_equal[] [1, false] Plain::ascii;
            chars_equal[] [2, false] Plain::any;
            utf16_equal[BIG] [2, BIG] Plain::no_surrogates::<_, BIG>;
            utf32_equal[BIG] [4, BIG] Plain::bmp::<_, BIG>;
        }
        entries! { @query $features, $tier, utf8_valid[] utf8_latin1[] utf16_chars[BIG] utf32_chars[BIG] }

        entries! { @dispatch
            to_latin1[Form, source: Source<'_>, room: Target<'_>] (source, room) {
                Form::Utf8 => utf8_to_latin1,
                Form::Ascii => ascii_to_latin1,
                Form::Latin1 => latin1_to_latin1,
                Form::Utf16Le => utf16_to_latin1::<false>,
                Form::Utf16Be => utf16_to_latin1::<true>,
                Form::Utf32Le => utf32_to_latin1::<false>,
                Form::Utf32Be => utf32_to_latin1::<true>,
            }
            to_utf16[Form, source: Source<'_>, room: Target<'_>] (source, room) {
                Form::Utf8 => utf8_to_utf16,
                Form::Ascii => ascii_to_utf16,
                Form::Latin1 => latin1_to_utf16::<false>,
                Form::Utf16Le => utf16_to_utf16::<false, false>,
                Form::Utf16Be => utf16_to_utf16::<true, false>,
                Form::Utf32Le => utf32_to_utf16::<false>,
                Form::Utf32Be => utf32_to_utf16::<true>,
            }
            decoded_chars[Form, source: Source<'_>] (source) {
                Form::Utf8 => utf8_chars,
                Form::Ascii => ascii_chars,
                Form::Utf16Le => utf16_chars::<false>,
                Form::Utf16Be => utf16_chars::<true>,
                Form::Utf32Le => utf32_chars::<false>,
                Form::Utf32Be => utf32_chars::<true>,
            }
            valid[Form, source: Source<'_>] (source) {
                Form::Utf8 => utf8_valid,
                Form::Ascii => ascii_chars,
                Form::Utf16Le => utf16_chars::<false>,
                Form::Utf16Be => utf16_chars::<true>,
                Form::Utf32Le => utf32_chars::<false>,
                Form::Utf32Be => utf32_chars::<true>,
            }
            latin1_chars[Form, source: Source<'_>] (source) {
                Form::Utf8 => utf8_latin1,
                Form::Ascii => ascii_chars,
                Form::Utf16Le => utf16_latin1::<false>,
                Form::Utf16Be => utf16_latin1::<true>,
                Form::Utf32Le => utf32_latin1::<false>,
                Form::Utf32Be => utf32_latin1::<true>,
            }
            encode[(Form, Form), source: Source<'_>, room: Target<'_>] (source, room) {
                (Form::Latin1, Form::Utf8) => latin1_to_utf8,
                (Form::Latin1, Form::Latin1) => latin1_to_latin1,
                (Form::Latin1, Form::Ascii) => ascii_to_latin1,
                (Form::Latin1, Form::Utf16Le) => latin1_to_utf16::<false>,
                (Form::Latin1, Form::Utf16Be) => latin1_to_utf16::<true>,
                (Form::Latin1, Form::Utf32Le) => latin1_to_utf32::<false>,
                (Form::Latin1, Form::Utf32Be) => latin1_to_utf32::<true>,
                (Form::Chars, Form::Utf8) => chars_to_utf8,
                (Form::Chars, Form::Latin1) => utf16_to_latin1::<false>,
                (Form::Chars, Form::Ascii) => chars_to_ascii,
                (Form::Chars, Form::Utf16Le) => utf16_to_utf16::<false, false>,
                (Form::Chars, Form::Utf16Be) => utf16_to_utf16::<false, true>,
                (Form::Chars, Form::Utf32Le) => chars_to_utf32::<false>,
                (Form::Chars, Form::Utf32Be) => chars_to_utf32::<true>,
            }
            encoded_bytes[(Form, Form), source: Source<'_>] (source) {
                (Form::Latin1, Form::Utf8) => latin1_utf8_bytes,
                (Form::Chars, Form::Utf8) => chars_utf8_bytes,
                (Form::Chars, Form::Latin1) => utf16_latin1::<false>,
                (Form::Chars, Form::Utf32Le | Form::Utf32Be) => chars_utf32_bytes,
            }
            equal[Form, source: Source<'_>, chars: Source<'_>] (source, chars) {
                Form::Utf8 => utf8_equal,
                Form::Ascii => ascii_equal,
                Form::Latin1 => latin1_equal,
                Form::Utf16Le => utf16_equal::<false>,
                Form::Utf16Be => utf16_equal::<true>,
                Form::Chars => chars_equal,
                Form::Utf32Le => utf32_equal::<false>,
                Form::Utf32Be => utf32_equal::<true>,
            }
        }

        /// [`is_wide_soon`](crate::kernels::is_wide_soon).
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn is_wide_soon(form: Form, source: Source<'_>) -> bool {
            queries::is_wide_soon($tier::new(), form, source)
        }

        /// [`repaired_chars`](crate::kernels::repaired_chars).
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn repaired_chars(source: Source<'_>, room: Target<'_>, substitute: u16) -> Taken {
            repairs::repaired_chars($tier::new(), source, room, substitute)
        }

        /// [`to_java`](crate::kernels::to_java).
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn to_java(
            form: Form,
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
        ) -> Chosen {
            if latin1.bytes() >= source.bytes() && is_wide_soon(form, source) {
                // SAFETY: this CPU has the features of the tier, which this function requires too.
                Chosen::chars(unsafe { to_utf16(form, source, chars) })
            } else {
                // SAFETY: the same.
                Chosen::latin1(unsafe { to_latin1(form, source, latin1) })
            }
        }

        /// [`short_to_java`](crate::kernels::short_to_java).
        ///
        /// # Safety
        ///
        /// * This CPU has the features of the tier.
        /// * `source` has 1 to 256 bytes; `latin1` and `chars` are scratch and have at least 256 bytes.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn short_to_java(
            form: Form,
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
            repairs: bool,
        ) -> Chosen {
            if source.bytes() <= $tier::BYTES {
                // SAFETY: as the caller promises.
                unsafe { decode_short::<true>(form, source, latin1, chars, repairs) }
            } else {
                // SAFETY: the same.
                unsafe { decode_short::<false>(form, source, latin1, chars, repairs) }
            }
        }

        /// [`short_to_java`] of at most a vector, if `SMALL`, or of more. Two functions, because the
        /// one for more has to save registers.
        ///
        /// # Safety
        ///
        /// * As [`short_to_java`]; and `SMALL` is true exactly if `source` has at most a vector.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn decode_short<const SMALL: bool>(
            form: Form,
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
            repairs: bool,
        ) -> Chosen {
            match form {
                Form::Utf8 | Form::Ascii | Form::Latin1 => {
                    // A copy would be of no use. The test of one byte costs nothing; that of a vector does.
                    if !SMALL && matches!(form, Form::Utf8) && source.read::<u8>(0) >= Some(0xC4) {
                        return Chosen::chars($utf8_to_chars(source, chars, repairs));
                    }
                    let tier = $tier::new();
                    // SAFETY: `latin1` is scratch of 256 bytes and `source` has at most as many, as the caller
                    // promises.
                    let greatest = unsafe { plain::copy_short::<_, SMALL>(tier, source, latin1) };
                    match form {
                        Form::Latin1 => Chosen::latin1(Taken::same(source.bytes())),
                        _ if !tier.reaches8(greatest, 0x80) => Chosen::latin1(Taken::same(source.bytes())),
                        Form::Utf8 if tier.reaches8(greatest, 0xC4) => {
                            Chosen::chars($utf8_to_chars(source, chars, repairs))
                        }
                        Form::Utf8 => Chosen::latin1($utf8_to_latin1(source, latin1)),
                        _ => Chosen::NOTHING,
                    }
                }
                Form::Utf16Le => short_units::<SMALL, 2, false>(source, latin1, chars),
                Form::Utf16Be => short_units::<SMALL, 2, true>(source, latin1, chars),
                Form::Utf32Le => short_units::<SMALL, 4, false>(source, latin1, chars),
                Form::Utf32Be => short_units::<SMALL, 4, true>(source, latin1, chars),
                Form::Chars | Form::Unknown => Chosen::NOTHING,
            }
        }

        /// [`decode_short`] for UTF-16 and UTF-32, whose units have `UNIT` bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn short_units<const SMALL: bool, const UNIT: usize, const BIG: bool>(
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
        ) -> Chosen {
            if !source.bytes().is_multiple_of(UNIT) {
                return Chosen::NOTHING;
            }
            let tier = $tier::new();
            let narrow = Plain::latin1::<_, UNIT, BIG>(tier);
            let taken = plain::short::<_, SMALL, UNIT, 1, BIG>(tier, source, latin1, narrow);
            if taken.read > 0 {
                return Chosen::latin1(taken);
            }
            // A byte order mark in either order.
            let mark = match UNIT {
                2 => matches!(source.read::<u16>(0), Some(0xFEFF | 0xFFFE)),
                _ => matches!(source.read::<u32>(0), Some(0x0000_FEFF | 0xFFFE_0000)),
            };
            if mark {
                return Chosen::NOTHING;
            }
            let one_char = if UNIT == 2 { Plain::no_surrogates::<_, BIG>(tier) } else { Plain::bmp::<_, BIG>(tier) };
            let taken = plain::short::<_, SMALL, UNIT, 2, BIG>(tier, source, chars, one_char);
            Chosen::chars(match UNIT {
                _ if taken.read > 0 => taken,
                2 => utf16_to_utf16::<BIG, false>(source, chars),
                _ => utf32_to_utf16::<BIG>(source, chars),
            })
        }

        /// Encodes 1 to 128 chars: [`short`](crate::kernels::short). If `repairs`, it may encode lone surrogates, as `?` in
        /// UTF-8. Returns the number of bytes written; 0 if it did not encode all chars, and some may then be written.
        #[inline]
        #[target_feature(enable = $features)]
        pub fn short(encoding: Encoding, source: Source<'_>, room: Target<'_>, repairs: bool) -> usize {
            let bytes = source.bytes();
            if !(2..=SHORT).contains(&bytes) || !bytes.is_multiple_of(2) || bytes / 2 > room.bytes() {
                return 0; // each char takes at least a byte
            }
            let taken = match encoding {
                Encoding::Utf8 | Encoding::Ascii | Encoding::Latin1 => {
                    let tier = $tier::new();
                    let plain = if matches!(encoding, Encoding::Latin1) {
                        Plain::latin1::<_, 2, false>(tier)
                    } else {
                        Plain::ascii16(tier)
                    };
                    let taken = if bytes <= $tier::BYTES {
                        plain::short::<_, true, 2, 1, false>(tier, source, room, plain)
                    } else {
                        plain::short::<_, false, 2, 1, false>(tier, source, room, plain)
                    };
                    if taken.read == 0 && matches!(encoding, Encoding::Utf8) {
                        $chars_to_utf8(source, room, repairs)
                    } else {
                        taken
                    }
                }
                Encoding::Utf16Le => utf16_to_utf16::<false, false>(source, room),
                Encoding::Utf16Be => utf16_to_utf16::<false, true>(source, room),
                Encoding::Utf32Le | Encoding::Utf32Be if bytes <= $tier::BYTES => {
                    encode_short::<true>(Form::of(encoding), source, room, repairs)
                }
                Encoding::Utf32Le => chars_to_utf32::<false>(source, room),
                Encoding::Utf32Be => chars_to_utf32::<true>(source, room),
                _ => Taken::NOTHING,
            };
            if taken.read == bytes { taken.written } else { 0 }
        }

        /// [`short_chars`](crate::kernels::short_chars).
        ///
        /// # Safety
        ///
        /// * This CPU has the features of the tier.
        /// * `source` has 1 to 256 bytes.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn short_chars(
            to: Form,
            source: Source<'_>,
            room: Target<'_>,
            repairs: bool,
        ) -> Taken {
            if source.bytes() <= $tier::BYTES {
                // SAFETY: as the caller promises.
                unsafe { encode_short::<true>(to, source, room, repairs) }
            } else {
                // SAFETY: the same.
                unsafe { encode_short::<false>(to, source, room, repairs) }
            }
        }

        /// [`short_chars`] of at most a vector, if `SMALL`, or of more.
        #[inline(never)]
        #[target_feature(enable = $features)]
        fn encode_short<const SMALL: bool>(to: Form, source: Source<'_>, room: Target<'_>, repairs: bool) -> Taken {
            const NOT_ASCII: u64 = 0xFF80_FF80_FF80_FF80;
            let tier = $tier::new();
            let unpaired = Plain::no_surrogates::<_, false>(tier);
            match to {
                // Text that does not begin in ASCII need not pay for the attempt.
                Form::Utf8 if !SMALL && source.read::<u64>(0).is_some_and(|chars| chars & NOT_ASCII != 0) => {
                    $chars_to_utf8(source, room, repairs)
                }
                Form::Utf8 => {
                    let taken = plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::ascii16(tier));
                    if taken.read == 0 { $chars_to_utf8(source, room, repairs) } else { taken }
                }
                Form::Ascii => plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::ascii16(tier)),
                Form::Latin1 => {
                    plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::latin1::<_, 2, false>(tier))
                }
                Form::Utf32Le if !SMALL => chars_to_utf32::<false>(source, room),
                Form::Utf32Le => {
                    let taken = plain::short::<_, true, 2, 4, false>(tier, source, room, unpaired);
                    if taken.read == 0 { chars_to_utf32::<false>(source, room) } else { taken }
                }
                Form::Utf32Be if !SMALL => chars_to_utf32::<true>(source, room),
                Form::Utf32Be => {
                    let taken = plain::short::<_, true, 2, 4, true>(tier, source, room, unpaired);
                    if taken.read == 0 { chars_to_utf32::<true>(source, room) } else { taken }
                }
                Form::Utf16Le | Form::Utf16Be | Form::Chars | Form::Unknown => Taken::NOTHING,
            }
        }
    };
    (@dispatch $($name:ident[$form:ty, $($argument:ident: $type:ty),+] $arguments:tt {
        $($pattern:pat => $kernel:ident $(::<$($big:literal),+>)?,)*
    })+) => {$(
        /// The function of this name in [`crate::kernels`].
        ///
        /// # Safety
        ///
        /// * This CPU has the features of the tier.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn $name(form: $form, $($argument: $type),+) -> Taken {
            match form {
                $(
                    // SAFETY: as the caller promises.
                    $pattern => unsafe { $kernel $(::<$($big),+>)? $arguments },
                )*
                #[allow(unreachable_patterns, reason = "a list may name all forms, or leave some to the steps")]
                _ => Taken::NOTHING,
            }
        }
    )+};
    (@convert $features:literal, $tier:ident,
        $($name:ident[$($big:ident)?] [$($constant:tt),+] $plain:expr;)+) => {$(
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn $name<$(const $big: bool)?>(source: Source<'_>, room: Target<'_>) -> Taken {
            let tier = $tier::new();
            plain::convert::<_, $($constant),+>(tier, source, room, $plain(tier))
        }
    )+};
    (@count $features:literal, $tier:ident, $($name:ident[$($big:ident)?] [$constant:tt] $plain:expr;)+) => {$(
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn $name<$(const $big: bool)?>(source: Source<'_>) -> Taken {
            let tier = $tier::new();
            plain::count::<_, $constant>(tier, source, $plain(tier))
        }
    )+};
    (@equal $features:literal, $tier:ident,
        $($name:ident[$($big:ident)?] [$($constant:tt),+] $plain:expr;)+) => {$(
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn $name<$(const $big: bool)?>(source: Source<'_>, chars: Source<'_>) -> Taken {
            let tier = $tier::new();
            plain::equal::<_, $($constant),+>(tier, source, chars, $plain(tier))
        }
    )+};
    (@query $features:literal, $tier:ident, $($name:ident[$($big:ident)?])+) => {$(
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn $name<$(const $big: bool)?>(source: Source<'_>) -> Taken {
            queries::$name::<_ $(, $big)?>($tier::new(), source)
        }
    )+};
}
pub(in crate::kernels) use entries;
