//! Reading real pages: extraction by a hint, links and headings, Markdown, source, redaction, challenges.

#![expect(clippy::unwrap_used, reason = "test code: a helper that fails fails the test")]

use serde_json::{Value, json};
use tabward_model::capability::Read;
use tabward_page::read::{self, ChallengeKind, ExtractOptions, Root};

use crate::support::{Bed, soon};

const PRODUCT: &str = include_str!("../../../../fixtures/pages/read/product.html");
const LISTING: &str = include_str!("../../../../fixtures/pages/read/listing.html");
const ORDERS: &str = include_str!("../../../../fixtures/pages/read/orders.html");
const CHINESE: &str = include_str!("../../../../fixtures/pages/read/chinese.html");
const ARTICLE: &str = include_str!("../../../../fixtures/pages/read/article.html");
const SECRETS: &str = include_str!("../../../../fixtures/pages/read/secrets.html");

async fn extract(bed: &Bed, hint: Value) -> Value {
    let options = ExtractOptions { schema_hint: hint, ..ExtractOptions::default() };
    let found = read::extract(&bed.page, &bed.permit::<Read>(), &options, soon()).await.unwrap();
    serde_json::to_value(found.data).unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

// SEE-5, TOOLS A: what is there without a hint.
#[tokio::test(flavor = "multi_thread")]
async fn see_05_links_headings_text_and_tables_are_given_without_a_hint() {
    let bed = Bed::open(PRODUCT).await;
    let data = extract(&bed, json!({})).await;
    assert_eq!(data["title"], "Aeron X2 chair – Alfa");
    assert_eq!(data["url"], bed.site.url("/"));
    assert_eq!(data["headings"][0], json!({"level": 1, "text": "Aeron X2 chair"}));
    let results: Vec<&str> = data["results"].as_array().unwrap().iter().map(|r| r["text"].as_str().unwrap()).collect();
    assert_eq!(results, ["Stool S1", "Desk D2", "Lamp L3"]);
    assert_eq!(data["results"][0]["url"], bed.site.url("/p/1"));
    let text = data["text_excerpt"].as_str().unwrap();
    assert!(text.contains("A chair for long days") && !text.contains("€1.00") && !text.contains("Privacy"), "{text}");
    assert!(data.get("record").is_none() && data.get("missing").is_none());

    bed.site.put("/orders", ORDERS);
    bed.load(&bed.site.url("/orders")).await;
    let data = extract(&bed, json!({})).await;
    let tables = data["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 2, "a table that lays out is none");
    assert_eq!(tables[0]["caption"], "All orders");
    assert_eq!(tables[0]["rows_total"], 300);
    assert_eq!(tables[0]["rows"][1][1], "ORD-10001");
    assert_eq!(tables[1]["headers"], json!(["Region", "2025 Q1", "2025 Q2", "2026 Q1", "2026 Q2"]));
    assert_eq!(tables[1]["rows"][2], json!(["West", "3", "4", "9", "6"]));
    assert_eq!(data["results"].as_array().unwrap().len(), 200);
    assert_eq!(data["results_total"], 300);

    // No links: the headings are the results.
    bed.site.put("/plain", "<main><h1>One</h1><h3>Two</h3><h4>Four</h4></main>");
    bed.load(&bed.site.url("/plain")).await;
    let data = extract(&bed, json!({})).await;
    assert_eq!(data["results"], json!([{"level": 1, "text": "One"}, {"level": 3, "text": "Two"}]));
}

// SEE-6
#[tokio::test(flavor = "multi_thread")]
async fn see_06_a_record_is_typed_with_its_sources_and_what_is_missing() {
    let bed = Bed::open(PRODUCT).await;
    let data = extract(
        &bed,
        json!({
            "name": "", "price": 0, "old_price": 0, "currency": "", "sku": "", "brand": "", "rating": 0, "review_count": "integer",
            "in_stock": true, "material": "", "released": "date", "stock": 0, "assembly": "", "image": "url", "ean": "", "delivery_time": "",
            "features": [""], "reviews": [{"author": "", "date": "date", "rating": 0, "text": ""}],
            "related": [{"name": "", "price": "money", "url": "url"}],
        }),
    )
    .await;
    let record = &data["record"];
    for (field, wanted) in [
        ("name", json!("Aeron X2 chair")),
        ("price", json!(342.5)),
        ("old_price", json!(420.0)),
        ("currency", json!("EUR")),
        ("sku", json!("AX2-88")),
        ("brand", json!("Alfa")),
        ("rating", json!(4.6)),
        ("review_count", json!(128)),
        ("in_stock", json!(true)),
        ("material", json!("Mesh")),
        ("released", json!("2024-03-05")),
        ("stock", json!(14)),
        ("assembly", json!("not needed")),
        ("image", json!(bed.site.url("/img/aeron.jpg"))),
        ("ean", Value::Null),
        ("delivery_time", Value::Null),
        ("features", json!(["Mesh back", "Adjustable arms", "Tilt lock"])),
    ] {
        assert_eq!(record[field], wanted, "{field}: {data:#}");
    }
    assert_eq!(
        record["reviews"][1],
        json!({"author": "Jon", "date": "2025-02-03", "rating": 4, "text": "Good, but heavy."})
    );
    let desk = json!({"name": "Desk D2", "price": {"amount": 199.0, "currency": "EUR"}, "url": bed.site.url("/p/2")});
    assert_eq!(record["related"][1], desk);
    assert_eq!(texts(&data["missing"]), ["delivery_time", "ean"]);

    // Each value says where it stands, and there it stands.
    for field in ["material", "released", "stock", "assembly", "old_price"] {
        let source = &data["sources"][field];
        let (place, shown) =
            (source["where"].as_str().unwrap(), source["raw"].as_str().or(record[field].as_str()).unwrap());
        let found =
            bed.eval(&format!("[...document.querySelectorAll({})].map(e => e.textContent)", json!(place))).await;
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{field} {place}");
        assert!(found[0].as_str().unwrap().contains(shown), "{field}: {shown:?} is not in {found}");
    }
    assert_eq!(data["sources"]["sku"]["source"], "json-ld");
}

// SEE-6: a sold-out card keeps no price of its neighbour's; a struck price is the old one.
#[tokio::test(flavor = "multi_thread")]
async fn see_06_cards_become_records() {
    let bed = Bed::open(LISTING).await;
    let data = extract(&bed, json!([{"name": "", "price": 0, "old_price": 0, "rating": 0, "reviews": 0, "url": "", "image": "url", "sku": ""}])).await;
    let records = data["records"].as_array().unwrap();
    assert_eq!(records.len(), 6, "{data:#}");
    let first = json!({"name": "Aeron X2 chair", "price": 34.33, "old_price": 42.0, "rating": 4.1, "reviews": 37,
        "url": bed.site.url("/p/1"), "image": bed.site.url("/i/1.png"), "sku": null});
    assert_eq!(records[0], first);
    assert_eq!(records[1]["price"], 1199.0);
    assert_eq!(records[1]["reviews"], 1204);
    assert_eq!((&records[3]["name"], &records[3]["price"]), (&json!("Stool S4"), &Value::Null));
    let missing = texts(&data["missing"]);
    assert!(
        missing.contains(&"sku") && missing.contains(&"records[3].price") && missing.contains(&"records[2].rating"),
        "{missing:?}"
    );
    assert_eq!(data["sources"]["price"]["where"], "div.prices > span.price");
    let place = data["sources"]["records"]["where"].as_str().unwrap();
    assert_eq!(bed.eval(&format!("document.querySelectorAll({}).length", json!(place))).await, 6);

    // One object asked of a list: the list, and it is said.
    let data = extract(&bed, json!({"title": "", "price": "money"})).await;
    assert_eq!(data["records"].as_array().map(Vec::len), Some(6));
    assert!(texts(&data["notes"]).iter().any(|n| n.contains("one object")), "{data:#}");
}

// SEE-6: columns by their headers, validated; what is refused is told with the words of the page.
#[tokio::test(flavor = "multi_thread")]
async fn see_06_table_rows_become_validated_records() {
    let bed = Bed::open(ORDERS).await;
    let hint = json!({"type": "array", "items": {"type": "object", "required": ["order_no"], "properties": {
        "order_no": {"type": "string", "pattern": "^ORD-"}, "customer": {"type": "string"}, "placed_on": {"type": "string", "format": "date"},
        "status": {"enum": ["Paid", "Pending", "Shipped"]}, "total": {"type": "number"}, "paid": {"type": "boolean"},
        "url": {"type": "string", "format": "uri"}, "vat": {"type": "number"}}}});
    let data = extract(&bed, hint).await;
    let records = data["records"].as_array().unwrap();
    assert_eq!(records.len(), 300);
    let second = json!({"order_no": "ORD-10001", "customer": "Ana Lima", "placed_on": "2026-02-02", "status": "Pending", "total": 18.37,
        "paid": true, "url": bed.site.url("/orders/10001"), "vat": null});
    assert_eq!(records[1], second);
    assert_eq!(records[3]["status"], Value::Null);
    assert_eq!(data["rejected"][0]["found"], "Refunded");
    assert!(texts(&data["missing"]).contains(&"vat"));
    assert_eq!(data["sources"]["records"], json!({"source": "table", "where": "#orders"}));

    let data = extract(&bed, json!([{"region": "", "2025 Q1": 0, "2026 Q2": 0}])).await;
    assert_eq!(data["records"][2], json!({"region": "West", "2025 Q1": 3, "2026 Q2": 6}));
}

// SEE-6: labels and values in Chinese, asked for in either language.
#[tokio::test(flavor = "multi_thread")]
async fn see_06_chinese_pages_are_read() {
    let bed = Bed::open(CHINESE).await;
    let data = extract(&bed, json!([{"名称": "", "price": "money", "库存": 0, "date": "date", "url": "url"}])).await;
    let second = json!({"名称": "升降桌", "price": {"amount": 2499.0, "currency": "CNY"}, "库存": 0, "date": "2026-04-15", "url": bed.site.url("/p/2")});
    assert_eq!(data["records"][1], second, "{data:#}");
    let data = extract(&bed, json!({"商家": "", "phone": "phone"})).await;
    assert_eq!(data["record"], json!({"商家": "阿尔法", "phone": "400-800-1234"}));
}

// SEE-6: the shops of the fixtures: no classes, no markup of meaning, one price struck out.
#[tokio::test(flavor = "multi_thread")]
async fn see_06_shops_without_names_for_anything_are_read() {
    let bed = Bed::open_fixture("/shop/a").await;
    let data =
        extract(&bed, json!([{"name": "", "price": 0, "old_price": 0, "reviews": 0, "rating": 0, "url": ""}])).await;
    let records = data["records"].as_array().unwrap();
    let aeron = records.iter().find(|r| r["name"] == "Aeron X2 chair").unwrap_or_else(|| panic!("{data:#}"));
    assert_eq!((&aeron["price"], &aeron["old_price"]), (&json!(34.33), &json!(42.0)), "{data:#}");
    assert_eq!((&aeron["reviews"], &aeron["rating"]), (&json!(37), &json!(3.1)), "{aeron:#}");
    assert_eq!(json!(records.len()), bed.eval("document.querySelectorAll('article').length").await);
}

// SEE-6: nothing on the page, nothing in the answer; a hint that cannot be read is named.
#[tokio::test(flavor = "multi_thread")]
async fn see_06_nothing_is_invented() {
    let bed =
        Bed::open("<main><h1>Empty shop</h1><p>Nothing for sale today. Shipping costs €4.90 as ever.</p></main>").await;
    let data = extract(&bed, json!([{"name": "", "price": 0, "sku": ""}])).await;
    assert_eq!(data["records"], json!([]), "{data:#}");
    assert_eq!(texts(&data["missing"]), ["name", "price", "sku"]);
    let data = extract(&bed, json!({"isbn": "", "pages": 0, "price": 0})).await;
    assert_eq!(data["record"], json!({"isbn": null, "pages": null, "price": null}), "{data:#}");
    let options = ExtractOptions {
        schema_hint: json!({"type": "object", "properties": {"a": {"type": "colour"}}}),
        ..ExtractOptions::default()
    };
    let error = read::extract(&bed.page, &bed.permit::<Read>(), &options, soon()).await.unwrap_err();
    assert!(error.to_string().contains(".properties.a"), "{error}");
}

// SEE-5
#[tokio::test(flavor = "multi_thread")]
async fn see_05_the_main_part_is_readable_markdown() {
    let bed = Bed::open(ARTICLE).await;
    let made = read::markdown(&bed.page, &bed.permit::<Read>(), None, 8000, soon()).await.unwrap();
    assert!(!made.fell_back && !made.truncated, "{made:?}");
    let text = &made.markdown;
    for part in [
        "## What the table says",
        "- Spring tides follow",
        "| Mon | 4.1 m |",
        "**The sea keeps no secrets**",
        "height = a * cos(t)",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains(&format!("[table of tides]({})", bed.site.url("/tables"))), "{text}");
    assert!(!text.contains("Subscribe") && !text.contains("©"), "{text}");

    let short = read::markdown(&bed.page, &bed.permit::<Read>(), None, 50, soon()).await.unwrap();
    assert!(short.truncated && short.markdown.chars().count() <= 50);
    bed.site.put("/short", "<main><h1>Short</h1><p>Only this.</p></main>");
    bed.load(&bed.site.url("/short")).await;
    let made = read::markdown(&bed.page, &bed.permit::<Read>(), None, 8000, soon()).await.unwrap();
    assert!(made.fell_back && made.from == "main" && made.markdown.contains("# Short\n\nOnly this."), "{made:?}");
}

// SEE-5, TOOLS A: source with truncated and full_length, in characters, no grapheme cut; also of one element.
#[tokio::test(flavor = "multi_thread")]
async fn see_05_source_is_bounded_in_characters() {
    let bed = Bed::open("<!DOCTYPE html><title>t</title><main tabindex=0 id=m>👩‍👩‍👧‍👦 family</main>").await;
    let permit = bed.permit::<Read>();
    let all = read::source(&bed.page, &permit, None, 20_000, soon()).await.unwrap();
    assert!(all.html.starts_with("<!DOCTYPE html>\n<html") && !all.truncated, "{}", all.html);
    assert_eq!(all.full_length, all.html.chars().count());
    let before = all.html.chars().take_while(|c| *c != '👩').count();
    let cut = read::source(&bed.page, &permit, None, before + 3, soon()).await.unwrap();
    assert!(cut.truncated && cut.full_length == all.full_length);
    assert_eq!(cut.html.chars().count(), before, "the family stays whole or goes whole");

    let marks: Value = bed.page.call(&permit, &bed.main(), "marks", &json!({"area": null}), soon()).await.unwrap();
    let id = u32::try_from(marks["marks"][0]["id"].as_u64().unwrap()).unwrap();
    let root = Root { frame: bed.main(), doc: bed.page.main_frame().unwrap().document, id };
    let part = read::source(&bed.page, &permit, Some(&root), 20_000, soon()).await.unwrap();
    assert!(part.html.starts_with("<main") && part.html.ends_with("</main>"), "{}", part.html);
    bed.eval("document.querySelector('main').remove()").await;
    assert!(read::source(&bed.page, &permit, Some(&root), 20_000, soon()).await.is_err());
}

// SEE-7: no reader lets a secret out.
#[tokio::test(flavor = "multi_thread")]
async fn see_07_secrets_leave_by_no_reader() {
    let bed = Bed::open(SECRETS).await;
    let permit = bed.permit::<Read>();
    let hint = json!({"email": "email", "password": "", "pw": "", "code": "", "card_number": "", "otp": ""});
    let with = extract(&bed, hint).await;
    let without = extract(&bed, json!({})).await;
    let source = read::source(&bed.page, &permit, None, 20_000, soon()).await.unwrap();
    let markdown = read::markdown(&bed.page, &permit, None, 20_000, soon()).await.unwrap();
    let debug = read::debug_excerpt(&bed.page, &permit, soon()).await.unwrap();
    let all = format!(
        "{with}\n{without}\n{}\n{}\n{debug:?}",
        source.html.split("<script>").next().unwrap(),
        markdown.markdown
    );
    for secret in ["hunter2", "typed-secret", "493021", "4111", "771203"] {
        assert!(!all.contains(secret), "{secret}: {all}");
    }
    assert_eq!(with["record"]["email"], "ana@example.com");
    assert!(
        source.html.contains("value=\"[redacted password]\"") && source.html.contains("[redacted card]"),
        "{}",
        source.html
    );
    assert!(all.contains("1234567890123456"), "a number that is no card stays");
    // Open shadow roots and slots are read as they are shown.
    assert!(
        markdown.markdown.contains("Inside the shadow") && markdown.markdown.contains("slotted words"),
        "{}",
        markdown.markdown
    );
    assert!(without["results"].as_array().unwrap().iter().any(|r| r["text"] == "shadow link"), "{without:#}");
}

// ACT-16: what goes with a failure.
#[tokio::test(flavor = "multi_thread")]
async fn act_16_a_debug_excerpt_is_short_and_whole() {
    let long = format!("<title>Long</title><body>{}</body>", "word 👩‍👩‍👧‍👦 ".repeat(300));
    let bed = Bed::open(&long).await;
    let debug = read::debug_excerpt(&bed.page, &bed.permit::<Read>(), soon()).await.unwrap();
    assert_eq!((debug.title.as_str(), debug.url), ("Long", bed.site.url("/")));
    assert!(debug.body_excerpt.chars().count() <= 500 && debug.html_excerpt.chars().count() <= 500);
    assert!(
        debug.body_excerpt.ends_with("👩‍👩‍👧‍👦") || debug.body_excerpt.ends_with("word") || debug.body_excerpt.ends_with(' '),
        "{}",
        debug.body_excerpt
    );
}

// SEE-2: what reading leaves in a page: nothing.
#[tokio::test(flavor = "multi_thread")]
async fn see_02_reading_is_not_noticed() {
    let watch = "<script>window.seen = [];
        new MutationObserver(l => seen.push(...l.map(m => m.type + ' ' + m.attributeName))).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        for (const t of ['scroll','resize','focus','blur','visibilitychange','selectionchange']) { addEventListener(t, e => seen.push(t), true); document.addEventListener(t, e => seen.push(t), true); }
        window.made = 0; window.names = Object.getOwnPropertyNames(window).length;</script>";
    let bed = Bed::open(&format!(
        "{watch}{SECRETS}<script>seen.length = 0; names = Object.getOwnPropertyNames(window).length;</script>"
    ))
    .await;
    let permit = bed.permit::<Read>();
    extract(&bed, json!({"email": "", "list": [{"a": ""}]})).await;
    extract(&bed, json!({})).await;
    read::markdown(&bed.page, &permit, None, 5000, soon()).await.unwrap();
    read::source(&bed.page, &permit, None, 5000, soon()).await.unwrap();
    read::debug_excerpt(&bed.page, &permit, soon()).await.unwrap();
    read::challenge::challenge(&bed.page, &permit, &bed.main(), soon()).await.unwrap();
    assert_eq!(bed.eval("new Promise(r => requestAnimationFrame(() => setTimeout(() => r(seen))))").await, json!([]));
    assert_eq!(bed.eval("Object.getOwnPropertyNames(window).length - names").await, 0);
}

// IO-5
#[tokio::test(flavor = "multi_thread")]
async fn io_05_what_needs_a_person_is_recognised() {
    use ChallengeKind::{Captcha, SecondFactor, SignIn};
    let bed = Bed::blank().await;
    for (html, wanted) in [
        (
            "<form><label>Email<input name=email></label><label>Password<input type=password></label><button>Sign in</button></form>",
            Some(SignIn),
        ),
        ("<form><input autocomplete=username type=email><button>Next</button></form>", Some(SignIn)),
        ("<form>Verify it is you <input autocomplete=one-time-code></form>", Some(SecondFactor)),
        ("<form><label>6-digit code <input name=c></label></form>", Some(SecondFactor)),
        ("<div class=g-recaptcha style='width:300px;height:80px'></div>", Some(Captcha)),
        (
            "<div id=x><iframe width=300 height=80 src='https://challenges.cloudflare.com/cdn-cgi/x'></iframe></div>",
            Some(Captcha),
        ),
        ("<form>New account <input type=password autocomplete=new-password><input type=password></form>", None),
        ("<form><input type=password style='display:none'><input type=search></form>", None),
        ("<main><h1>Orders</h1><input placeholder='Search'><label>Zip code <input></label></main>", None),
    ] {
        bed.site.put("/c", html);
        bed.load(&bed.site.url("/c")).await;
        let found = read::challenge::challenge(&bed.page, &bed.permit::<Read>(), &bed.main(), soon()).await.unwrap();
        assert_eq!(found.as_ref().map(|c| c.kind), wanted, "{html} {found:?}");
    }
}
