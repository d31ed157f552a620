//! Pictures of real pages: sizes, tiles, elements, verdicts, numbers.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "test code: helpers fail the test, and the figures are small"
)]

use image::RgbImage;
use serde_json::{Value, json};
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::emulation;
use tabward_model::capability::Read;
use tabward_page::picture::{self, Clip, Format, Picture, PictureOptions, Verdict, What};

use crate::hands::{Permits, at};
use crate::support::{Bed, Chromium, soon};

async fn take(bed: &Bed, options: PictureOptions) -> Picture {
    picture::take(&bed.page, &bed.permit::<Read>(), &options, soon()).await.unwrap()
}

fn pixels(picture: &Picture) -> RgbImage {
    let format = if picture.format == Format::Png { image::ImageFormat::Png } else { image::ImageFormat::Jpeg };
    image::load_from_memory_with_format(&picture.bytes, format).unwrap().into_rgb8()
}

async fn dpr(bed: &Bed, width: i64, height: i64, dpr: f64) {
    let command = emulation::SetDeviceMetricsOverride::new(width, height, dpr, false);
    bed.channel.send(&bed.permit(), command).await.unwrap();
}

/// The number of an element with a tab index.
async fn element(bed: &Bed, selector: &str) -> What {
    let marks: Value =
        bed.page.call(&bed.permit::<Read>(), &bed.main(), "marks", &json!({"area": null}), soon()).await.unwrap();
    let found = marks["marks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|m| m["selector"] == selector)
        .unwrap_or_else(|| panic!("{marks:#}"));
    What::Element {
        frame: bed.main(),
        doc: bed.page.main_frame().unwrap().document,
        id: u32::try_from(found["id"].as_u64().unwrap()).unwrap(),
    }
}

const TALL: &str = "<!DOCTYPE html><style>body{margin:0}.b{height:500px;font:40px sans-serif}</style><script>
    window.seen = []; for (const t of ['scroll', 'resize']) addEventListener(t, () => seen.push(t + ' ' + innerWidth + 'x' + innerHeight));
    for (let i = 0; i < 14; i++) { const d = document.createElement('div'); d.className = 'b'; d.style.background = `rgb(${i * 17},100,${255 - i * 17})`; d.textContent = 'block ' + i; document.write(d.outerHTML); }
    </script><button id=last style='position:absolute;left:20px;top:6600px;width:200px;height:50px'>Last</button>";

// SEE-8: sizes in pixels are right at any device pixel ratio, and the clip says what is shown.
#[tokio::test(flavor = "multi_thread")]
async fn see_08_viewport_clip_and_full_page_have_their_sizes_at_any_dpr() {
    let bed = Bed::open(TALL).await;
    for ratio in [1.0, 2.0, 1.5] {
        dpr(&bed, 800, 600, ratio).await;
        let scaled = |css: f64| (css * ratio).round() as u32;
        let view = take(&bed, PictureOptions::default()).await;
        assert_eq!((view.width, view.height), (scaled(800.0), scaled(600.0)));
        assert!(view.verdict.valid, "{:?}", view.verdict);
        let part = take(
            &bed,
            PictureOptions {
                what: What::Clip(Clip { x: 10.0, y: 20.0, width: 100.0, height: 50.0 }),
                ..Default::default()
            },
        )
        .await;
        assert_eq!((part.width, part.height), (scaled(100.0), scaled(50.0)));
        let full = take(&bed, PictureOptions { what: What::FullPage, ..Default::default() }).await;
        assert_eq!(full.height, scaled(7000.0), "{:?}", full.clip);
        assert!(full.verdict.valid && full.cut_at.is_none(), "{:?}", full.verdict);
        // Tiles meet without a seam: each block has its colour, from its first row to its last.
        let image = pixels(&full);
        for i in 0..14_u32 {
            let colour = [(i * 17) as u8, 100, (255 - i * 17) as u8];
            for y in [f64::from(i) * 500.0 + 1.0, f64::from(i) * 500.0 + 498.0] {
                let pixel = image.get_pixel(scaled(700.0), scaled(y));
                assert!(pixel.0.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 2), "block {i} at {ratio}: {pixel:?}");
            }
        }
    }
    // The page was not scrolled, and has its size again. (The browser makes its view tiny for an instant at times.)
    assert_eq!(bed.eval("seen.filter(s => s.startsWith('scroll'))").await, json!([]));
    assert_eq!(bed.eval("[innerWidth, innerHeight, scrollY]").await, json!([800, 600, 0]));
}

