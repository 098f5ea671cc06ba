//! The operations against a model that is written from the tables, not from the code.
//!
//! `UNITSTR_DEPTH` says how much to try: by default samples; `more` as CI does, `all` for full products.

mod borders;
mod calls;
mod capacities;
mod check;
mod dense_errors;
mod edges;
mod encoding_kernels;
mod exhaustive;
mod guard_pages;
mod kernels;
mod memory;
mod model;
mod pieces;
mod places;
mod properties;
mod questions;
mod regressions;
mod short_texts;
mod steps;
mod texts;
mod tiers;
mod vectors;
mod whatwg;
