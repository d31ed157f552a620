//! The tree of commands: fixed ones, and one per tool, made from the registry.

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};
use tabward_hub::tools::{self, Listed, Profile};

use super::arguments;
use super::verbs::{VERBS, Verb};
use crate::config::VARIABLES;

/// A tool call that was typed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Typed {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Map<String, Value>,
}

/// All tools with all their arguments.
pub(crate) fn registry() -> Vec<Listed> {
    tools::listing(Profile::Full)
}

/// The tools that a command line needs: the one that it names, none for a fixed command, all where help may be asked for.
/// Schemas of all tools and the tree of all their arguments take 4 ms, a third of what a short call takes.
pub(crate) fn needed(arguments: impl Iterator<Item = OsString>) -> Vec<Listed> {
    let words: Vec<OsString> = arguments.skip(1).collect();
    let Some(word) = words.iter().filter_map(|word| word.to_str()).find(|word| !word.starts_with('-')) else {
        return registry();
    };
    let name = match VERBS.iter().find(|verb| verb.name == word) {
        Some(verb) => verb.tool.to_owned(),
        None if word == "fill" => "browser_fill_form".to_owned(),
        None => word.replace('-', "_"),
    };
    if let Some(tool) = tools::TOOLS.iter().find(|tool| tool.name == name) {
        return vec![tools::listed(tool, Profile::Full)];
    }
    // Without tools the tree holds just the commands that stand for none.
    if tree(&[]).find_subcommand(word).is_some() { Vec::new() } else { registry() }
}

/// The command line of these tools.
pub(crate) fn tree(tools: &[Listed]) -> Command {
    Command::new("tabward")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A browser runtime for agents: real browsers, true answers, nothing left behind")
        .after_help(environment())
        .arg_required_else_help(true)
        .subcommand_required(true)
        .infer_subcommands(false)
        .max_term_width(100)
        .arg(
            Arg::new("json")
                .long("json")
                .global(true)
                .action(ArgAction::SetTrue)
                .help("Print the whole outcome as one line of JSON"),
        )
        .subcommands(VERBS.iter().filter_map(|verb| verb_command(verb, tools)))
        .subcommands(fill_command(tools))
        .subcommand(
            Command::new("batch")
                .about("Run calls from standard input, one a line, until one fails")
                .long_about(
                    "Run calls from standard input, one a line, until one fails. A line is a command (click e12) or JSON \
                     ({\"tool\":\"browser_click\",\"selector\":\"e12\"}). Empty lines and lines that start with # are skipped.",
                )
                .arg(Arg::new("task").long("task").value_name("NAME").help("For calls that name no task")),
        )
        .subcommand(
            Command::new("mcp")
                .about("Serve an MCP host over standard input and output")
                .arg(choice("surface", &["browser"]).help("Which family of tools"))
                .arg(choice("tools", &["core", "full", "contract"]).help("Which tools are listed; all can be called"))
                .arg(choice("output", &["text", "json"]).help("Form of answers; contract implies json")),
        )
        .subcommand(
            Command::new("hub")
                .about("The process that holds the browsers")
                .arg_required_else_help(true)
                .subcommand(Command::new("start").about("Start the hub if it does not run"))
                .subcommand(
                    Command::new("stop")
                        .about("Stop the hub; browsers live on for two minutes, so that another hub can take them back")
                        .arg(
                            Arg::new("browsers")
                                .long("browsers")
                                .action(ArgAction::SetTrue)
                                .help("End the browsers that tabward launched too"),
                        ),
                )
                .subcommand(Command::new("status").about("What the hub holds"))
                .subcommand(
                    Command::new("run")
                        .about("Run the hub in the foreground")
                        .arg(
                            Arg::new("http")
                                .long("http")
                                .value_name("PORT")
                                .num_args(0..=1)
                                .default_missing_value("0")
                                .value_parser(clap::value_parser!(u16))
                                .help("Open the MCP door on this loopback port too (without a number: any free one)"),
                        )
                        .arg(Arg::new("ready").long("ready-on-stdout").action(ArgAction::SetTrue).hide(true)),
                ),
        )
        .subcommand(sessions_command())
        .subcommand(Command::new("doctor").about("Find what is wrong, and say what mends it"))
        .subcommand(
            Command::new("setup")
                .about("Register tabward with the MCP hosts found on this machine")
                .arg(Arg::new("undo").long("undo").action(ArgAction::SetTrue).help("Remove what setup wrote"))
                .arg(Arg::new("dry-run").long("dry-run").action(ArgAction::SetTrue).help("Change nothing, say what would"))
                .arg(
                    Arg::new("host")
                        .long("host")
                        .action(ArgAction::Append)
                        .value_name("HOST")
                        .value_parser(crate::setup::names())
                        .help("Only this host; may be given several times"),
                ),
        )
        .subcommand(
            Command::new("skill")
                .about("Print a SKILL.md for agents that use the command line")
                .arg(Arg::new("full").long("full").action(ArgAction::SetTrue).help("The manual of this version")),
        )
        .subcommand(
            Command::new("completions")
                .about("Print completions for a shell")
                .arg(Arg::new("shell").required(true).value_parser(clap::value_parser!(clap_complete::Shell))),
        )
        .subcommand(Command::new("man").about("Print the man page"))
        .subcommand(
            Command::new("docs")
                .hide(true)
                .about("Write docs/tools.md, docs/errors.md and the JSON schemas")
                .arg(Arg::new("folder").default_value("docs"))
                .arg(Arg::new("check").long("check").action(ArgAction::SetTrue)),
        )
        .subcommand(Command::new("keeper").hide(true).arg(Arg::new("rest").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true)))
        .subcommands(tools.iter().map(tool_command))
}