// SEE-8: a page that is taller than any texture, in the least time that tiles take.
#[tokio::test(flavor = "multi_thread")]
async fn see_08_a_very_tall_page_is_tiled() {
    let bed = Bed::open("<body style='margin:0;height:24000px;background:linear-gradient(red,blue)'><p style='position:absolute;top:23900px;margin:0'>the end").await;
    let full = take(&bed, PictureOptions { what: What::FullPage, ..Default::default() }).await;
    assert_eq!((full.height, full.cut_at), (24_000, None));
    let image = pixels(&full);
    assert!(image.get_pixel(5, 5)[0] > 240 && image.get_pixel(700, 23_990)[2] > 240);
    let middle = image.get_pixel(700, 12_000);
    assert!(middle[0].abs_diff(127) < 4 && middle[2].abs_diff(127) < 4, "{middle:?}");
}

// SEE-8, SEE-9: an element out of view, also inside a scrolling box, is brought into view, and everything is put back.
#[tokio::test(flavor = "multi_thread")]
async fn see_09_an_element_out_of_view_is_brought_into_view_and_all_is_put_back() {
    let bed = Bed::open(
        "<style>body{margin:0;height:5000px}#box{position:absolute;top:3000px;height:100px;width:300px;overflow:auto}
         #in{margin-top:2000px;height:60px;width:120px;background:rgb(0,128,0);color:white}</style><div id=box><div tabindex=0 id=in>deep</div></div><button id=near>near</button>",
    )
    .await;
    let picture = take(&bed, PictureOptions { what: element(&bed, "#near").await, ..Default::default() }).await;
    assert!(picture.verdict.valid, "{:?}", picture.verdict);
    assert_eq!(bed.eval("scrollY").await, 0);
    bed.eval("scrollTo(0, 100)").await;
    // Nothing of it shows in the box, so it is not in the list of a picture; its number is known all the same.
    let ids: Value =
        bed.page.call(&bed.permit::<Read>(), &bed.main(), "extract", &json!({"hint": true}), soon()).await.unwrap();
    let id = ids["facts"].as_array().unwrap().iter().find(|f| f["v"] == "deep").unwrap()["e"].as_u64().unwrap();
    let what = What::Element {
        frame: bed.main(),
        doc: bed.page.main_frame().unwrap().document,
        id: u32::try_from(id).unwrap(),
    };
    let picture = take(&bed, PictureOptions { what, ..Default::default() }).await;
    assert_eq!((picture.width, picture.height), (120, 60));
    assert_eq!(pixels(&picture).get_pixel(100, 50).0, [0, 128, 0]);
    assert_eq!(bed.eval("[scrollY, document.querySelector('#box').scrollTop]").await, json!([100, 0]));
}

// SEE-9: a truly empty page is told from a failed picture.
#[tokio::test(flavor = "multi_thread")]
async fn see_09_an_empty_page_is_valid_and_said_to_be_empty() {
    let bed = Bed::open("<title>none</title><body></body>").await;
    let picture = take(&bed, PictureOptions::default()).await;
    assert!(picture.verdict.valid && picture.verdict.empty && !picture.retaken, "{:?}", picture.verdict);
    // White words on white: the page says that something is drawn, and the picture shows one colour.
    bed.site.put("/white", "<body style='background:#fff;color:#fff'><h1>unseen words</h1><p>more of them</p>");
    bed.load(&bed.site.url("/white")).await;
    let picture = take(&bed, PictureOptions::default()).await;
    assert_eq!(picture.verdict.verdict, Verdict::Blank);
    assert!(picture.retaken && !picture.verdict.valid, "{:?}", picture.verdict);
}

// SEE-9: the same pixels although the page has changed.
#[tokio::test(flavor = "multi_thread")]
async fn see_09_a_new_picture_of_a_changed_page_is_not_stale() {
    let bed = Bed::open("<h1 id=h>one</h1>").await;
    let first = take(&bed, PictureOptions::default()).await;
    bed.eval("document.getElementById('h').textContent = 'two and more'").await;
    let second = take(&bed, PictureOptions { previous: Some(first.mark), ..Default::default() }).await;
    assert!(second.verdict.valid, "{:?}", second.verdict);
    assert_ne!((first.mark.pixels, first.mark.content), (second.mark.pixels, second.mark.content));
}

