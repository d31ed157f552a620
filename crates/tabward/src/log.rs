//! The debug log: JSON lines under the state folder, off by default and then free of cost.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

/// A file that has grown to so many bytes is put aside.
const BYTES: u64 = 10 << 20;
/// So many files are kept, the one that is written among them.
const FILES: usize = 5;

/// Starts the log of this process. Without this nothing subscribes, and an event costs one relaxed load.
pub(crate) fn start(folder: &Path, role: &'static str) -> io::Result<()> {
    let sink = Sink::open(folder, role, BYTES)?;
    let layer = Lines { role, pid: std::process::id(), sink: Mutex::new(sink) }
        .with_filter(tracing_subscriber::EnvFilter::new("info,tabward=debug,tabward_hub=debug,tabward_cdp=debug,tabward_page=debug,tabward_mcp=debug,tabward_store=debug"));
    // A second start in one process (tests) keeps the first log.
    let _ = tracing_subscriber::registry().with(layer).try_init();
    Ok(())
}

struct Lines {
    role: &'static str,
    pid: u32,
    sink: Mutex<Sink>,
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Lines {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let meta = event.metadata();
        let line = json!({
            "timestamp": timestamp(SystemTime::now()),
            "pid": self.pid,
            "process": self.role,
            "level": meta.level().as_str().to_ascii_lowercase(),
            "where": format!("{}:{}", meta.target(), meta.line().unwrap_or_default()),
            "event": fields.message,
            "details": fields.details,
        });
        let mut sink = self.sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // A full disk must not end what the log is about.
        let _ = sink.write(format!("{line}\n").as_bytes());
    }
}

#[derive(Default)]
struct Fields {
    message: String,
    details: Map<String, Value>,
}

impl Fields {
    fn put(&mut self, field: &Field, value: Value) {
        if field.name() == "message" {
            self.message = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        } else {
            self.details.insert(field.name().to_owned(), value);
        }
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.put(field, Value::String(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, Value::String(value.to_owned()));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }
}

/// RFC 3339 in UTC with milliseconds.
fn timestamp(now: SystemTime) -> String {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = since.as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Civil date from a count of days: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        rest / 3_600,
        rest % 3_600 / 60,
        rest % 60,
        since.subsec_millis()
    )
}

/// A file that several processes may append to, put aside when it is full.
struct Sink {
    path: PathBuf,
    file: File,
    written: u64,
    bytes: u64,
}

impl Sink {
    fn open(folder: &Path, role: &str, bytes: u64) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{role}.jsonl"));
        let file = append(&path)?;
        let written = file.metadata()?.len();
        Ok(Self { path, file, written, bytes })
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        if self.written + line.len() as u64 > self.bytes {
            self.turn()?;
        }
        self.file.write_all(line)?;
        self.written += line.len() as u64;
        Ok(())
    }

    /// Puts the full file aside, unless another process has just done so.
    fn turn(&mut self) -> io::Result<()> {
        let lock = append(&self.path.with_extension("lock"))?;
        lock.lock()?;
        if std::fs::metadata(&self.path).is_ok_and(|meta| meta.len() >= self.bytes / 2) {
            for n in (1..FILES - 1).rev() {
                let _ = std::fs::rename(self.aside(n), self.aside(n + 1));
            }
            std::fs::rename(&self.path, self.aside(1))?;
        }
        self.file = append(&self.path)?;
        self.written = self.file.metadata()?.len();
        Ok(())
    }

    fn aside(&self, n: usize) -> PathBuf {
        self.path.with_extension(format!("{n}.jsonl"))
    }
}

fn append(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn timestamps_are_those_of_the_calendar() {
        let at =
            |seconds: u64, ms: u64| timestamp(UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_millis(ms));
        assert_eq!(at(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(at(951_782_399, 7), "2000-02-28T23:59:59.007Z");
        assert_eq!(at(951_782_400, 0), "2000-02-29T00:00:00.000Z");
        assert_eq!(at(1_796_083_200, 999), "2026-12-01T00:00:00.999Z");
    }

    // RUN-4
    #[test]
    fn run_04_full_files_are_put_aside_and_only_five_are_kept() {
        let folder = tempfile::tempdir().expect("folder");
        let mut sink = Sink::open(folder.path(), "hub", 1_000).expect("sink");
        let mut other = Sink::open(folder.path(), "hub", 1_000).expect("a second process");
        for n in 0..200 {
            let line = format!("{{\"n\":{n:>90}}}\n");
            let sink = if n % 2 == 0 { &mut sink } else { &mut other };
            sink.write(line.as_bytes()).expect("line");
        }
        let mut names: Vec<String> = std::fs::read_dir(folder.path())
            .expect("folder")
            .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with("lock"))
            .collect();
        names.sort();
        assert_eq!(names, ["hub.1.jsonl", "hub.2.jsonl", "hub.3.jsonl", "hub.4.jsonl", "hub.jsonl"]);
        for name in names {
            let text = std::fs::read_to_string(folder.path().join(&name)).expect("text");
            assert!(text.len() <= 2_100, "{name}: {}", text.len());
            assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{name}");
        }
    }
}
