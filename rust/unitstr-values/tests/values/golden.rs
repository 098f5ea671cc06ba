//! Images of values that real libraries made: `tests/vectors/tvm-ffi` and `tests/vectors/matxscript`.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;
use unitstr_values::tvm::{Limits, Tree, tree};
use unitstr_values::{Blocks, Dialect, Matx, Tag, TvmFfi};

pub fn unhex(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2));
    let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits");
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/vectors", name].iter().collect()
}

fn json(path: PathBuf) -> Json {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

fn text<'a>(json: &'a Json, key: &str) -> &'a str {
    json[key].as_str().unwrap_or_else(|| panic!("{key} of {json}"))
}

/// A value of libtvm_ffi with all the memory it refers to.
pub struct Image {
    pub name: String,
    pub memory: Blocks,
    /// With its address, if it has one.
    pub root: Vec<u8>,
    /// Whether the root has an address.
    pub inline: bool,
    /// Where each block is, and its size.
    pub blocks: Vec<(u64, usize)>,
    pub expect: Json,
}

/// All 53, by name.
pub fn tvm_images() -> Vec<Image> {
    let mut images = Vec::new();
    for entry in fs::read_dir(folder("tvm-ffi")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            images.push(image(&json(path)));
        }
    }
    images.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(images.len(), 53);
    images
}

fn image(json: &Json) -> Image {
    let mut memory = Blocks::new();
    let mut places = HashMap::new();
    let blocks = json["blocks"].as_array().expect("blocks");
    let mut sizes = Vec::new();
    for block in blocks {
        let bytes = unhex(text(block, "hex"));
        let address = memory.place(&bytes);
        places.insert(text(block, "label"), address);
        sizes.push((address, bytes.len()));
    }
    let mut root = unhex(text(&blocks[0], "hex"));
    let mut inline = true;
    for block in blocks {
        for reloc in block["relocs"].as_array().expect("relocs") {
            let offset = reloc["offset"].as_u64().expect("an offset");
            let to = text(reloc, "to");
            let address =
                if to.starts_with("code:") { 0 } else { places[to] + reloc["addend"].as_u64().expect("an addend") };
            let place = places[text(block, "label")] + offset;
            memory.write(place, &address.to_le_bytes()).expect("inside");
            if text(block, "label") == "root" {
                inline = false;
                let at = usize::try_from(offset).expect("small");
                root[at..at + 8].copy_from_slice(&address.to_le_bytes());
            }
        }
    }
    Image { name: text(json, "name").to_owned(), memory, root, inline, blocks: sizes, expect: json["expect"].clone() }
}

/// Whether a tree is what an image's `expect` says, or an element of it.
fn is(tree: &Tree, expect: &Json) -> bool {
    match (tree, expect) {
        (Tree::Null, Json::Null) => true,
        (Tree::Int(value), Json::Number(number)) => Some(*value) == number.as_i64(),
        (Tree::Float(value), Json::Number(number)) => Some(*value) == number.as_f64(),
        (Tree::Bool(value), Json::Bool(expect)) => value == expect,
        (Tree::Str(bytes), Json::String(expect)) => bytes == expect.as_bytes(),
        (Tree::Sequence(_, elements), Json::Array(expect)) => {
            elements.len() == expect.len() && elements.iter().zip(expect).all(|(tree, expect)| is(tree, expect))
        }
        (tree, Json::Object(fields)) => {
            let kind = fields["type"].as_str().expect("a type");
            let bytes = || unhex(fields["bytes_hex"].as_str().expect("bytes"));
            let elements = |code: i32, key: &str| (code, fields[key].as_array().expect("elements"));
            match (tree, kind) {
                (Tree::Null, "None") => true,
                (_, "Bool" | "Int" | "Float") => is(tree, &fields["value"]),
                (Tree::Str(found), "string") | (Tree::Bytes(found), "bytes") => *found == bytes(),
                (Tree::Sequence(code, _), "ffi.Array" | "ffi.List") => {
                    let (expected, elements) = elements(if kind == "ffi.Array" { 71 } else { 75 }, "elements");
                    *code == expected && is(tree, &Json::Array(elements.clone()))
                }
                (Tree::Map(code, pairs), "ffi.Map" | "ffi.Dict") => {
                    let (expected, elements) = elements(if kind == "ffi.Map" { 72 } else { 76 }, "pairs");
                    let same = |((key, value), pair): (&(Tree, Tree), &Json)| is(key, &pair[0]) && is(value, &pair[1]);
                    *code == expected && pairs.len() == elements.len() && pairs.iter().zip(elements).all(same)
                }
                (Tree::Error { kind, message, .. }, "error") => {
                    Json::from(String::from_utf8_lossy(kind)) == fields["kind"]
                        && Json::from(String::from_utf8_lossy(message)) == fields["message"]
                }
                (Tree::Object { code: 68, .. }, "function") => true,
                _ => false,
            }
        }
        _ => false,
    }
}