const FORM: &str = "<!DOCTYPE html><style>body{margin:0;height:3200px}a,button,input{position:absolute}</style>
    <button style='left:100px;top:100px;width:120px;height:40px;background:#cfc'>Save</button>
    <button style='left:300px;top:100px;width:120px;height:40px;background:#cfc'>Save</button>
    <a href='/x' style='left:100px;top:300px'>a link</a><input placeholder='Name' style='left:300px;top:300px'>
    <button style='left:50px;top:400px;width:100px;height:30px'>under</button><div style='position:absolute;left:40px;top:390px;width:200px;height:60px;background:#eee'></div>
    <button style='display:none'>hidden</button><button id=far style='left:100px;top:3000px;width:80px;height:30px'>far</button>
    <x-host></x-host><script>customElements.define('x-host', class extends HTMLElement { constructor() { super(); this.attachShadow({mode:'open'}).innerHTML = '<button style=\"position:absolute;left:500px;top:300px\">inside</button>' } })</script>";

// SEE-10: boxes and numbers are right at any DPR, scroll and in the full page; the page is not touched; each selector
// resolves to its element alone.
#[tokio::test(flavor = "multi_thread")]
async fn see_10_numbers_are_right_and_selectors_name_one_element() {
    let bed = Bed::open(FORM).await;
    bed.eval("window.seen = 0; new MutationObserver(l => seen += l.length).observe(document, {subtree: true, childList: true, attributes: true})").await;
    for (ratio, scroll, full) in [(1.0, 0, false), (2.0, 40, false), (1.0, 60, true), (1.25, 0, true)] {
        dpr(&bed, 800, 600, ratio).await;
        bed.eval(&format!("scrollTo(0, {scroll})")).await;
        let what = if full { What::FullPage } else { What::Viewport };
        let plain = take(&bed, PictureOptions { what: what.clone(), ..Default::default() }).await;
        let marked = take(&bed, PictureOptions { what, annotate: true, ..Default::default() }).await;
        let names: Vec<&str> = marked.elements.iter().map(|e| e.text.as_str()).collect();
        let wanted = if full {
            vec!["Save", "Save", "a link", "Name", "far", "inside"]
        } else {
            vec!["Save", "Save", "a link", "Name", "inside"]
        };
        assert_eq!(names, wanted, "covered and hidden ones are left out");
        assert_eq!(marked.elements.iter().map(|e| e.index).collect::<Vec<_>>(), (1..=wanted.len()).collect::<Vec<_>>());
        let (before, after) = (pixels(&plain), pixels(&marked));
        assert_eq!(before.dimensions(), after.dimensions());
        for element in &marked.elements {
            let c = element.clip;
            let at = |css: f64, origin: f64| ((css - origin) * ratio).round() as i64;
            let (left, top) = (at(c.x, marked.clip.x), at(c.y, marked.clip.y));
            let (right, bottom) = (at(c.x + c.width, marked.clip.x), at(c.y + c.height, marked.clip.y));
            let differs = |x: i64, y: i64| before.get_pixel(x as u32, y as u32) != after.get_pixel(x as u32, y as u32);
            // A line on each side of the box, and nothing drawn on the element.
            let (x, y) = (i64::midpoint(left, right), i64::midpoint(top, bottom));
            assert!(differs(left - 2, y) || differs(left - 1, y), "left of {element:?} at {ratio}");
            assert!(differs(right + 1, y) || differs(right, y), "right of {element:?} at {ratio}");
            assert!(differs(x, top - 2) || differs(x, top - 1), "above {element:?} at {ratio}");
            assert!(differs(x, bottom + 1) || differs(x, bottom), "below {element:?} at {ratio}");
            for (dx, dy) in [(2, 2), (right - left - 3, bottom - top - 3), (x - left, y - top)] {
                assert!(!differs(left + dx, top + dy), "on {element:?} at {ratio}");
            }
        }
        each_selector_names_one(&bed, &marked).await;
        assert!(marked.elements.iter().filter(|e| e.selector.is_some()).count() >= wanted.len() - 1);
    }
    assert_eq!(bed.eval("seen").await, 0);
}

/// Each listed selector, read as an agent's would be, finds the element that it was listed for and no other.
async fn each_selector_names_one(bed: &Bed, picture: &Picture) {
    let permits = Permits::of(bed);
    for element in &picture.elements {
        let Some(selector) = &element.selector else { continue };
        let found = tabward_page::act::locate(&bed.page, &permits.hands(), &at(selector), soon()).await;
        let found = found.unwrap_or_else(|error| panic!("{selector}: {error}"));
        assert_eq!(found.at.id, u64::from(element.id), "{selector}");
    }
}

