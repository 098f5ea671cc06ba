//! The contents of the generated files.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use unitstr_c::table::{USTR_ABI_MAJOR, USTR_ABI_MINOR};

use crate::crates;

/// A generated file.
pub struct File {
    /// Its path.
    pub path: PathBuf,
    /// Its contents.
    pub text: String,
}

/// All generated files, in memory.
pub fn all() -> Vec<File> {
    let mut files = of_tables();
    let root = root();
    files.push(File { path: root.join("abi/crates.txt"), text: crates::list(&root) });
    files
}

/// The headers, then the list of the tables' members.
pub fn of_tables() -> Vec<File> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the directory of unitstr-c");
    let headers = HEADERS.map(|header| header.text(crate_dir));
    let abi = abi(&headers);
    let mut files = Vec::new();
    for (header, text) in HEADERS.iter().zip(headers) {
        files.push(File { path: crate_dir.join("include").join(header.name), text });
    }
    files.push(File { path: root().join("abi").join(format!("v{USTR_ABI_MAJOR}.{USTR_ABI_MINOR}.txt")), text: abi });
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A header.
struct Header {
    name: &'static str,
    /// The comment at its start.
    comment: &'static str,
    /// The sources, in the order in which a reader of the header needs them.
    modules: &'static [&'static str],
    /// The groups of the table in Rust, and the members of the table that contain them.
    parts: &'static [(&'static str, &'static str)],
    structs: &'static [&'static str],
    /// The text after the declarations.
    end: &'static str,
}

/// The header for C programs, and the one for the Java bindings.
const HEADERS: [Header; 2] = [
    Header {
        name: "unitstr.h",
        comment: COMMENT,
        modules: &[
            "status",
            "options",
            "progress",
            "tensor/numbers",
            "tensor/options",
            "tensor/report",
            "table/strings",
            "table/web",
            "table/mod",
        ],
        parts: &[("Strings", "strings"), ("Web", "web")],
        structs: &["ustr_api", "ustr_progress", "ustr_tensor", "ustr_tensor_report"],
        end: HAS,
    },
    Header {
        name: "unitstr_java.h",
        comment: JAVA_COMMENT,
        modules: &[
            "packed",
            "batch",
            "java/numbers",
            "values/numbers",
            "java/strings",
            "java/batches",
            "java/tensors",
            "java/changes",
            "java/values",
            "java/arrow",
            "java/mod",
        ],
        parts: &[
            ("JavaStrings", "strings"),
            ("Batches", "batches"),
            ("Tensors", "tensors"),
            ("Changes", "changes"),
            ("Values", "values"),
            ("Arrow", "arrow"),
        ],
        structs: &["ustr_java_api"],
        end: "",
    },
];

impl Header {
    fn text(&self, crate_dir: &Path) -> String {
        let mut config = cbindgen::Config::from_file(crate_dir.join("cbindgen.toml")).expect("cbindgen.toml");
        config.header = Some(self.comment.to_owned());
        let mut builder = cbindgen::Builder::new().with_config(config);
        let expanded = tempfile::tempdir().expect("a directory");
        for module in self.modules {
            let source = fs::read_to_string(crate_dir.join("src").join(module).with_extension("rs")).expect("a module");
            let copy = expanded.path().join(module.replace('/', "_")).with_extension("rs");
            fs::write(&copy, with_structs(&source)).expect("a file in that directory");
            builder = builder.with_src(copy);
        }
        let mut bytes = Vec::new();
        builder.generate().expect("sources that cbindgen can read").write(&mut bytes);
        let text = String::from_utf8(bytes).expect("UTF-8");
        let text = self.parts.iter().fold(text, |header, (part, name)| flattened(&header, part, name));
        let text = parenthesized(&text);
        let trailer = self.trailer(&text);
        text + "\n" + &trailer
    }

