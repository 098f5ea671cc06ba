//! The entries of a tier to the shared kernels: the same source for all tiers, compiled with the features of each.

/// Defines the entries of a tier, in a module where the tier's own kernels are in scope.
///
/// * `$tier`: the type that implements [`Vectors`](super::Vectors), a tuple struct of `()`.
/// * `$utf8_to_latin1`, `$utf8_to_chars`: decode UTF-8 of up to 256 bytes that is not ASCII to scratch memory.
macro_rules! entries {
    ($features:literal, $tier:ident, $utf8_to_latin1:path, $utf8_to_chars:path) => {
        use crate::kernels::shared::plain::{self, Plain};
        use crate::kernels::shared::{Vectors, entries, queries};
        use crate::kernels::{Chosen, Form, Taken};
        use crate::{Source, Target};

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
            utf16_to_latin1[BIG] [2, 1, BIG] Plain::latin1_16::<_, BIG>;
            utf32_to_latin1[BIG] [4, 1, BIG] Plain::latin1_32::<_, BIG>;
        }
        entries! { @count $features, $tier,
            ascii_chars[] [1] Plain::ascii;
            utf16_latin1[BIG] [2] Plain::latin1_16::<_, BIG>;
            utf32_latin1[BIG] [4] Plain::latin1_32::<_, BIG>;
        }
        entries! { @equal $features, $tier,
            latin1_equal[] [1, false] Plain::any;
            ascii_equal[] [1, false] Plain::ascii;
            chars_equal[] [2, false] Plain::any;
            utf16_equal[BIG] [2, BIG] Plain::no_surrogates::<_, BIG>;
            utf32_equal[BIG] [4, BIG] Plain::bmp::<_, BIG>;
        }
        entries! { @query $features, $tier, utf8_valid[] utf8_latin1[] utf16_chars[BIG] utf32_chars[BIG] }

        /// [`is_wide_soon`](crate::kernels::is_wide_soon).
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn is_wide_soon(form: Form, source: Source<'_>) -> bool {
            queries::is_wide_soon($tier::new(), form, source)
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
                return Chosen::chars(match form {
                    Form::Utf8 => utf8_to_utf16(source, chars),
                    Form::Utf16Le => utf16_to_utf16::<false, false>(source, chars),
                    Form::Utf16Be => utf16_to_utf16::<true, false>(source, chars),
                    Form::Utf32Le => utf32_to_utf16::<false>(source, chars),
                    Form::Utf32Be => utf32_to_utf16::<true>(source, chars),
                    Form::Latin1 | Form::Ascii | Form::Chars => Taken::NOTHING,
                });
            }
            Chosen::latin1(match form {
                Form::Utf8 => utf8_to_latin1(source, latin1),
                Form::Latin1 => latin1_to_latin1(source, latin1),
                Form::Ascii => ascii_to_latin1(source, latin1),
                Form::Utf16Le => utf16_to_latin1::<false>(source, latin1),
                Form::Utf16Be => utf16_to_latin1::<true>(source, latin1),
                Form::Utf32Le => utf32_to_latin1::<false>(source, latin1),
                Form::Utf32Be => utf32_to_latin1::<true>(source, latin1),
                Form::Chars => Taken::NOTHING,
            })
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
        ) -> Chosen {
            if source.bytes() <= $tier::BYTES {
                // SAFETY: as the caller promises.
                unsafe { decode_short::<true>(form, source, latin1, chars) }
            } else {
                // SAFETY: the same.
                unsafe { decode_short::<false>(form, source, latin1, chars) }
            }
        }

        /// [`short_to_java`] of at most a vector, if `SMALL`, or of more. Two functions, because the
        /// one for more has to save registers.
        ///
        /// # Safety
        ///
        /// * As [`short_to_java`].
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn decode_short<const SMALL: bool>(
            form: Form,
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
        ) -> Chosen {
            match form {
                Form::Utf8 | Form::Ascii | Form::Latin1 => {
                    let tier = $tier::new();
                    // SAFETY: `latin1` is scratch of 256 bytes and `source` has at most as many, as the caller
                    // promises.
                    let greatest = unsafe { plain::copy_short::<_, SMALL>(tier, source, latin1) };
                    match form {
                        Form::Latin1 => Chosen::latin1(Taken::same(source.bytes())),
                        _ if tier.at_least8(greatest, 0x80) == 0 => Chosen::latin1(Taken::same(source.bytes())),
                        Form::Utf8 if tier.at_least8(greatest, 0xC4) != 0 => {
                            Chosen::chars($utf8_to_chars(source, chars))
                        }
                        Form::Utf8 => Chosen::latin1($utf8_to_latin1(source, latin1)),
                        _ => Chosen::NOTHING,
                    }
                }
                Form::Utf16Le => short_utf16::<SMALL, false>(source, latin1, chars),
                Form::Utf16Be => short_utf16::<SMALL, true>(source, latin1, chars),
                Form::Utf32Le => short_utf32::<SMALL, false>(source, latin1, chars),
                Form::Utf32Be => short_utf32::<SMALL, true>(source, latin1, chars),
                Form::Chars => Chosen::NOTHING,
            }
        }

        /// [`decode_short`] for UTF-16.
        #[inline]
        #[target_feature(enable = $features)]
        fn short_utf16<const SMALL: bool, const BIG: bool>(
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
        ) -> Chosen {
            if !source.bytes().is_multiple_of(2) {
                return Chosen::NOTHING;
            }
            let tier = $tier::new();
            let narrow = plain::short::<_, SMALL, 2, 1, BIG>(tier, source, latin1, Plain::latin1_16::<_, BIG>(tier));
            if narrow.read > 0 {
                return Chosen::latin1(narrow);
            }
            // Either byte order mark.
            if matches!(source.read::<u16>(0), Some(0xFEFF | 0xFFFE)) {
                return Chosen::NOTHING;
            }
            let taken = plain::short::<_, SMALL, 2, 2, BIG>(tier, source, chars, Plain::no_surrogates::<_, BIG>(tier));
            Chosen::chars(if taken.read > 0 { taken } else { utf16_to_utf16::<BIG, false>(source, chars) })
        }

        /// [`decode_short`] for UTF-32.
        #[inline]
        #[target_feature(enable = $features)]
        fn short_utf32<const SMALL: bool, const BIG: bool>(
            source: Source<'_>,
            latin1: Target<'_>,
            chars: Target<'_>,
        ) -> Chosen {
            if !source.bytes().is_multiple_of(4) {
                return Chosen::NOTHING;
            }
            let tier = $tier::new();
            let narrow = plain::short::<_, SMALL, 4, 1, BIG>(tier, source, latin1, Plain::latin1_32::<_, BIG>(tier));
            if narrow.read > 0 {
                return Chosen::latin1(narrow);
            }
            // Either byte order mark.
            if matches!(source.read::<u32>(0), Some(0x0000_FEFF | 0xFFFE_0000)) {
                return Chosen::NOTHING;
            }
            let taken = plain::short::<_, SMALL, 4, 2, BIG>(tier, source, chars, Plain::bmp::<_, BIG>(tier));
            Chosen::chars(if taken.read > 0 { taken } else { utf32_to_utf16::<BIG>(source, chars) })
        }

        /// [`short_chars`](crate::kernels::short_chars).
        ///
        /// # Safety
        ///
        /// * This CPU has the features of the tier.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn short_chars(to: Form, source: Source<'_>, room: Target<'_>) -> Taken {
            if source.bytes() <= $tier::BYTES {
                // SAFETY: as the caller promises.
                unsafe { encode_short::<true>(to, source, room) }
            } else {
                // SAFETY: the same.
                unsafe { encode_short::<false>(to, source, room) }
            }
        }

        /// [`short_chars`] of at most a vector, if `SMALL`, or of more.
        #[inline(never)]
        #[target_feature(enable = $features)]
        fn encode_short<const SMALL: bool>(to: Form, source: Source<'_>, room: Target<'_>) -> Taken {
            let tier = $tier::new();
            let unpaired = Plain::no_surrogates::<_, false>(tier);
            match to {
                Form::Utf8 => {
                    let taken = plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::ascii16(tier));
                    if taken.read == 0 { chars_to_utf8(source, room) } else { taken }
                }
                Form::Ascii => plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::ascii16(tier)),
                Form::Latin1 => {
                    plain::short::<_, SMALL, 2, 1, false>(tier, source, room, Plain::latin1_16::<_, false>(tier))
                }
                Form::Utf16Le | Form::Chars => plain::short::<_, SMALL, 2, 2, false>(tier, source, room, unpaired),
                Form::Utf16Be => plain::short::<_, SMALL, 2, 2, true>(tier, source, room, unpaired),
                Form::Utf32Le => plain::short::<_, SMALL, 2, 4, false>(tier, source, room, unpaired),
                Form::Utf32Be => plain::short::<_, SMALL, 2, 4, true>(tier, source, room, unpaired),
            }
        }
    };
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