// SEE-10: names that selectors stumble over.
#[tokio::test(flavor = "multi_thread")]
async fn see_10_selectors_of_strange_elements_name_one() {
    let bed = Bed::open(
        r#"<button id="1a">digit</button><button title='say "hi" \ > there'>quotes</button><button data-testid="a >> b">chain</button>
           <button aria-label="登录 按钮">zh</button><button class="a:b c/d">classes</button><button name="e12">e12</button>
           <ul><li><button>same</button><li><button>same</button></ul><a href="?x=1&y=2#z">url</a><input value="secret-looking" type=password>
           <x-a></x-a><x-a></x-a><svg width=40 height=40><a href="/svg"><rect width=40 height=40 /></a></svg>
           <script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = '<button class=in>in</button>' } })</script>"#,
    )
    .await;
    let picture = take(&bed, PictureOptions { annotate: true, ..Default::default() }).await;
    assert!(picture.elements.len() >= 12, "{:?}", picture.elements.iter().map(|e| &e.selector).collect::<Vec<_>>());
    assert!(picture.elements.iter().filter(|e| e.text == "in").count() == 2);
    each_selector_names_one(&bed, &picture).await;
    let all: Vec<&str> = picture.elements.iter().filter_map(|e| e.selector.as_deref()).collect();
    assert!(all.iter().all(|s| !s.contains("secret-looking") && !s.contains(">>")), "{all:?}");

    bed.load(&bed.fixtures.url("/orders")).await;
    let picture = take(&bed, PictureOptions { what: What::FullPage, annotate: true, ..Default::default() }).await;
    assert!(picture.elements.len() > 100, "{}", picture.elements.len());
    assert!(picture.verdict.valid, "{:?}", picture.verdict);
    let some = Picture { elements: picture.elements.iter().step_by(9).cloned().collect(), ..picture.clone() };
    each_selector_names_one(&bed, &some).await;
}

// SEE-10: the page's own zoom.
#[tokio::test(flavor = "multi_thread")]
async fn see_10_boxes_are_right_in_a_zoomed_page() {
    let bed = Bed::open("<!DOCTYPE html><body style='margin:0;zoom:1.5'><button style='position:absolute;left:100px;top:80px;width:60px;height:40px;border:0;background:rgb(250,10,10)'></button>").await;
    let picture = take(&bed, PictureOptions { annotate: true, ..Default::default() }).await;
    let c = picture.elements[0].clip;
    assert_eq!((c.x, c.y, c.width, c.height), (150.0, 120.0, 90.0, 60.0));
    let image = pixels(&picture);
    assert_eq!(image.get_pixel(151, 121).0, [250, 10, 10]);
    assert_eq!(image.get_pixel(238, 178).0, [250, 10, 10]);
    assert_ne!(image.get_pixel(149, 150).0, [255, 255, 255], "a line on the left");
}

// SEE-10: the browser's zoom, as a person sets it: sizes, clips, boxes, also of a frame.
#[tokio::test(flavor = "multi_thread")]
async fn see_10_boxes_are_right_at_the_browsers_zoom() {
    // The level is the logarithm of the factor to base 1.2.
    let zoomed = json!({"partition": {"default_zoom_level": {"x": 1.5_f64.ln() / 1.2_f64.ln()}}}).to_string();
    let bed = Bed::blank_in(Chromium::start_with(&zoomed), tabward_page::PageOptions::default()).await;
    let button = "<button style='position:absolute;left:40px;top:20px;width:60px;height:40px;border:0;background:rgb(250,10,10)'></button>";
    bed.site.put("/leaf", &format!("<!DOCTYPE html><body style='margin:0'>{button}"));
    bed.site.put("/", &format!("<!DOCTYPE html><body style='margin:0;height:2000px'>{button}<iframe src='OTHER/leaf' style='position:absolute;left:200px;top:60px;width:200px;height:150px;border:0'></iframe>"));
    bed.load(&bed.site.url("/")).await;
    bed.frame("/leaf").await;
    assert_eq!(bed.eval("devicePixelRatio").await, 1.5);
    for what in [What::Viewport, What::FullPage] {
        let picture = take(&bed, PictureOptions { what, annotate: true, ..Default::default() }).await;
        assert!(picture.verdict.valid, "{:?}", picture.verdict);
        let clips: Vec<_> =
            picture.elements.iter().map(|e| (e.clip.x, e.clip.y, e.clip.width, e.clip.height)).collect();
        assert_eq!(clips, [(40.0, 20.0, 60.0, 40.0), (240.0, 80.0, 60.0, 40.0)]);
        let image = pixels(&picture);
        for (x, y) in [(40.0, 20.0), (240.0, 80.0)] {
            for (dx, dy) in [(1.0, 1.0), (59.0, 39.0)] {
                assert_eq!(image.get_pixel(((x + dx) * 1.5) as u32, ((y + dy) * 1.5) as u32).0, [250, 10, 10]);
            }
        }
    }
    let part = What::Clip(Clip { x: 40.0, y: 20.0, width: 60.0, height: 40.0 });
    let picture = take(&bed, PictureOptions { what: part, ..Default::default() }).await;
    assert_eq!((picture.width, picture.height), (90, 60));
    assert!(pixels(&picture).pixels().all(|p| p.0 == [250, 10, 10]));
}