    fn trailer(&self, text_of_header: &str) -> String {
        let mut text = String::from(self.end);
        text.push_str(ASSERT);
        let header = without_comments(text_of_header);
        for of in self.structs {
            for (name, offset, _) in members(&header, of) {
                writeln!(text, "USTR_ASSERT_OFFSET({of}, {name}, {offset});").expect("memory");
            }
        }
        let guard = self.name.to_uppercase().replace('.', "_");
        text + &format!("#undef USTR_ASSERT_OFFSET\n\n#endif /* {guard} */\n")
    }
}

/// The source with the structs that its macro `functions!` defines, because cbindgen expands no macros.
fn with_structs(source: &str) -> String {
    let Some((above, rows)) = source.split_once("crate::table::functions! {\n") else {
        return source.to_owned();
    };
    let (group, rows) = rows.split_once(";\n").expect("the struct's name");
    let mut text = format!("{above}{} {{\n", group.replace("pub struct", "#[repr(C)] pub struct"));
    let mut row = String::new();
    for line in rows.lines() {
        if line.trim_start().starts_with("///") {
            text.push_str(line);
        } else {
            row.push_str(line);
            let Some((signature, _)) = row.split_once(" = ").filter(|_| line.ends_with(';')) else {
                continue;
            };
            let (name, kind) = signature.trim_start().trim_start_matches("fn ").split_once('(').expect("arguments");
            write!(text, "pub {name}: unsafe extern \"C\" fn({kind},").expect("memory");
            row.clear();
        }
        text.push('\n');
    }
    text + "}\n"
}

/// The header without the struct `part`: its members replace the member `name` of the table.
fn flattened(header: &str, part: &str, name: &str) -> String {
    let (above, members, below) = cut(header, &format!("typedef struct {part} {{\n"), &format!("}} {part};\n\n"));
    let header = above + below;
    let (above, _, below) = cut(&header, &format!("    struct {part} {name};"), "\n");
    above + members + below
}

/// The text before the documentation of `begin`, the text between `begin` and `end`, and the text after `end`.
fn cut<'a>(header: &'a str, begin: &str, end: &str) -> (String, &'a str, &'a str) {
    let (above, rest) = header.split_once(begin).expect(begin);
    let (inside, below) = rest.split_once(end).expect(end);
    let documentation = above.rfind("/**").expect("its documentation");
    let line = above[..documentation].rfind('\n').map_or(0, |at| at + 1);
    (above[..line].to_owned(), inside, below)
}

const COMMENT: &str = "\
/* unitstr: strings between C and Java, counted in code units.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c-generate`; do not edit.
   For 64-bit platforms, C11 or later, and C++11 or later.

     const ustr_api *api = ustr_get_api(USTR_ABI_MAJOR);
     if (api == NULL) { ... the library has another major version ... }

   Decoding UTF-8 to UTF-16; measure_decoded says beforehand how many chars there will be:

     ustr_progress out = {sizeof out, 0, 0, 0, 0};
     int32_t status = api->decode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPLACE, src, src_bytes, dst, dst_chars, &out);
     if (status < 0) { ... puts(api->status_text(status)) ... }

   Encoding UTF-16 to UTF-8, as much as fits; out.read says how many chars that were:

     status = api->encode_utf16(USTR_ENCODING_UTF_8, USTR_FLAG_REPORT, chars, count, dst, dst_bytes, &out);
     if (status == USTR_MALFORMED) { ... a lone surrogate at chars[out.read] ... }

   The length of text that ends with a zero unit, and whether it equals some chars:

     uint64_t units;
     api->find_zero(1, src, SIZE_MAX, &units);
     int equal = api->compare(USTR_ENCODING_UTF_8, 0, src, units, chars, count, &out) == USTR_DONE && out.written == count;

   Checking a tensor of strings that came from elsewhere:

     ustr_tensor tensor = {sizeof tensor};
     tensor.format = USTR_TENSOR_TFLITE;
     tensor.count = count;
     ustr_tensor_report report = {sizeof report, 0, 0, 0, 0};
     if (api->tensor_validate(&tensor, base, bytes, &report) == USTR_REFUSED) { ... report.index, report.code ... }
