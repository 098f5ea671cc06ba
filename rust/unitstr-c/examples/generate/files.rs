//! What the generated files hold.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use unitstr_c::progress::PROGRESS_MEMBERS;
use unitstr_c::table::{API_MEMBERS, USTR_ABI_MAJOR, USTR_ABI_MINOR};
use unitstr_c::tensor::options::TENSOR_MEMBERS;
use unitstr_c::tensor::report::TENSOR_REPORT_MEMBERS;

/// A generated file.
pub struct File {
    /// Where it is kept.
    pub path: PathBuf,
    /// What it holds.
    pub text: String,
}

/// All generated files, in memory.
pub fn all() -> Vec<File> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = header(crate_dir);
    let abi = abi(&header);
    let abi_name = format!("v{USTR_ABI_MAJOR}.{USTR_ABI_MINOR}.txt");
    vec![
        File {
            path: crate_dir.join("include/unitstr.h"),
            text: header,
        },
        File {
            path: crate_dir.join("../../abi").join(abi_name),
            text: abi,
        },
    ]
}

fn header(crate_dir: &Path) -> String {
    let mut config = cbindgen::Config::from_file(crate_dir.join("cbindgen.toml")).expect("cbindgen.toml");
    config.header = Some(COMMENT.to_owned());
    config.trailer = Some(trailer());
    let mut builder = cbindgen::Builder::new().with_config(config);
    // In the order in which a reader of the header needs them.
    for module in [
        "status",
        "options",
        "progress",
        "packed",
        "batch",
        "tensor/numbers",
        "tensor/options",
        "tensor/report",
        "values/numbers",
        "table/strings",
        "table/batches",
        "table/tensors",
        "table/changes",
        "table/values",
        "table/mod",
        "table/frozen",
    ] {
        builder = builder.with_src(crate_dir.join("src").join(module).with_extension("rs"));
    }
    let mut bytes = Vec::new();
    builder
        .generate()
        .expect("sources that cbindgen can read")
        .write(&mut bytes);
    PARTS
        .iter()
        .fold(String::from_utf8(bytes).expect("UTF-8"), |header, (part, name)| {
            flattened(&header, part, name)
        })
}

/// The parts of the table in Rust, and the members that they are.
const PARTS: [(&str, &str); 5] = [
    ("Strings", "strings"),
    ("Batches", "batches"),
    ("Tensors", "tensors"),
    ("Changes", "changes"),
    ("Values", "values"),
];

/// The header without the struct `part`; what is in it stands where `ustr_api` has it as the member `name`.
fn flattened(header: &str, part: &str, name: &str) -> String {
    let (above, members, below) = cut(
        header,
        &format!("typedef struct {part} {{\n"),
        &format!("}} {part};\n\n"),
    );
    let header = above + below;
    let (above, _, below) = cut(&header, &format!("    struct {part} {name};"), "\n");
    above + members + below
}

/// What is before `begin` and its documentation, between `begin` and `end`, and behind it.
fn cut<'a>(header: &'a str, begin: &str, end: &str) -> (String, &'a str, &'a str) {
    let (above, rest) = header.split_once(begin).expect(begin);
    let (inside, below) = rest.split_once(end).expect(end);
    let documentation = above.rfind("/**").expect("its documentation");
    let line = above[..documentation].rfind('\n').map_or(0, |at| at + 1);
    (above[..line].to_owned(), inside, below)
}

const COMMENT: &str = "\
/* unitstr: strings between C and Java, counted in code units.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c --example generate`; do not edit.
   For 64-bit platforms, C11 or later, and C++11 or later.

     const ustr_api *api = ustr_get_api(USTR_ABI_MAJOR);
     if (api == NULL) { ... not this major version ... }
     ustr_progress out = {sizeof out, 0, 0, 0, 0};
     int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_bytes, dst, dst_chars, &out);
*/

#ifndef UNITSTR_H
#define UNITSTR_H";

fn trailer() -> String {
    let mut text = String::from(
        "\
/**
 * Whether the table at `api` has the member `name` (a function): the library may be older than this header.
 */
#define USTR_HAS(api, name) \\
    ((api)->struct_size >= offsetof(ustr_api, name) + sizeof((api)->name) && (api)->name != NULL)

#ifdef __cplusplus
#define USTR_ASSERT_OFFSET(type, name, offset) static_assert(offsetof(type, name) == offset, #type \".\" #name)
#else
#define USTR_ASSERT_OFFSET(type, name, offset) _Static_assert(offsetof(type, name) == offset, #type \".\" #name)
#endif
",
    );
    for (of, members) in structs() {
        for (name, offset) in members {
            writeln!(text, "USTR_ASSERT_OFFSET({of}, {name}, {offset});").expect("memory");
        }
    }
    text + "#undef USTR_ASSERT_OFFSET\n\n#endif /* UNITSTR_H */"
}

fn structs() -> [(&'static str, &'static [(&'static str, usize)]); 4] {
    [
        ("ustr_api", API_MEMBERS),
        ("ustr_progress", PROGRESS_MEMBERS),
        ("ustr_tensor", TENSOR_MEMBERS),
        ("ustr_tensor_report", TENSOR_REPORT_MEMBERS),
    ]
}

/// What must not change, one line each: name, tab, offset or value, tab, type.
fn abi(header: &str) -> String {
    let mut text = String::from("# name\toffset in bytes\ttype in C\n");
    let header = without_comments(header);
    for (of, members) in structs() {
        let declared = declarations(&header, of);
        let names: Vec<_> = declared.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            members.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            "{of}: the list of members"
        );
        for ((name, offset), (_, kind)) in members.iter().zip(&declared) {
            writeln!(text, "{of}.{name}\t{offset}\t{kind}").expect("memory");
        }
    }
    text.push_str("# name\tvalue\n");
    for define in header.lines().filter_map(|line| line.strip_prefix("#define ")) {
        if let Some((name, value)) = define.split_once(' ').filter(|(name, _)| !name.contains('(')) {
            writeln!(text, "{name}\t{value}").expect("memory");
        }
    }
    text
}

fn without_comments(header: &str) -> String {
    header
        .split("/*")
        .enumerate()
        .map(|(i, part)| {
            if i == 0 {
                part
            } else {
                part.split_once("*/").expect("the comment's end").1
            }
        })
        .collect()
}

/// Names and types of the members of a struct, as the header declares them, white space made one blank.
fn declarations(header: &str, of: &str) -> Vec<(String, String)> {
    let (_, body) = header
        .split_once(&format!("typedef struct {of} {{"))
        .expect("the struct");
    let (body, _) = body.split_once('}').expect("the struct's end");
    let mut members = Vec::new();
    for member in body.split(';').filter(|member| !member.trim().is_empty()) {
        let member = member.split_whitespace().collect::<Vec<_>>().join(" ");
        let (name, kind) = match member.split_once("(*") {
            Some((result, rest)) => {
                let (name, arguments) = rest.split_once(')').expect("a pointer to a function");
                (name.to_owned(), format!("{result}(*){arguments}"))
            }
            None => {
                let (kind, name) = member.rsplit_once(' ').expect("a type and a name");
                (name.to_owned(), kind.to_owned())
            }
        };
        members.push((name, kind));
    }
    members
}
