//! The processes that the tests start and kill: a keeper, and a hub that holds a place at one.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tabward_hub::session::keeper;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("keeper") => keeper::run(),
        // Takes the hub's place and holds it until it is killed or its standard input closes.
        Some("hub") => {
            let socket = PathBuf::from(arguments.get(2).cloned().unwrap_or_default());
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let link = runtime
                .block_on(keeper::connect(&socket, Instant::now() + Duration::from_secs(10)))
                .map_err(io::Error::other)?;
            say("connected")?;
            io::stdin().read_to_end(&mut Vec::new())?;
            drop(link);
            Ok(())
        }
        // A debugging port that hides /json, as a browser does whose person switched debugging on.
        Some("front") => {
            let to = arguments.get(2).and_then(|port| port.parse().ok()).unwrap_or(0);
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
            let asked = Arc::new(AtomicU32::new(0));
            let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
            say(&listener.local_addr()?.port().to_string())?;
            let count = Arc::clone(&asked);
            runtime.spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(front(stream, to, Arc::clone(&count)));
                }
            });
            io::stdin().read_to_end(&mut Vec::new())?;
            say(&asked.load(Ordering::SeqCst).to_string())
        }
        _ => Err(io::Error::other("keeper | hub SOCKET | front PORT")),
    }
}

async fn front(mut stream: TcpStream, to: u16, asked: Arc<AtomicU32>) -> io::Result<()> {
    let mut head = [0; 20];
    stream.read_exact(&mut head).await?;
    if head.starts_with(b"GET /json") {
        return stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n").await;
    }
    asked.fetch_add(1, Ordering::SeqCst);
    if to == 0 {
        return std::future::pending().await;
    }
    let mut back = TcpStream::connect(("127.0.0.1", to)).await?;
    back.write_all(&head).await?;
    tokio::io::copy_bidirectional(&mut stream, &mut back).await?;
    Ok(())
}

fn say(line: &str) -> io::Result<()> {
    use io::Write as _;
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
