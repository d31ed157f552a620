//! Scripts of the caller: in the page's own world or an isolated one, with a result that is plain JSON and bounded, and
//! with a deadline that ends them (ACT-13).

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tabward_cdp::protocol::{page as cdp, runtime};
use tabward_cdp::{Cdp as _, CdpError, Channel};
use tabward_model::capability::{CleanUp, Script};
use tabward_model::{Delivered, FrameId, Permit};
use tokio::time::Instant;

use super::call::{Meaning, Place, meaning, thrown_text};
use super::{Inner, Page};
use crate::{PageError, ScriptError};

/// The isolated world in which callers' scripts run, apart from ours.
const SCRIPT_WORLD: &str = "tabward-script";

/// What the browser calls the caller's script in stack traces.
const SOURCE: &str = "agent-script";

/// Where a script runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScriptWorld {
    /// Among the page's own scripts, with its variables.
    #[default]
    Page,
    /// In a world of its own, with the same document and untouched built-ins.
    Isolated,
}

/// A script to run.
#[derive(Debug, Clone)]
pub struct ScriptCall<'a> {
    /// An expression, a function (it is called with `args`), statements, or a function body with `return`. May await.
    pub script: &'a str,
    /// Arguments, as `args` in the script and as those of a function.
    pub args: &'a [Value],
    /// Where it runs.
    pub world: ScriptWorld,
    /// Characters of JSON that are handed back.
    pub max_chars: usize,
    /// Whether the page's content security policy forbids `eval` to the script too.
    pub keep_csp: bool,
}

/// What a script gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluated {
    /// Its result; when truncated, the beginning of its JSON as a string.
    pub value: Value,
    /// Whether the result was longer than allowed, or too deep.
    pub truncated: bool,
    /// Characters of its whole JSON, as far as it was made.
    pub full_chars: usize,
    /// Whether it gave nothing at all (`undefined`).
    pub undefined: bool,
    /// Whether it counts as true.
    pub truth: bool,
}

/// Makes plain, bounded JSON of anything.
const PLAIN: &str = r"(top,max)=>{let size=0,cut=false;const open=new Set();
const text=(s)=>{if(s.length>max){cut=true;s=s.slice(0,max)}s=s.toWellFormed();size+=s.length+2;return s};
const plain=(v,depth)=>{
if(size>max){cut=true;return null}
size+=4;
switch(typeof v){
case 'string':return text(v);
case 'boolean':return v;
case 'number':return Number.isFinite(v)?v:String(v);
case 'bigint':return `${v}n`;
case 'undefined':return null;
case 'symbol':return String(v);
case 'function':return `[function ${text(String(v.name))}]`}
if(v===null)return null;
if(open.has(v))return '[circular]';
if(depth>30){cut=true;return '[…]'}
open.add(v);
try{
if(v===globalThis)return '[window]';
if(typeof Node==='function'&&v instanceof Node){
if(v instanceof Element){const c=v.cloneNode(false).outerHTML;return text(c.length>300?`${c.slice(0,300)}…`:c)}
return text(`[${v.nodeName}] ${(v.nodeValue??'').slice(0,300)}`)}
if(v instanceof Error)return {name:text(String(v.name)),message:text(String(v.message))};
if(v instanceof Date)return Number.isNaN(v.getTime())?'Invalid Date':v.toISOString();
if(v instanceof RegExp)return text(String(v));
if(v instanceof Map)v=Array.from(v);else if(v instanceof Set)v=Array.from(v);
else if(v instanceof ArrayBuffer)v=Array.from(new Uint8Array(v.slice(0,max)));
else if(ArrayBuffer.isView(v)&&!(v instanceof DataView))v=Array.from(v.subarray(0,max));
if(typeof v.toJSON==='function')return plain(v.toJSON(),depth+1);
if(Array.isArray(v)||(typeof NodeList==='function'&&(v instanceof NodeList||v instanceof HTMLCollection))){
const list=[];for(let i=0;i<v.length;i++){if(size>max){cut=true;break}list.push(plain(v[i],depth+1))}return list}
const object={};
for(const key of Object.keys(v)){if(size>max){cut=true;break}
let at;try{at=v[key]}catch{at='[threw]'}
Object.defineProperty(object,text(key),{value:plain(at,depth+1),enumerable:true})}
return object}
catch(e){return `[unreadable: ${text(String(e?.message))}]`}
finally{open.delete(v)}};
let json=JSON.stringify(plain(top,0));const n=json.length;
if(n>max){cut=true;json=json.slice(0,max).toWellFormed()}
return {json,n,cut,undefined:top===undefined,truth:Boolean(top)}}";

#[derive(Debug, Deserialize)]
struct Plain {
    json: String,
    n: usize,
    cut: bool,
    undefined: bool,
    truth: bool,
}

/// How a script's text is read. Only one reading compiles, or the first that does is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// An expression, perhaps a function.
    Expression,
    /// The body of a function.
    Body,
    /// Statements whose last value counts.
    Statements,
}

