//! The views of what has been measured.

use comfy_table::{Cell as Field, CellAlignment, ContentArrangement, Table};

use crate::arguments::Sort;
use crate::cell::{ANCHOR, Cell, MEMCPY, OURS, size};
use crate::column::Column;

/// The title of [`dense_errors`].
pub const DENSE_ERRORS: &str = "Errors: GB/s of the source, texts of 1 MiB, one error in so many units";

/// A table whose first columns are words, the others numbers.
fn table(words: usize, head: &[String]) -> Table {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(head.iter().map(Field::new));
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), |value| format!("{value:.2}"))
}

/// Every cell of a column.
pub fn full(column: &Column, sort: Sort) -> Table {
    let names = [
        "kernel",
        "text",
        "bytes",
        "ns/call",
        "GB/s",
        "ours",
        "sd",
        "e_rs",
        "std",
        "ours:sd",
        "±%",
        "",
        "best other",
        "ours:best",
    ];
    let mut table = table(2, &head(&names));
    let mut cells: Vec<&Cell> = column.cells.iter().collect();
    if sort == Sort::Worst {
        cells.sort_by(|a, b| a.worst().total_cmp(&b.worst()));
    }
    for cell in cells {
        let best = cell.best_other();
        table.add_row([
            cell.kernel.clone(),
            cell.text.clone(),
            size(cell.bytes),
            cell.nanos(OURS).map_or_else(String::new, |nanos| format!("{nanos:.1}")),
            cell.speed(OURS).map_or_else(String::new, |speed| format!("{speed:.1}")),
            number(cell.ratio(OURS)),
            number(cell.ratio(ANCHOR)),
            number(cell.ratio("encoding_rs")),
            number(cell.ratio("std")),
            number(cell.lead()),
            format!("{:.0}", 100.0 * cell.noise),
            cell.mark().to_owned(),
            best.map_or_else(|| "–".into(), |(name, _)| name.to_owned()),
            number(best.map(|(_, lead)| lead)),
        ]);
    }
    table
}

