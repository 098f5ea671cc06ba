//! The shared vectors, which say what the JDK does.

use std::path::Path;

use unitstr::{
    Encoding, Options, Policy, Source, Status, Target, TextError, decode_utf16, encode_utf16, from_chars,
    measure_encoded_utf16, to_chars,
};

use crate::check;

fn rows(file: &str, columns: usize) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect();
    assert!(rows.iter().all(|row: &Vec<String>| row.len() == columns), "{file}: a row is not of {columns} columns");
    rows
}

fn encoding(name: &str) -> Encoding {
    Encoding::ALL.into_iter().find(|each| each.name() == name).unwrap_or_else(|| panic!("{name}"))
}

fn bytes(column: &str) -> Vec<u8> {
    column.split_whitespace().map(|hex| u8::from_str_radix(hex, 16).unwrap()).collect()
}

fn chars(column: &str) -> Vec<u16> {
    column.split_whitespace().map(|hex| u16::from_str_radix(hex, 16).unwrap()).collect()
}

/// An error's place and kind, as columns.
fn columns(error: Option<TextError>) -> (String, String) {
    error.map_or(("-".into(), "-".into()), |error| {
        (error.unit_offset().to_string(), format!("{:?}", error.kind()).to_uppercase())
    })
}

#[test]
fn decode_rows() {
    let rows = rows("decode.tsv", 5);
    assert!(rows.len() > 200);
    for row in rows {
        let (encoding, bytes, chars) = (encoding(&row[0]), bytes(&row[1]), chars(&row[2]));
        assert_eq!(to_chars(encoding, unitstr::Policy::Replace, &bytes).unwrap(), chars, "{row:?}");

        let mut out = vec![0; bytes.len()];
        let progress =
            decode_utf16(encoding, Options::REPORT, Source::from_bytes(&bytes), Target::from_chars(&mut out));
        let error = match progress.status {
            Status::Malformed => (progress.read.to_string(), progress.bad_len.to_string()),
            _ => ("-".into(), "-".into()),
        };
        assert_eq!(error, (row[3].clone(), row[4].clone()), "{row:?}");
        check::decoding(encoding, &bytes);
    }
}

#[test]
fn encode_rows() {
    let rows = rows("encode.tsv", 6);
    assert!(rows.len() > 100);
    for row in rows {
        let (encoding, chars, bytes) = (encoding(&row[0]), chars(&row[1]), bytes(&row[2]));
        assert_eq!(from_chars(encoding, unitstr::Policy::Replace, &chars).unwrap(), bytes, "{row:?}");

        let error = from_chars(encoding, unitstr::Policy::Report, &chars).err();
        assert_eq!(columns(error), (row[3].clone(), row[4].clone()), "{row:?}");
        assert_eq!(error.map_or("-".into(), |error| error.unit_count().to_string()), row[5], "{row:?}");
        check::encoding(encoding, &chars);
    }
}

#[test]
fn truncate_rows() {
    let rows = rows("truncate.tsv", 5);
    assert!(rows.len() > 50);
    for row in rows {
        let (encoding, chars, bytes) = (encoding(&row[0]), chars(&row[1]), bytes(&row[4]));
        let (capacity, read): (usize, usize) = (row[2].parse().unwrap(), row[3].parse().unwrap());
        let mut out = vec![0; capacity];
        let source = Source::from_chars(&chars);
        let progress = encode_utf16(encoding, Options::REPLACE, source, Target::from_bytes(&mut out));
        assert_eq!((progress.read, &out[..progress.written]), (read, &bytes[..]), "{row:?}");
        let fits = measure_encoded_utf16(encoding, Options::REPLACE, source).written <= capacity;
        assert_eq!(progress.status, if fits { Status::Done } else { Status::OutputFull }, "{row:?}");
    }
}

/// Python's results: nothing is lost, in either direction.
#[test]
fn policy_rows() {
    let rows = rows("policies.tsv", 4);
    assert!(rows.len() > 600);
    for row in rows {
        let policy = match row[0].as_str() {
            "LOSSLESS" => Policy::Lossless,
            "SURROGATE_ESCAPE" => Policy::SurrogateEscape,
            other => panic!("{other}"),
        };
        let (encoding, bytes, chars) = (encoding(&row[1]), bytes(&row[2]), chars(&row[3]));
        assert_eq!(to_chars(encoding, policy, &bytes).unwrap(), chars, "{row:?}");
        assert_eq!(from_chars(encoding, policy, &chars).unwrap(), bytes, "{row:?}");
        check::decoding(encoding, &bytes);
        check::encoding(encoding, &chars);
    }
}