/// The readings to try, in order.
fn readings(script: &str, keep_csp: bool) -> Vec<Reading> {
    let body = ["return", "await"].iter().any(|word| has_word(script, word));
    // Statements are read by `eval`, which the page's policy may forbid.
    if body || keep_csp {
        vec![Reading::Expression, Reading::Body]
    } else {
        vec![Reading::Expression, Reading::Statements]
    }
}

fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(part) && !text[at + word.len()..].chars().next().is_some_and(part)
    })
}

/// The whole source. The caller's script begins on its second line, so that lines can be told in the caller's count.
fn source(call: &ScriptCall<'_>, reading: Reading) -> Result<String, serde_json::Error> {
    let args = as_js(&serde_json::to_string(call.args)?);
    let script = call.script.trim_end().trim_end_matches(';');
    let run = match reading {
        Reading::Expression => {
            format!("async(args)=>{{const f=(\n{script}\n);return typeof f==='function'?f(...args):f}}")
        }
        Reading::Body => format!("async(args)=>{{\n{script}\n}}"),
        Reading::Statements => {
            let text = as_js(&serde_json::to_string(call.script)?);
            format!(
                "async(args)=>{{const f=eval('\\n'+{text}+'\\n//# sourceURL={SOURCE}');\
                 return typeof f==='function'?f(...args):f}}"
            )
        }
    };
    let max = call.max_chars;
    let name = if reading == Reading::Statements { "agent-call" } else { SOURCE };
    Ok(format!("(async(run,plain,args)=>plain(await run(args),{max}))({run}\n,{PLAIN},{args})\n//# sourceURL={name}"))
}

/// JSON as an expression: in JavaScript a key `__proto__` would set the prototype.
fn as_js(json: &str) -> String {
    if json.contains("__proto__") {
        let quoted = serde_json::Value::String(json.to_owned()).to_string();
        format!("JSON.parse({quoted})")
    } else {
        json.to_owned()
    }
}

impl Page {
    /// Runs a script of the caller in a frame.
    ///
    /// # Errors
    /// `SCRIPT_FAILED` with what it threw and where, or that it was stopped at its deadline; `DEADLINE_EXCEEDED` when it
    /// waits for something that did not come; `DIALOG_OPEN` at once when it opens a dialog; and those of [`Page::call`].
    pub async fn evaluate(
        &self,
        permit: &Permit<Script>,
        clean_up: &Permit<CleanUp>,
        frame: &FrameId,
        call: &ScriptCall<'_>,
        deadline: Instant,
    ) -> Result<Evaluated, PageError> {
        let mut failed = None;
        for reading in readings(call.script, call.keep_csp) {
            let source = source(call, reading)
                .map_err(|error| PageError::Invalid(format!("the arguments are no JSON: {error}")))?;
            match self.inner.run_script(permit, clean_up, frame, call, &source, deadline).await? {
                Ran::Value(value) => return Ok(value),
                // It did not compile, so nothing ran: it may be meant in another way.
                Ran::Unread(error) => failed = Some(error),
            }
        }
        Err(PageError::Script(Box::new(failed.unwrap_or_default())))
    }
}

enum Ran {
    Value(Evaluated),
    Unread(ScriptError),
}

impl Inner {
    async fn run_script(
        &self,
        permit: &Permit<Script>,
        clean_up: &Permit<CleanUp>,
        frame: &FrameId,
        call: &ScriptCall<'_>,
        source: &str,
        deadline: Instant,
    ) -> Result<Ran, PageError> {
        let place = self.place(frame, None, deadline).await?;
        let mut command = runtime::Evaluate::new(source);
        match call.world {
            ScriptWorld::Page => {
                let world = self.state.lock().page_world(frame).cloned();
                command.unique_context_id = Some(world.ok_or_else(|| PageError::FrameGone(frame.clone()))?.to_string());
            }
            ScriptWorld::Isolated => {
                let world = cdp::CreateIsolatedWorld::new(cdp::FrameId(frame.as_str().to_owned()), SCRIPT_WORLD);
                let made = place.channel.until(deadline).send(&self.hold, world).await?;
                command.context_id = Some(made.execution_context_id);
            }
        }
        command.return_by_value = Some(true);
        command.await_promise = Some(true);
        command.user_gesture = Some(false);
        command.allow_unsafe_eval_blocked_by_csp = Some(!call.keep_csp);
        let left = deadline.saturating_duration_since(Instant::now()).saturating_sub(Duration::from_millis(50));
        command.timeout = Some(runtime::TimeDelta(left.as_secs_f64() * 1000.0));
        let channel = place.channel.until(deadline + Duration::from_secs(1));
        let sent = channel.send(permit, command);
        match self.guard(permit, frame, &place, sent, deadline).await {
            Ok(Ok(reply)) => read(reply),
            // A script that was ended from outside is told in one of two ways; this one has no words of its own.
            Ok(Err(CdpError::Protocol { code: -32_603, .. })) => Err(stopped()),
            Ok(Err(error)) => Err(self.script_error(error)),
            Err(PageError::Unresponsive { .. }) => Err(self.stop_script(clean_up, &place).await),
            Err(PageError::Deadline { .. }) => {
                Err(PageError::Deadline { what: "the script", delivered: Delivered::Yes })
            }
            Err(error) => Err(error),
        }
    }

