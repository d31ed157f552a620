//! `tabward skill`: what an agent with a shell must know.

use std::fmt::Write as _;

use crate::cli;

/// The stub that is kept as a SKILL.md: at most 60 lines, so that it costs little to carry.
pub(crate) const STUB: &str = include_str!("skill.md");

/// The manual of this version: the stub, then every command with its arguments.
pub(crate) fn full() -> String {
    let mut out = String::from(STUB);
    out.push_str("\n# Commands\n");
    let tools = cli::registry();
    let mut tree = cli::tree(&tools).disable_help_flag(true);
    tree.build();
    for command in tree.get_subcommands_mut() {
        if command.is_hide_set() || command.get_name() == "help" {
            continue;
        }
        let name = command.get_name().to_owned();
        let help = command.clone().disable_help_flag(true).render_help().to_string();
        let _ = write!(out, "\n## {name}\n\n```\n{}\n```\n", help.trim_end());
    }
    out.push_str("\n# Error codes\n\n");
    for code in tabward_model::Code::ALL.iter().copied() {
        let _ = writeln!(out, "- `{code}`: {}", code.meaning());
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_stub_is_short() {
        assert!(super::STUB.lines().count() <= 60);
    }
}