/// The names of kernels, or of kernels and texts, in the order of the list, each once.
fn distinct(columns: &[Column], name: impl Fn(&Cell) -> String) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for cell in columns.iter().flat_map(|column| &column.cells) {
        let name = name(cell);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn both(cell: &Cell) -> String {
    format!("{}, {}", cell.kernel, cell.text)
}

/// A line for each kernel: how far ahead of simdutf, and how many cells are lost.
pub fn summary(columns: &[Column]) -> Table {
    let mut names = head(&["kernel"]);
    for column in columns {
        let name = column.name();
        names.extend(["cells", "lost", "worst", "median", "best"].map(|word| format!("{word} {name}")));
    }
    let mut table = table(1, &names);
    for kernel in distinct(columns, |cell| cell.kernel.clone()) {
        let mut row = vec![kernel.clone()];
        for column in columns {
            let cells = || column.cells.iter().filter(|cell| cell.kernel == kernel);
            let mut leads: Vec<f64> = cells().filter_map(Cell::lead).collect();
            leads.sort_by(f64::total_cmp);
            row.push(cells().count().to_string());
            row.push(cells().filter(|cell| cell.is_lost()).count().to_string());
            row.push(number(leads.first().copied()));
            row.push(number(leads.get(leads.len() / 2).copied()));
            row.push(number(leads.last().copied()));
        }
        table.add_row(row);
    }
    table
}

/// Several sizes of one kernel and text, as one field; bold where lost.
fn sizes(column: &Column, name: &str, sizes: &[usize], value: impl Fn(&Cell) -> Option<String>, bold: bool) -> String {
    let one = |bytes: &usize| {
        let cell = column.cells.iter().find(|cell| both(cell) == name && cell.bytes == *bytes);
        match cell.and_then(|cell| Some((value(cell)?, cell.is_lost()))) {
            None => "–".into(),
            Some((value, true)) if bold => format!("**{value}**"),
            Some((value, _)) => value,
        }
    };
    let values: Vec<String> = sizes.iter().map(one).collect();
    if values.iter().all(|value| value == "–") {
        return "–".into();
    }
    values.join(" / ")
}

fn by_size(columns: &[Column], bytes: &[usize], value: impl Fn(&Cell, &str) -> Option<String>) -> Table {
    let mut names = head(&["kernel, text"]);
    for column in columns {
        let name = column.name();
        names.extend([format!("ours {name}"), format!("sd {name}")]);
    }
    names.extend(head(&["encoding_rs", "std"]));
    let mut table = table(1, &names);
    for name in distinct(columns, both) {
        let mut row = vec![name.clone()];
        for column in columns {
            row.push(sizes(column, &name, bytes, |cell| value(cell, OURS), true));
            row.push(sizes(column, &name, bytes, |cell| value(cell, ANCHOR), false));
        }
        for other in ["encoding_rs", "std"] {
            row.extend(columns.first().map(|column| sizes(column, &name, bytes, |cell| value(cell, other), false)));
        }
        table.add_row(row);
    }
    table
}

/// Ratios of large texts.
pub fn large(columns: &[Column]) -> Table {
    let ratio = |cell: &Cell, name: &str| Some(format!("{:.2}", cell.ratio(name)?));
    by_size(columns, &[4 << 10, 1 << 20], ratio)
}

/// Times of short texts.
pub fn short(columns: &[Column]) -> Table {
    by_size(columns, &[8, 32, 100, 256], |cell, name| Some(format!("{:.1}", cell.nanos(name)?)))
}

/// The goals of this project on Zen 5 with vectors of 512 bits.
fn wanted_speed(cell: &Cell) -> Option<u32> {
    if cell.kernel != "utf8>utf16 bad128" {
        return None;
    }
    match cell.text.as_str() {
        "ascii" => Some(12),
        "french" => Some(8),
        "russian" => Some(6),
        "chinese" => Some(4),
        _ => None,
    }
}

/// Speeds among errors; none if they have not been measured.
pub fn dense_errors(columns: &[Column]) -> Option<Table> {
    const MIB: usize = 1 << 20;
    let wanted = |cell: &Cell| cell.kernel.contains(" bad") && cell.bytes == MIB;
    let mut names = head(&["kernel, text"]);
    names.extend(columns.iter().map(|column| format!("ours {}", column.name())));
    names.extend(head(&["wanted", "encoding_rs", "std", "memcpy"]));
    let mut table = table(1, &names);
    for name in distinct(columns, both) {
        let cells: Vec<&Cell> = columns
            .iter()
            .filter_map(|column| column.cells.iter().find(|cell| wanted(cell) && both(cell) == name))
            .collect();
        let Some(first) = cells.first() else { continue };
        let speed = |cell: &Cell, who: &str| {
            let speed = cell.source_speed(who);
            speed.map_or_else(|| "–".into(), |speed| format!("{speed:.1}"))
        };
        let mut row = vec![name.clone()];
        row.extend(cells.iter().map(|cell| speed(cell, OURS)));
        row.push(wanted_speed(first).map_or_else(String::new, |speed| speed.to_string()));
        row.extend(["encoding_rs", "std", MEMCPY].map(|who| speed(first, who)));
        table.add_row(row);
    }
    (!table.is_empty()).then_some(table)
}

/// Lost cells by explanation, the worst first.
pub fn lost(columns: &[Column]) -> Vec<(String, Table)> {
    let all = columns.iter().flat_map(|column| column.cells.iter().map(|cell| (column.name(), cell)));
    let mut lost: Vec<(&str, &Cell)> = all.filter(|(_, cell)| cell.is_lost()).collect();
    lost.sort_by(|(_, a), (_, b)| a.worst().total_cmp(&b.worst()));
    let mut groups: Vec<(String, Table)> = Vec::new();
    for (column, cell) in lost {
        let why = cell.explanation.as_deref().unwrap_or("**Not explained.**");
        if !groups.iter().any(|(known, _)| known == why) {
            let names = ["tier", "kernel", "text", "bytes", "", "to", "ratio", "±%"];
            groups.push((why.into(), table(3, &head(&names))));
        }
        let Some((_, table)) = groups.iter_mut().find(|(known, _)| known == why) else {
            continue;
        };
        let best = cell.best_other().map_or("", |(name, _)| name);
        table.add_row([
            column,
            &cell.kernel,
            &cell.text,
            &size(cell.bytes),
            cell.mark(),
            if cell.mark() == "<" { ANCHOR } else { best },
            &format!("{:.2}", cell.worst()),
            &format!("{:.0}", 100.0 * cell.noise),
        ]);
    }
    groups
}
