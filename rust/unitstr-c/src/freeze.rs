//! Compile-time checks of the tables' layouts.

/// Defines the list of a table's members and compares their offsets with the table.
#[macro_export]
#[doc(hidden)]
macro_rules! freeze {
    ($table:ident $list:ident $($($part:ident).+ $offset:literal)*) => {
        /// The members with their offsets in bytes, which never change.
        pub const $list: &[(&str, usize)] = &[$(($crate::freeze!(@last $($part)+), $offset),)*];

        const _: () = {
            $(assert!(::std::mem::offset_of!($table, $($part).+) == $offset, stringify!($($part).+));)*
        };
    };
    (@last $group:ident $name:ident) => { stringify!($name) };
    (@last $name:ident) => { stringify!($name) };
}
