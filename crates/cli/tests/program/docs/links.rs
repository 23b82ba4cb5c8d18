//! The links between the documents.

use super::document;
use std::fs;
use testkit::root;

/// Returns the anchor of a heading, as the web pages of repositories have it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let in_docs = fs::read_dir(root().join("docs")).expect("a folder");
    let mut names: Vec<String> = in_docs
        .map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.extend(
        [
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "CODE_OF_CONDUCT.md",
        ]
        .map(str::to_owned),
    );
    let mut count = 0;
    for name in &names {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Code has no links.
        let text = document(name);
        let prose: String = text.split("```").step_by(2).collect();
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => name.clone(),
                file => format!("{folder}/{file}").trim_start_matches('/').to_owned(),
            };
            assert!(root().join(&target).exists(), "{name}: {link}");
            if !heading.is_empty() {
                let text = document(&target);
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(headings.any(|line| anchor(line) == heading), "{name}: {link}");
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}