#[test]
fn tvm_images_decode() {
    for image in tvm_images() {
        let found = tree(&image.memory, &image.root, Limits::default());
        let found = found.unwrap_or_else(|bad| panic!("{}: {bad}", image.name));
        assert!(is(&found, &image.expect), "{}: {found:?}", image.name);
    }
}

#[test]
fn tvm_slots_are_written_as_the_library_does() {
    let mut inline = 0;
    for image in tvm_images() {
        let mut slot = [0xAA; 16];
        TvmFfi::write(&mut slot, &TvmFfi::read(&image.root).expect("a slot")).expect("the same");
        assert_eq!(slot, image.root[..], "{}", image.name);
        inline += usize::from(image.inline);
    }
    // What the library itself keeps in the slot: the rest are objects and views, where the address is ours.
    assert_eq!(inline, 26);
}

/// A text of libmatx.
pub struct MatxCase {
    pub unicode: bool,
    pub name: String,
    pub utf8: Vec<u8>,
    /// With its address, if it has one.
    pub slot: Vec<u8>,
    pub payload: Vec<u8>,
    pub units: usize,
    pub category: i32,
    pub memory: Blocks,
}

/// All 38.
pub fn matx_cases() -> Vec<MatxCase> {
    let all = json(folder("matxscript/strings.json"));
    let cases: Vec<MatxCase> = all["cases"].as_array().expect("cases").iter().map(matx_case).collect();
    assert_eq!(cases.len(), 38);
    cases
}

fn matx_case(case: &Json) -> MatxCase {
    let number = |key: &str| case[key].as_u64();
    let payload = unhex(text(case, "payload_hex"));
    let mut slot = unhex(text(case, "any_hex"));
    let mut memory = Blocks::new();
    let capacity = number("medium_capacity").or(number("large_capacity"));
    if case["ptr_at_0"] == true {
        let mut head = Vec::new();
        head.extend(number("large_refcount").map(u64::to_le_bytes).into_iter().flatten());
        head.extend(capacity.expect("a capacity").to_le_bytes());
        let before = head.len() as u64;
        head.extend(&payload);
        head.extend(unhex(text(case, "term_hex")));
        let address = memory.place(&head) + before;
        slot[..8].copy_from_slice(&address.to_le_bytes());
    }
    MatxCase {
        unicode: case["kind"] == "Unicode",
        name: text(case, "name").to_owned(),
        utf8: unhex(text(case, "utf8_hex")),
        slot,
        payload,
        units: usize::try_from(number("units").expect("units")).expect("few"),
        category: i32::try_from(case["category_or_len"].as_i64().expect("a category")).expect("small"),
        memory,
    }
}

#[test]
fn matx_cases_decode_and_are_written_alike() {
    for case in matx_cases() {
        let tag = Matx::read(&case.slot).expect("a slot");
        let found = Matx::text(&case.memory, &tag).expect("readable").expect("a text");
        assert_eq!(found.to_bytes(), case.payload, "{}", case.name);
        assert_eq!(found.units(), case.units, "{}", case.name);
        assert_eq!(Matx::owns(&case.slot), Ok(case.category < 0), "{}", case.name);

        let mut slot = [0xAA; 24];
        Matx::write(&mut slot, &tag).expect("the same");
        let heap = matches!(tag, Tag::Buffer { .. });
        // Of a small text only what it uses counts; the rest is zero in ours, whatever it was in the library's.
        let used = if heap { 16 } else { case.payload.len() };
        assert_eq!(slot[..used], case.slot[..used], "{}", case.name);
        assert!(slot[used..16].iter().all(|byte| *byte == 0), "{}", case.name);
        assert_eq!(slot[16..], case.slot[16..], "{}", case.name);
    }
}
