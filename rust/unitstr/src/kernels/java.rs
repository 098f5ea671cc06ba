//! The choice between the two forms of text in Java: one function for each tier, so that there is no call between the
//! choice and the kernel. The source is the same for all tiers, compiled with the features of each.

macro_rules! to_java_of_tier {
    ($features:literal) => {
        /// [`to_java`](crate::kernels::to_java).
        #[target_feature(enable = $features)]
        pub(in crate::kernels) fn to_java(
            form: crate::kernels::Form,
            source: crate::Source<'_>,
            latin1: crate::raw::Room<'_>,
            chars: crate::raw::Room<'_>,
        ) -> crate::kernels::Chosen {
            use crate::kernels::{Chosen, Form, Taken, is_wide_at_once};
            let wide = latin1.bytes() >= source.bytes() && is_wide_at_once(form, source);
            if wide {
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
    };
}
pub(super) use to_java_of_tier;
