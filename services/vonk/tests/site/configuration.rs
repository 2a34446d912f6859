//! docs/configuration.md names every key there is, and no other.

use std::{collections::BTreeSet, path::Path};

/// Where settings are declared; the second part stands before the keys in the docs.
const SOURCES: [(&str, &str, &str); 12] = [
    ("services/kit/src/config.rs", "Process", ""),
    ("services/accounts/src/config.rs", "Config", ""),
    ("services/accounts/src/hashing.rs", "Hashing", "hashing."),
    ("services/accounts/src/throttle.rs", "Limits", "throttle."),
    ("services/notifications/src/config.rs", "Config", ""),
    ("services/profiles/src/config.rs", "Config", ""),
    ("services/matching/src/config.rs", "Config", ""),
    ("services/chat/src/config.rs", "Config", ""),
    ("services/billing/src/config.rs", "Config", ""),
    ("services/settings/src/config.rs", "Config", ""),
    ("gateway/src/config.rs", "Config", ""),
    ("gateway/src/config.rs", "Live", "live."),
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// Fields of one struct, by the way they are written.
fn fields(source: &str, name: &str) -> BTreeSet<String> {
    let (_, rest) = source.split_once(&format!("struct {name} {{")).unwrap();
    let (body, _) = rest.split_once("\n}").unwrap();
    body.lines()
        .map(str::trim)
        .filter_map(|line| {
            line.strip_prefix("pub(crate) ")
                .or(line.strip_prefix("pub "))
        })
        .filter_map(|line| line.split_once(':'))
        .map(|(field, _)| field.to_owned())
        .collect()
}

#[test]
fn the_page_of_settings_is_complete_and_tells_no_tales() {
    let mut declared: BTreeSet<String> = BTreeSet::new();
    for (path, name, prefix) in SOURCES {
        declared.extend(
            fields(&read(path), name)
                .iter()
                .map(|field| format!("{prefix}{field}")),
        );
    }
    let limits = fields(&read("gateway/src/config.rs"), "Limits");
    declared.extend(limits.iter().map(|field| format!("limits.{field}")));
    for group in ["hashing", "throttle", "limits", "live"] {
        declared.remove(group);
    }

    let page = read("docs/configuration.md");
    let told: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(key, _)| key.to_owned())
        .collect();
    assert_eq!(told, declared);
}
