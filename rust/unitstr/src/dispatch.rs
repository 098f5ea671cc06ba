//! Maps an encoding to the type of its codec.

/// Evaluates an expression with a type alias for the codec of an [`Encoding`](crate::Encoding). An encoding without a
/// fixed byte order has the codec of its default order.
macro_rules! with_codec {
    ($encoding:expr, $codec:ident => $body:expr) => {
        match $encoding {
            $crate::Encoding::Utf8 => with_codec!(@ $codec = Utf8, $body),
            $crate::Encoding::Latin1 => with_codec!(@ $codec = Latin1, $body),
            $crate::Encoding::Ascii => with_codec!(@ $codec = Ascii, $body),
            $crate::Encoding::Utf16Le | $crate::Encoding::Utf16LeBom => with_codec!(@ $codec = Utf16Le, $body),
            $crate::Encoding::Utf16Be | $crate::Encoding::Utf16 => with_codec!(@ $codec = Utf16Be, $body),
            $crate::Encoding::Utf32Le | $crate::Encoding::Utf32LeBom => with_codec!(@ $codec = Utf32Le, $body),
            $crate::Encoding::Utf32Be | $crate::Encoding::Utf32BeBom | $crate::Encoding::Utf32 => {
                with_codec!(@ $codec = Utf32Be, $body)
            }
        }
    };
    (@ $codec:ident = $name:ident, $body:expr) => {{
        type $codec = $crate::scalar::$name;
        $body
    }};
}

pub(crate) use with_codec;