    fn script_error(&self, error: CdpError) -> PageError {
        let delivered = Delivered::Unknown;
        match &error {
            CdpError::Protocol { message, .. } => match meaning(message) {
                Meaning::NoSuchWorld => PageError::DocumentChanged { delivered: Delivered::No },
                Meaning::Replaced => PageError::DocumentChanged { delivered },
                Meaning::Crashed => PageError::Crashed { delivered },
                Meaning::Stopped => stopped(),
                Meaning::Other => error.into(),
            },
            CdpError::Closed { .. } => match self.alive(delivered) {
                Err(known) => known,
                Ok(()) if self.main.is_closed() => PageError::Gone { delivered },
                Ok(()) => PageError::DocumentChanged { delivered },
            },
            _ => error.into(),
        }
    }

    /// Ends a loop that began after the script first waited, where the browser's own time limit does not reach.
    async fn stop_script(&self, clean_up: &Permit<CleanUp>, place: &Place) -> PageError {
        let channel: Channel = place.channel.until(Instant::now() + Duration::from_secs(2));
        match channel.send(clean_up, runtime::TerminateExecution::default()).await {
            Ok(_) => stopped(),
            Err(_) => PageError::Unresponsive { delivered: Delivered::Yes },
        }
    }
}

fn stopped() -> PageError {
    let message = "the script did not end before its deadline and was stopped".to_owned();
    PageError::Script(Box::new(ScriptError { message, stopped: true, ..ScriptError::default() }))
}

fn read(reply: runtime::EvaluateReturns) -> Result<Ran, PageError> {
    let Some(thrown) = reply.exception_details else {
        let json = reply.result.value.as_ref().map_or("null", |value| value.get());
        let plain: Plain = serde_json::from_str(json)
            .map_err(|error| PageError::Shape { method: "evaluate".to_owned(), message: error.to_string() })?;
        let truncated = plain.cut;
        let value = match serde_json::from_str(&plain.json) {
            Ok(value) if plain.n == plain.json.encode_utf16().count() => value,
            _ => Value::String(plain.json.clone()),
        };
        let Plain { n: full_chars, undefined, truth, .. } = plain;
        return Ok(Ran::Value(Evaluated { value, truncated, full_chars, undefined, truth }));
    };
    let (line, column) = position(&thrown);
    let mut error = ScriptError { message: thrown_text(&thrown), line, column, ..ScriptError::default() };
    // Ours is asynchronous throughout: what it throws comes as a rejection, and what comes otherwise did not compile; nor
    // did what `eval` refuses, in which nothing of the caller's script stands on the stack.
    let exception = thrown.exception.as_ref();
    let syntax = exception.and_then(|object| object.class_name.as_deref()) == Some("SyntaxError");
    let stack = exception.and_then(|object| object.description.as_deref()).unwrap_or_default();
    if syntax && !(thrown.text.contains("in promise") && stack.contains(SOURCE)) {
        error.unread = true;
        return Ok(Ran::Unread(error));
    }
    Err(PageError::Script(Box::new(error)))
}

/// Where in the caller's script, from 1.
fn position(thrown: &runtime::ExceptionDetails) -> (Option<u32>, Option<u32>) {
    let number = |text: &str| text.parse::<u32>().ok();
    let stack = thrown.exception.as_ref().and_then(|object| object.description.as_deref()).unwrap_or_default();
    let mark = format!("{SOURCE}:");
    let in_stack = stack.split_once(&mark).and_then(|(_, rest)| {
        let mut parts = rest.split(|c: char| !c.is_ascii_digit());
        Some((number(parts.next()?)?, number(parts.next()?)?))
    });
    let (line, column) = match in_stack {
        Some((line, column)) => (line, column),
        None => match (u32::try_from(thrown.line_number), u32::try_from(thrown.column_number)) {
            (Ok(line), Ok(column)) if line > 0 => (line + 1, column + 1),
            _ => return (None, None),
        },
    };
    // The first line is ours.
    match line.checked_sub(1) {
        Some(line) if line > 0 => (Some(line), Some(column)),
        _ => (None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_words() {
        assert!(has_word("x; return 1", "return"));
        assert!(!has_word("returned + areturn + $return", "return"));
    }

    #[test]
    fn a_prototype_key_stays_data() {
        assert_eq!(as_js("[1]"), "[1]");
        assert_eq!(as_js(r#"[{"__proto__":1}]"#), r#"JSON.parse("[{\"__proto__\":1}]")"#);
    }
}
