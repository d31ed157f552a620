//! ACT-13: scripts of the caller.

use std::time::Duration;

use serde_json::{Value, json};
use tabward_model::Code;
use tabward_page::PageError;
use tabward_page::page::evaluate::{Evaluated, ScriptCall, ScriptWorld};
use tokio::time::Instant;

use crate::support::{Bed, soon, within};

fn call<'a>(script: &'a str, args: &'a [Value]) -> ScriptCall<'a> {
    ScriptCall { script, args, world: ScriptWorld::Page, max_chars: 2000, keep_csp: false }
}

async fn run(bed: &Bed, call: &ScriptCall<'_>) -> Result<Evaluated, PageError> {
    bed.page.evaluate(&bed.permit(), &bed.permit(), &bed.main(), call, soon()).await
}

#[tokio::test]
async fn act_13_expressions_functions_bodies_and_statements() {
    let bed = Bed::open("<title>t</title><script>var mine = 7</script>").await;
    for (script, expected) in [
        ("document.title", json!("t")),
        ("document.title;\n", json!("t")),
        ("{a: 1}", json!({"a": 1})),
        ("(a, b) => a + b + mine", json!(10)),
        ("async function f(a, b) { return a * b }", json!(2)),
        ("return args[0] + args[1]", json!(3)),
        ("const x = await Promise.resolve(4); return x", json!(4)),
        ("const x = 2; x + 1", json!(3)),
        ("const x = 2; x + 1 // again", json!(3)),
        ("if (mine > 5) { 'big' } else { 'small' }", json!("big")),
        ("await fetch(location.href).then((r) => r.status)", json!(200)),
    ] {
        let done = run(&bed, &call(script, &[json!(1), json!(2)])).await;
        match done {
            Ok(done) => assert_eq!(done.value, expected, "{script}"),
            Err(error) => panic!("{script}: {error}"),
        }
    }
    assert_eq!(bed.eval("typeof x").await, json!("undefined"), "nothing is left in the page");
}

#[tokio::test]
async fn act_13_any_result_is_plain_json() {
    let bed = Bed::open("<p id=p class=c>text</p>").await;
    for (script, expected) in [
        ("undefined", json!(null)),
        ("NaN", json!("NaN")),
        ("10n", json!("10n")),
        ("new Map([[1, {a: new Set([2])}]])", json!([[1, {"a": [2]}]])),
        ("const a = {}; a.self = a; return a", json!({"self": "[circular]"})),
        ("p", json!("<p id=\"p\" class=\"c\"></p>")),
        ("new Date(0)", json!("1970-01-01T00:00:00.000Z")),
        ("window", json!("[window]")),
        ("'\\ud83d'", json!("\u{fffd}")),
        ("new Error('no')", json!({"name": "Error", "message": "no"})),
        ("document.querySelectorAll('p')", json!(["<p id=\"p\" class=\"c\"></p>"])),
        ("new Uint8Array([1, 2])", json!([1, 2])),
        ("({get a() { throw 1 }})", json!({"a": "[threw]"})),
        ("args[0].__proto__", json!(5)),
    ] {
        let args: Value = serde_json::from_str(r#"{"__proto__": 5}"#).unwrap();
        let done = run(&bed, &call(script, &[args])).await;
        match done {
            Ok(done) => assert_eq!(done.value, expected, "{script}"),
            Err(error) => panic!("{script}: {error}"),
        }
    }
    let long = run(&bed, &ScriptCall { max_chars: 100, ..call("'x'.repeat(1e6)", &[]) }).await.unwrap();
    assert!(long.truncated);
    assert!(long.value.as_str().unwrap().len() <= 100);
    let wide = ScriptCall { max_chars: 100, ..call("Array.from({length: 1e6}, (_, i) => i)", &[]) };
    assert!(run(&bed, &wide).await.unwrap().truncated);
}

#[tokio::test]
async fn act_13_what_it_throws_is_told_with_its_place() {
    let bed = Bed::open("<p>").await;
    let failed = |script: &'static str| {
        let bed = &bed;
        async move {
            match run(bed, &call(script, &[])).await.unwrap_err() {
                PageError::Script(error) => *error,
                other => panic!("{script}: {other:?}"),
            }
        }
    };
    let thrown = failed("const a = 1;\n  nothing.here;\nreturn a").await;
    assert_eq!((&*thrown.message, thrown.line), ("ReferenceError: nothing is not defined", Some(2)));
    let statements = failed("const a = 1;\n\n  nothing.here").await;
    assert_eq!(statements.line, Some(3), "{statements:?}");
    let syntax = failed("const a = ;").await;
    assert!(syntax.message.starts_with("SyntaxError"), "{syntax:?}");
    let own = failed("JSON.parse('{')").await;
    assert!(own.message.starts_with("SyntaxError") && own.message.contains("JSON"), "{own:?}");
    let plain = failed("throw 'just text\\nok forged'").await;
    assert!(plain.message.contains("just text") && !plain.message.contains('\n'), "{plain:?}");
}

#[tokio::test]
async fn act_13_the_deadline_really_ends_a_script() {
    let bed = Bed::open("<title>mine</title>").await;
    for script in
        ["while (true) {}", "await Promise.resolve(); await new Promise((r) => setTimeout(r, 50)); while (true) {}"]
    {
        let began = Instant::now();
        let stopped = bed
            .page
            .evaluate(&bed.permit(), &bed.permit(), &bed.main(), &call(script, &[]), within(1200))
            .await
            .unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(6), "{script}");
        let PageError::Script(error) = &stopped else { panic!("{script}: {stopped:?}") };
        assert!(error.stopped);
        assert_eq!(bed.eval("document.title").await, json!("mine"), "the page is alive and the same");
    }
    let waits = bed
        .page
        .evaluate(&bed.permit(), &bed.permit(), &bed.main(), &call("new Promise(() => {})", &[]), within(800))
        .await
        .unwrap_err();
    assert_eq!(waits.code(), Code::DeadlineExceeded);
}

#[tokio::test]
async fn act_13_worlds_and_content_security_policy() {
    let bed = Bed::open("<title>t</title><script>var mine = 7; Array.from = () => 'patched'</script>").await;
    let isolated = |script| ScriptCall { world: ScriptWorld::Isolated, ..call(script, &[]) };
    let kinds = run(&bed, &isolated("[typeof mine, document.title, Array.from('ab')]")).await.unwrap();
    assert_eq!(kinds.value, json!(["undefined", "t", ["a", "b"]]));
    let ours = run(&bed, &isolated("typeof globalThis[Symbol.for('tabward')]")).await.unwrap();
    assert_eq!(ours.value, json!("undefined"), "our world is not theirs");
    let bed = Bed::open("<meta http-equiv=content-security-policy content=\"script-src 'none'\"><p>x").await;
    assert_eq!(run(&bed, &call("eval('1 + 1')", &[])).await.unwrap().value, json!(2));
    let kept = run(&bed, &ScriptCall { keep_csp: true, ..call("eval('1 + 1')", &[]) }).await.unwrap_err();
    assert_eq!(kept.code(), Code::ScriptFailed, "{kept}");
    let body = run(&bed, &ScriptCall { keep_csp: true, ..call("const a = 2; return a", &[]) }).await.unwrap();
    assert_eq!(body.value, json!(2));
}