// SEE-9: words under a sheet of one colour are not missed: nothing of them should show.
#[tokio::test(flavor = "multi_thread")]
async fn see_09_what_lies_under_something_else_is_not_missed() {
    let words = "<p>words and more words of the page that lies under the sheet</p>".repeat(30);
    let bed = Bed::open(&format!(
        "{words}<div style='position:fixed;inset:0;background:#fff'><button style='position:absolute;left:40%;top:45%'>Wait</button></div>"
    ))
    .await;
    let picture = take(&bed, PictureOptions::default()).await;
    assert!(picture.verdict.valid && !picture.retaken, "{:?}", picture.verdict);
}

// SEE-10: controls in frames of the same and of another process stand where they are shown.
#[tokio::test(flavor = "multi_thread")]
async fn see_10_controls_in_frames_are_numbered_where_they_are_shown() {
    let bed = Bed::open_site(&[
        ("/", "<!DOCTYPE html><style>body{margin:0}iframe{position:absolute;left:200px;top:150px;width:300px;height:200px;border:5px solid #888}</style><iframe src='OTHER/mid'></iframe>"),
        ("/mid", "<!DOCTYPE html><style>body{margin:0}iframe{position:absolute;left:30px;top:40px;width:200px;height:100px;border:0}</style><iframe src='SELF/leaf'></iframe>"),
        ("/leaf", "<!DOCTYPE html><style>body{margin:0}</style><button style='position:absolute;left:10px;top:20px;width:60px;height:30px;border:0;background:rgb(250,10,10)'></button>"),
    ])
    .await;
    bed.frame("/leaf").await;
    let picture = take(&bed, PictureOptions { annotate: true, ..Default::default() }).await;
    let [button] = picture.elements.as_slice() else { panic!("{:?}", picture.elements) };
    let c = button.clip;
    assert_eq!((c.x, c.y, c.width, c.height), (245.0, 215.0, 60.0, 30.0));
    assert_eq!(pixels(&picture).get_pixel(275, 230).0, [250, 10, 10]);
    assert!(button.selector.is_none(), "a ref names it, for a selector would name it only in its frame");
}

// SEE-8: small pictures for a model, JPEG, scale.
#[tokio::test(flavor = "multi_thread")]
async fn see_08_inline_pictures_and_scale_are_bounded() {
    let bed = Bed::open(TALL).await;
    let picture = take(
        &bed,
        PictureOptions {
            what: What::FullPage,
            inline: Some(picture::INLINE_SIDE),
            format: Format::Jpeg,
            scale: 0.5,
            ..Default::default()
        },
    )
    .await;
    assert_eq!(picture.height, 3500);
    assert_eq!(pixels(&picture).height(), 3500);
    let inline = picture.inline.unwrap();
    assert!(inline.width.max(inline.height) <= 1568 && inline.bytes.starts_with(&[0xff, 0xd8]));
}

// ACT-10, SEE-8: a dialog hangs no picture, neither one that was open before nor one that opens meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn see_08_a_dialog_hangs_no_picture() {
    let bed = Bed::open(TALL).await;
    // Opens while the tiles are taken: at the first thing that the page can notice of them, or soon after.
    bed.eval("setTimeout(() => confirm('now?'), 150); 1").await;
    let whole = PictureOptions { what: What::FullPage, ..Default::default() };
    let began = tokio::time::Instant::now();
    let permit = bed.permit::<Read>();
    let error = loop {
        match picture::take(&bed.page, &permit, &whole, soon()).await {
            Ok(_) => assert!(began.elapsed().as_secs() < 20, "the dialog never opened"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), tabward_model::Code::DialogOpen, "{error}");
    let began = tokio::time::Instant::now();
    let error = picture::take(&bed.page, &permit, &PictureOptions::default(), soon()).await.unwrap_err();
    assert_eq!(error.code(), tabward_model::Code::DialogOpen, "{error}");
    assert!(began.elapsed().as_millis() < 5000);
    bed.page.answer_dialog(&bed.permit(), tabward_page::Answer::Dismiss, None, soon()).await.unwrap();
    assert!(take(&bed, PictureOptions::default()).await.verdict.valid);
}