*/

#ifndef UNITSTR_H
#define UNITSTR_H";

const JAVA_COMMENT: &str = "\
/* What the Java bindings of unitstr call. Private to jars of a matching version: C programs include unitstr.h.

   Generated from rust/unitstr-c/src by `cargo run --locked -p unitstr-c-generate`; do not edit.
*/

#ifndef UNITSTR_JAVA_H
#define UNITSTR_JAVA_H

#include \"unitstr.h\"";

const HAS: &str = "\
/**
 * The policy `USTR_FLAG_REPLACE_WITH` with this code point, such as `USTR_REPLACE_WITH('*')`.
 */
#define USTR_REPLACE_WITH(code_point) \\
    (USTR_FLAG_REPLACE_WITH | (uint32_t)(code_point) << USTR_FLAG_REPLACEMENT_SHIFT)

/**
 * Whether the table at `api` has the member `name` (a function): the library may be older than this header. A member
 * that is there may still answer `USTR_E_UNSUPPORTED`, as `whatwg_decode` does in a library without these encodings.
 */
#define USTR_HAS(api, name) \\
    ((api)->struct_size >= offsetof(ustr_api, name) + sizeof((api)->name) && (api)->name != NULL)

";

const ASSERT: &str = "\
#ifdef __cplusplus
#define USTR_ASSERT_OFFSET(type, name, offset) static_assert(offsetof(type, name) == offset, #type \".\" #name)
#else
#define USTR_ASSERT_OFFSET(type, name, offset) _Static_assert(offsetof(type, name) == offset, #type \".\" #name)
#endif
";

/// The list of all that must not change, one line each: name, tab, offset or value, tab, type.
fn abi(headers: &[String]) -> String {
    let mut text = String::from("# name\toffset in bytes\ttype in C\n");
    let header = without_comments(&headers.concat());
    for of in HEADERS.iter().flat_map(|header| header.structs) {
        for (name, offset, kind) in members(&header, of) {
            writeln!(text, "{of}.{name}\t{offset}\t{kind}").expect("memory");
        }
    }
    text.push_str("# name\tvalue\n");
    for define in header.lines().filter_map(|line| line.strip_prefix("#define ")) {
        if let Some((name, value)) = define.split_once(' ').filter(|(name, _)| !name.contains('(')) {
            writeln!(text, "{name}\t{}", value.trim_matches(['(', ')'])).expect("memory");
        }
    }
    text
}

/// The header with negative numbers in parentheses, so that `x USTR_E_NULL` is no subtraction.
fn parenthesized(header: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" -") {
        Some((name, digits)) if name.starts_with("#define ") => format!("{name} (-{digits})\n"),
        _ => format!("{line}\n"),
    };
    header.lines().map(line).collect()
}

fn without_comments(header: &str) -> String {
    header
        .split("/*")
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once("*/").expect("the comment's end").1 })
        .collect()
}

/// Names, offsets and types of the members of a struct. Every member is aligned to its size. The header repeats the
/// offsets as assertions, so that a C compiler compares them with the struct.
fn members(header: &str, of: &str) -> Vec<(String, usize, String)> {
    let mut end = 0_usize;
    let place = |(name, kind): (String, String)| {
        let bytes = match kind.as_str() {
            "uint32_t" => 4,
            "size_t" | "uint64_t" => 8,
            pointer if pointer.contains("(*)") => 8,
            _ => panic!("{of}.{name}: a member of type {kind}"),
        };
        let offset = end.next_multiple_of(bytes);
        end = offset + bytes;
        (name, offset, kind)
    };
    declarations(header, of).into_iter().map(place).collect()
}

/// Names and types of the members of a struct, as the header declares them, white space made one blank.
fn declarations(header: &str, of: &str) -> Vec<(String, String)> {
    let (_, body) = header.split_once(&format!("typedef struct {of} {{")).expect("the struct");
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
