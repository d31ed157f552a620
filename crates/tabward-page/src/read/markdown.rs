//! The main part of a page as Markdown that reads well.

use serde::Serialize;

use super::secret;

/// What was made of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Markdown {
    /// The text.
    pub markdown: String,
    /// What it was made from: `article` (found by reading the page), or `main`, `body`, `selector` when no article was
    /// found and the whole of that part was taken.
    pub from: String,
    /// Whether no article was found.
    pub fell_back: bool,
    /// Whether there is more than the limit lets through.
    pub truncated: bool,
}

/// Visible text shorter than this share of the part is no article of it.
const MIN_SHARE: f64 = 0.4;

/// Markdown of at most `limit` characters from the markup of a part of the page, named `how`.
pub(super) fn markdown(html: &str, title: &str, url: &str, how: &str, more: bool, limit: usize) -> Markdown {
    let (content, from) = match article(html, title, url, how) {
        Some(content) => (content, "article"),
        None => (html.to_owned(), how),
    };
    let converted = convert(&content).unwrap_or_default();
    let tidy = secret::text(&tidy(&converted));
    let cut = tabward_model::text::prefix(&tidy, limit);
    Markdown {
        truncated: more || cut.len() < tidy.len(),
        markdown: cut.to_owned(),
        fell_back: from != "article",
        from: from.to_owned(),
    }
}

fn text_len(html: &str) -> usize {
    let mut inside = false;
    html.chars()
        .filter(|c| match c {
            '<' => {
                inside = true;
                false
            }
            '>' => {
                inside = false;
                false
            }
            c => !inside && !c.is_whitespace(),
        })
        .count()
}

/// The article in a page, when there is one that holds most of its text. A part that the caller named is never narrowed.
fn article(html: &str, title: &str, url: &str, how: &str) -> Option<String> {
    if how == "selector" || html.len() > 3_000_000 {
        return None;
    }
    let page = format!("<!DOCTYPE html><html><head><title>{}</title></head><body>{html}</body></html>", escape(title));
    let config = dom_smoothie::Config { keep_classes: false, max_elements_to_parse: 40_000, ..Default::default() };
    let mut reader = dom_smoothie::Readability::new(page, Some(url), Some(config)).ok()?;
    let found = reader.parse().ok()?;
    let content = found.content.to_string();
    #[expect(clippy::cast_precision_loss, reason = "lengths of texts, far below 2^52")]
    let share = text_len(&content) as f64 / text_len(html).max(1) as f64;
    (share >= MIN_SHARE && text_len(&content) >= 200).then_some(content)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn convert(html: &str) -> Option<String> {
    let options = htmd::options::Options {
        bullet_list_marker: htmd::options::BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Default::default()
    };
    htmd::HtmlToMarkdown::builder()
        .options(options)
        .skip_tags(vec!["script", "style", "noscript", "iframe"])
        .build()
        .convert(html)
        .ok()
}

/// No trailing spaces, no more than one blank line in a row.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.lines() {
        let line = line.trim_end();
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank <= 1 && !(out.is_empty() && line.is_empty()) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // SEE-5
    #[test]
    fn see_05_a_short_part_falls_back_and_says_so() {
        let made = markdown(
            "<main><h1>Hi</h1><p>a <b>b</b> <a href=\"https://x.test/\">c</a></p><table><tr><th>A</th></tr><tr><td>1</td></tr></table></main>",
            "t",
            "https://x.test/",
            "main",
            false,
            1000,
        );
        assert!(made.fell_back && made.from == "main");
        assert!(made.markdown.starts_with("# Hi\n\na **b** [c](https://x.test/)"), "{}", made.markdown);
        assert!(made.markdown.contains("| A |"), "{}", made.markdown);
    }

    #[test]
    fn see_05_the_limit_is_in_characters_and_cuts_no_grapheme() {
        let made = markdown("<p>ab👩‍👩‍👧‍👦cd</p>", "t", "https://x.test/", "selector", false, 5);
        assert_eq!((made.markdown.as_str(), made.truncated), ("ab", true));
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]
        #[test]
        fn see_05_any_markup_becomes_bounded_text(html in "[<>/a-z\"= \n&;]{0,200}", limit in 0_usize..80) {
            let made = markdown(&html, "t", "https://x.test/", "body", false, limit);
            proptest::prop_assert!(made.markdown.chars().count() <= limit);
        }
    }
}
