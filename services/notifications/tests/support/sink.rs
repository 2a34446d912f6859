//! A mail server that keeps what it takes and refuses what it is told to.

use std::{
    collections::VecDeque,
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// What the server answers to one mail.
#[derive(Clone, Debug)]
pub enum Verdict {
    Take,
    /// To the receiver's address.
    RefuseReceiver(&'static str),
    /// After the whole mail.
    RefuseMail(&'static str),
    /// Takes the mail and hangs up before saying so.
    TakeAndVanish,
}

/// A mail that was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    pub to: String,
    /// As it came, dots unstuffed.
    pub message: String,
}

/// The server; every mail without a verdict of its own is taken.
pub struct Sink {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    verdicts: Mutex<VecDeque<Verdict>>,
    taken: Mutex<Vec<Taken>>,
    closed: AtomicBool,
    slowness: Mutex<Duration>,
    busy: AtomicUsize,
    busiest: AtomicUsize,
}

impl Sink {
    /// Listens on a free port.
    pub fn open() -> Self {
        Self::on(SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    /// Listens on an address.
    pub fn on(address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.closed.load(Ordering::SeqCst) {
                    return;
                }
                let shared = Arc::clone(&shared);
                thread::spawn(move || drop(converse(&stream, &shared)));
            }
        });
        Self { address, state }
    }

    /// An address where nobody listens.
    pub fn nowhere() -> SocketAddr {
        TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
    }

    /// Settings that send mails here; the sender looks often, so that tests need not wait.
    pub fn settings(&self) -> String {
        settings(self.address)
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Answers the coming mails so, one after the other.
    pub fn answer(&self, verdicts: impl IntoIterator<Item = Verdict>) {
        self.state.verdicts.lock().unwrap().extend(verdicts);
    }

    /// Takes this long for each mail.
    pub fn be_slow(&self, slowness: Duration) {
        *self.state.slowness.lock().unwrap() = slowness;
    }

    /// Most mails that were on their way at the same time.
    pub fn busiest(&self) -> usize {
        self.state.busiest.load(Ordering::SeqCst)
    }

    /// Every mail taken so far.
    pub fn taken(&self) -> Vec<Taken> {
        self.state.taken.lock().unwrap().clone()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(self.address));
    }
}

/// Settings that send mails to an address.
pub fn settings(address: SocketAddr) -> String {
    format!("[notifications]\nsmtp_url = \"smtp://{address}\"\nlook_milliseconds = 20\n")
}

fn converse(stream: &TcpStream, state: &State) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let mut stream = stream;
    let mut say = |line: &str| stream.write_all(format!("{line}\r\n").as_bytes());
    let (mut to, mut verdict) = (String::new(), Verdict::Take);
    say("220 sink.example ESMTP")?;
    while let Some(line) = lines.next() {
        let line = line?;
        let upper = line.to_ascii_uppercase();
        if upper.starts_with("EHLO") {
            say("250-sink.example")?;
            say("250-8BITMIME")?;
            say("250 SMTPUTF8")?;
        } else if upper.starts_with("MAIL FROM:") {
            verdict = state
                .verdicts
                .lock()
                .unwrap()
                .pop_front()
                .unwrap_or(Verdict::Take);
            say("250 2.1.0 ok")?;
        } else if upper.starts_with("RCPT TO:") {
            line[8..].trim_matches(['<', '>']).clone_into(&mut to);
            // Real servers quote the address, which must not reach our logs.
            match &verdict {
                Verdict::RefuseReceiver(code) => say(&format!("{code} <{to}> refused"))?,
                _ => say("250 2.1.5 ok")?,
            }
        } else if upper == "DATA" {
            say("354 go on")?;
            let busy = state.busy.fetch_add(1, Ordering::SeqCst) + 1;
            state.busiest.fetch_max(busy, Ordering::SeqCst);
            let mut message = String::new();
            for line in lines.by_ref() {
                let line = line?;
                if line == "." {
                    break;
                }
                message.push_str(line.strip_prefix('.').unwrap_or(&line));
                message.push_str("\r\n");
            }
            let slowness = *state.slowness.lock().unwrap();
            thread::sleep(slowness);
            state.busy.fetch_sub(1, Ordering::SeqCst);
            if let Verdict::RefuseMail(code) = &verdict {
                say(&format!("{code} <{to}> refused"))?;
                continue;
            }
            state.taken.lock().unwrap().push(Taken {
                to: to.clone(),
                message,
            });
            if matches!(verdict, Verdict::TakeAndVanish) {
                return Ok(());
            }
            say("250 2.0.0 taken")?;
        } else if upper == "QUIT" {
            return say("221 bye");
        } else {
            // RSET, NOOP
            say("250 ok")?;
        }
    }
    Ok(())
}
