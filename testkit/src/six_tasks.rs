//! Six everyday tasks, done by scripted agents that know only `tools/list` and what they read in the answers:
//! a form with an error, a row in a table of 300, a sign-in with a second factor, a download behind a menu, prices over
//! three tabs, and a button that does nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tabward_fixtures::Fixtures;

use crate::{Answer, McpClient, tokens};

/// How an agent names elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By the refs that it read.
    Refs,
    /// By the start of the lines that it read: `button "Save"`.
    Lines,
    /// In words: `Save button`.
    Words,
}

/// What one task cost.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The task's name.
    pub task: &'static str,
    /// Tool calls.
    pub calls: usize,
    /// o200k tokens of calls and answers.
    pub tokens: usize,
    /// Time spent waiting for answers.
    pub took: Duration,
}

/// The sum over tasks.
pub fn total(costs: &[Cost]) -> (usize, usize) {
    (costs.iter().map(|c| c.calls).sum(), costs.iter().map(|c| c.tokens).sum())
}

/// An agent at work.
#[derive(Debug)]
pub struct Agent<'a> {
    client: &'a mut McpClient,
    style: Style,
    /// Argument names by tool, from `tools/list`.
    listed: BTreeMap<String, Vec<String>>,
    /// Arguments that are added to each first call of a task, not counted: which browser to use.
    session: Value,
    cost: Cost,
    /// Calls and answers as an agent sees them.
    pub transcript: String,
}

impl<'a> Agent<'a> {
    /// An agent that has read the listing.
    ///
    /// # Errors
    /// Those of the client.
    pub async fn new(client: &'a mut McpClient, style: Style, session: Value) -> Result<Self> {
        let mut listed = BTreeMap::new();
        for tool in client.tools().await? {
            let name = tool["name"].as_str().context("a tool without a name")?.to_owned();
            let properties = tool["inputSchema"]["properties"].as_object().cloned().unwrap_or_default();
            listed.insert(name, properties.keys().cloned().collect());
        }
        let cost = Cost { task: "", calls: 0, tokens: 0, took: Duration::ZERO };
        Ok(Self { client, style, listed, session, cost, transcript: String::new() })
    }