fn choice(name: &'static str, values: &'static [&'static str]) -> Arg {
    Arg::new(name).long(name).value_name("CHOICE").value_parser(values.to_vec())
}

fn environment() -> String {
    let width = VARIABLES.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines: Vec<String> = VARIABLES.iter().map(|(name, what)| format!("  {name:width$}  {what}")).collect();
    format!(
        "Exit codes: 0 ok, 1 failed, 2 wrong arguments, 3 a person is needed or refused, 4 no browser or hub, \
         5 waiting or partial.\n\nEnvironment:\n{}",
        lines.join("\n")
    )
}

fn sessions_command() -> Command {
    Command::new("sessions")
        .about("Browsers that tabward launched or attached to")
        .arg_required_else_help(true)
        .subcommand(
            Command::new("list").about("List them").arg(
                Arg::new("probe")
                    .long("probe")
                    .action(ArgAction::Append)
                    .value_name("[HOST:]PORT")
                    .help("Look at this port too; may be given several times"),
            ),
        )
        .subcommand(
            Command::new("close")
                .about("Close one, or all of them")
                .arg(Arg::new("port").value_name("[HOST:]PORT").required_unless_present("all"))
                .arg(Arg::new("all").long("all").action(ArgAction::SetTrue).conflicts_with("port").help("All of them"))
                .arg(
                    Arg::new("keep-process")
                        .long("keep-process")
                        .action(ArgAction::SetTrue)
                        .help("Let go of the browser and leave it running"),
                ),
        )
        .subcommand(Command::new("prune").about("Forget records of browsers that have ended"))
}

fn tool_command(tool: &Listed) -> Command {
    let command = Command::new(tool.name)
        .alias(tool.name.replace('_', "-"))
        .about(tool.description.clone())
        .next_help_heading("Arguments");
    arguments::add(command, &tool.input_schema, &required(tool))
}

/// A tool's required arguments that are plain strings may be given by their place.
fn required(tool: &Listed) -> Vec<&str> {
    let plain = |name: &&str| {
        tool.input_schema.get("properties").and_then(|properties| properties.get(*name)).is_some_and(|property| {
            property.get("type").is_some_and(|kind| kind == "string") || property.get("enum").is_some()
        })
    };
    let names = tool.input_schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).filter(plain).collect()
}

fn verb_command(verb: &Verb, tools: &[Listed]) -> Option<Command> {
    let tool = tools.iter().find(|tool| tool.name == verb.tool)?;
    Some(arguments::add(Command::new(verb.name).about(verb.about), &tool.input_schema, verb.places))
}

fn fill_command(tools: &[Listed]) -> Option<Command> {
    let tool = tools.iter().find(|tool| tool.name == "browser_fill_form")?;
    let mut schema = tool.input_schema.clone();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove("fields");
    }
    let command = Command::new("fill").about("Set one or more fields: fill e1=Ana e2=true --submit e3").arg(
        Arg::new("assignments")
            .value_name("FIELD=VALUE")
            .num_args(1..)
            .required(true)
            .help("A selector and what the field shall hold"),
    );
    Some(arguments::add(command, &schema, &[]))
}

/// The tool call that a sub-command stands for; none for the fixed commands.
pub(crate) fn typed(tools: &[Listed], name: &str, matches: &ArgMatches) -> Result<Option<Typed>, String> {
    let find = |name: &str| tools.iter().find(|tool| tool.name == name);
    if let Some(tool) = find(name) {
        let arguments = arguments::read(matches, &tool.input_schema, &required(tool))?;
        return Ok(Some(Typed { tool: tool.name, arguments }));
    }
    if name == "fill" {
        let Some(tool) = find("browser_fill_form") else { return Ok(None) };
        let mut schema = tool.input_schema.clone();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.remove("fields");
        }
        let mut given = arguments::read(matches, &schema, &[])?;
        let fields: Result<Vec<Value>, String> = matches
            .get_many::<String>("assignments")
            .into_iter()
            .flatten()
            .map(|text| {
                let (selector, value) = arguments::assignment(text)?;
                Ok(Value::Object(Map::from_iter([
                    ("selector".to_owned(), Value::String(selector)),
                    ("value".to_owned(), value),
                ])))
            })
            .collect();
        given.insert("fields".to_owned(), Value::Array(fields?));
        return Ok(Some(Typed { tool: tool.name, arguments: given }));
    }
    let Some(verb) = VERBS.iter().find(|verb| verb.name == name) else { return Ok(None) };
    let Some(tool) = find(verb.tool) else { return Ok(None) };
    let mut given = arguments::read(matches, &tool.input_schema, verb.places)?;
    for (name, value) in verb.fixed {
        given.entry(*name).or_insert_with(|| Value::String((*value).to_owned()));
    }
    Ok(Some(Typed { tool: tool.name, arguments: given }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(tools: &[Listed], name: &str) -> Option<String> {
        tree(tools).find_subcommand(name).map(|command| command.clone().render_long_help().to_string())
    }

    #[test]
    fn what_a_command_line_needs_is_enough_to_read_it() {
        let all = registry();
        let whole = tree(&all);
        let mut built = 0;
        for command in whole.get_subcommands() {
            for name in std::iter::once(command.get_name()).chain(command.get_all_aliases()) {
                let words = ["tabward", "--json", name].map(OsString::from);
                let few = needed(words.into_iter());
                assert!(few.len() <= 1, "{name} needs {}", few.len());
                assert_eq!(read_as(&few, name), read_as(&all, name), "{name}");
                built += 1;
            }
        }
        assert!(built > all.len());
        for other in ["help", "clik", "--help"] {
            assert_eq!(needed(["tabward", other].map(OsString::from).into_iter()).len(), all.len(), "{other}");
        }
    }
}