    /// Does all six tasks and checks each against what really happened on the server.
    ///
    /// # Errors
    /// The first thing that is not as it should be, with the transcript of its task.
    pub async fn run(&mut self, site: &Fixtures) -> Result<Vec<Cost>> {
        let mut costs = Vec::new();
        for task in ["form", "table", "sign-in", "download", "prices", "debug"] {
            self.cost = Cost { task, calls: 0, tokens: 0, took: Duration::ZERO };
            let from = self.transcript.len();
            let done = match task {
                "form" => self.form(site).await,
                "table" => self.table(site).await,
                "sign-in" => self.sign_in(site).await,
                "download" => self.download(site).await,
                "prices" => self.prices(site).await,
                _ => self.debug(site).await,
            };
            done.with_context(|| format!("task {task}, {:?}:\n{}", self.style, &self.transcript[from..]))?;
            costs.push(self.cost.clone());
        }
        Ok(costs)
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Result<Answer> {
        let known = self.listed.get(tool).with_context(|| format!("{tool} is not listed"))?;
        for name in arguments.as_object().into_iter().flat_map(|a| a.keys()) {
            ensure!(known.contains(name), "{tool} lists no argument {name}");
        }
        let shown = format!("> {tool}{arguments}\n");
        let mut sent = arguments;
        if tool == "browser_navigate" && !self.session.is_null() {
            sent["session"] = self.session.clone();
        }
        let answer = self.client.call(tool, sent).await?;
        let text = format!("{shown}{}\n", answer.text);
        self.cost.calls += 1;
        self.cost.tokens += tokens::count(&text);
        self.cost.took += answer.took;
        self.transcript.push_str(&text);
        ensure!(answer.ok(), "{tool} was not ok");
        Ok(answer)
    }

    /// How this agent names the element that `seen` shows as `role "name"`.
    fn name(&self, seen: &Answer, role: &str, name: &str) -> Result<String> {
        let line = format!("{role} \"{name}\"");
        match self.style {
            Style::Refs => {
                let found = seen.reference(&line).with_context(|| format!("no ref behind {line}"));
                Ok(found?.to_owned())
            }
            Style::Lines => Ok(line),
            Style::Words => Ok(match role {
                "button" | "link" | "checkbox" => format!("{name} {role}"),
                _ => format!("label={name}"),
            }),
        }
    }

    async fn form(&mut self, site: &Fixtures) -> Result<()> {
        let page = self.call("browser_navigate", json!({ "url": site.url("/signup") })).await?;
        let email = self.name(&page, "textbox", "Work email")?;
        let submit = self.name(&page, "button", "Create customer")?;
        let fields = json!([
            { "selector": self.name(&page, "textbox", "Full name")?, "value": "Ana Lima" },
            { "selector": email, "value": "ana@gmail.com" },
            { "selector": self.name(&page, "combobox", "Country")?, "value": "Portugal" },
            { "selector": self.name(&page, "date", "Start date")?, "value": "2026-12-01" },
            { "selector": self.name(&page, "checkbox", "I agree to the terms of service")?, "value": true },
        ]);
        let refused = self.call("browser_fill_form", json!({ "fields": fields, "submit": submit })).await?;
        for text in ["[invalid]", "Enter a company email address.", "alert", "no navigation"] {
            ensure!(refused.text.contains(text), "the error is not told: no {text:?}");
        }
        let fields = json!([{ "selector": email, "value": "ana@lima.pt" }]);
        let done = self.call("browser_fill_form", json!({ "fields": fields, "submit": submit })).await?;
        ensure!(done.text.contains("customer 4711"), "the new customer is not told");
        let customers = site.state().customers;
        ensure!(customers.len() == 1, "{} customers", customers.len());
        let c = &customers[0];
        let sent = (c.name.as_str(), c.email.as_str(), c.country.as_str(), c.start.as_str());
        ensure!(sent == ("Ana Lima", "ana@lima.pt", "Portugal", "2026-12-01"), "the server got {sent:?}");
        Ok(())
    }

    async fn table(&mut self, site: &Fixtures) -> Result<()> {
        let seen = self.call("browser_navigate", json!({ "url": site.url("/orders"), "find": "ORD-10237" })).await?;
        // "Edit" stands in 300 rows, so each agent takes the ref here.
        let edit = seen.reference("button \"Edit\"").context("no ref for Edit")?.to_owned();
        let dialog = self.call("browser_click", json!({ "selector": edit })).await?;
        ensure!(dialog.text.contains("dialog \"Edit ORD-10237\""), "the dialog is not told");
        let fields = json!([{ "selector": self.name(&dialog, "combobox", "Status")?, "value": "Refunded" }]);
        let save = self.name(&dialog, "button", "Save changes")?;
        let saved = self.call("browser_fill_form", json!({ "fields": fields, "submit": save })).await?;
        ensure!(saved.text.contains("ORD-10237 saved"), "the success is not told");
        let state = site.state();
        let order = state.order("ORD-10237").context("the order is gone")?;
        ensure!(order.status == "Refunded", "the order is {}", order.status);
        Ok(())
    }

    async fn sign_in(&mut self, site: &Fixtures) -> Result<()> {
        let page = self.call("browser_navigate", json!({ "url": site.url("/login") })).await?;
        let fields = json!([
            { "selector": self.name(&page, "textbox", "Email")?, "value": "dana@acme.example" },
            { "selector": self.name(&page, "password", "Password")?, "value": "correct horse" },
        ]);
        let submit = self.name(&page, "button", "Sign in")?;
        let asked = self.call("browser_fill_form", json!({ "fields": fields, "submit": submit })).await?;
        ensure!(asked.text.contains("Verify it is you"), "the second factor is not told");
        ensure!(
            !self.transcript.contains("password \"Password\" e") || !asked.text.contains("correct horse"),
            "the password is told"
        );
        ensure!(site.state().passwords_accepted == 1, "the password did not arrive");
        // The person takes the phone while the agent waits.
        site.approve_sign_in();
        self.call("browser_wait", json!({ "url": "/dashboard" })).await?;
        ensure!(site.state().hits("/dashboard") == 1, "the dashboard was not opened once");
        Ok(())
    }

    async fn download(&mut self, site: &Fixtures) -> Result<()> {
        let page = self.call("browser_navigate", json!({ "url": site.url("/reports") })).await?;
        let export = self.name(&page, "button", "Export Sales by month")?;
        let menu = self.call("browser_click", json!({ "selector": export })).await?;
        let csv = match self.style {
            Style::Words => "text=CSV".to_owned(),
            _ => self.name(&menu, "menuitem", "CSV")?,
        };
        self.call("browser_click", json!({ "selector": csv })).await?;
        let done = self.call("browser_wait", json!({ "event": "download" })).await?;
        let path = done.text.lines().find_map(|l| l.strip_prefix("saved ")).context("no line says where it lies")?;
        let file = std::fs::read_to_string(path.trim()).with_context(|| format!("read {path}"))?;
        ensure!(file.lines().count() == 131, "the file has {} lines", file.lines().count());
        ensure!(site.state().exports == ["sales-by-month.csv"], "exports: {:?}", site.state().exports);
        Ok(())
    }

    async fn prices(&mut self, site: &Fixtures) -> Result<()> {
        let mut found = Vec::new();
        for shop in ["a", "b", "c"] {
            let url = site.url(&format!("/shop/{shop}"));
            let arguments = json!({ "url": url, "new_tab": true, "find": "Aeron X2" });
            let seen = self.call("browser_navigate", arguments).await?;
            let line = seen.text.lines().find(|l| l.starts_with("article ")).context("no card")?;
            // "€42.00 €34.33 | Free shipping": the last price of the cell is the one asked for now.
            let cents = |text: &str| text.replace(['€', '.'], "").parse::<u32>().ok();
            let prices: Vec<u32> = line.split(' ').filter(|w| w.starts_with('€')).filter_map(cents).collect();
            let shipping = if line.contains("Free shipping") { 0 } else { 1490 };
            found.push(prices.get(1).context("no price")? + shipping);
        }
        ensure!(found == [3_433, 4_166 + 1_490, 4_899], "read {found:?}");
        Ok(())
    }

    async fn debug(&mut self, site: &Fixtures) -> Result<()> {
        let page = self.call("browser_navigate", json!({ "url": site.url("/broken"), "tab": "t1" })).await?;
        let save = self.name(&page, "button", "Save draft")?;
        // Four tabs are open; only a ref says by itself in which.
        let arguments = match self.style {
            Style::Refs => json!({ "selector": save }),
            Style::Lines | Style::Words => json!({ "selector": save, "tab": "t1" }),
        };
        let clicked = self.call("browser_click", arguments).await?;
        for text in ["page error:", "TypeError", "/api/drafts/88 -> 422", "nothing visible changed"] {
            ensure!(clicked.text.contains(text), "the click's answer does not say {text:?}");
        }
        let line = clicked.text.lines().find_map(|l| l.strip_prefix("request ")).context("no request")?;
        let id = line.split(' ').next().unwrap_or_default().to_owned();
        let request = self.call("browser_inspect", json!({ "what": "requests", "id": id })).await?;
        ensure!(request.text.contains("missing field: sku"), "the reason is not told");
        ensure!(site.state().drafts_refused == 1, "{} drafts were refused", site.state().drafts_refused);
        Ok(())
    }
}
