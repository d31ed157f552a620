//! What needs neither hub nor browser: help, mistakes, settings, documents (PRJ-2).

use crate::kit::Home;

#[test]
fn help_and_version_go_to_standard_output() {
    let home = Home::new();
    for args in [&["--help"][..], &["help"], &["click", "--help"], &["browser_click", "--help"], &["hub", "--help"]] {
        let ran = home.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
        assert!(ran.out.contains("Usage"), "{args:?}: {}", ran.out);
        assert!(!ran.out.contains('\x1b'), "no colour off a terminal");
    }
    let help = home.run(&["--help"]).out;
    for word in
        ["open", "look", "click", "fill", "finish", "batch", "mcp", "doctor", "setup", "TABWARD_HOME", "Exit codes"]
    {
        assert!(help.contains(word), "{word}");
    }
    let version = home.run(&["--version"]);
    assert_eq!(version.out.trim(), format!("tabward {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_arguments_end_with_2_and_say_what_is_wrong() {
    let home = Home::new();
    for (args, word) in [
        (&["clik"][..], "click"),
        (&["click", "--indx", "1"], "--index"),
        (&["fill"], "FIELD=VALUE"),
        (&["fill", "e1"], "FIELD=VALUE"),
        (&["sessions", "close"], "PORT"),
        (&["sessions", "close", "x"], "PORT"),
        (&["mcp", "--tools", "all"], "core"),
        (&["open", "x", "--session", "fast"], "headless"),
    ] {
        let ran = home.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert!(ran.err.contains(word), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{args:?}");
    }
}

#[test]
fn a_malformed_settings_file_is_named_with_its_line() {
    let home = Home::new();
    let folder = home.path().join("tabward");
    std::fs::create_dir_all(&folder).unwrap();
    for (text, line, word) in [
        ("[tabs]\nlimit = 8\n[launch]\ntcp_prot = true\n", 4, "tcp_prot"),
        ("[tabs]\nlimit = \"many\"\n", 2, "string"),
        ("\n\n[tabs\n", 3, ""),
    ] {
        std::fs::write(folder.join("config.toml"), text).unwrap();
        let ran = home.run(&["hub", "status"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(&format!("config.toml:{line}: ")) && ran.err.contains(word), "{}", ran.err);
    }
}

#[test]
fn the_environment_is_checked_too() {
    let home = Home::new();
    let output = home.command(&["hub", "status"]).env("TABWARD_OUTPUT", "xml").output().unwrap();
    let ran = crate::kit::ran(output);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("TABWARD_OUTPUT=xml: text or json"), "{}", ran.err);
}

#[test]
fn no_hub_is_4_and_says_how_to_get_one() {
    let home = Home::new();
    let ran = home.run(&["hub", "status"]);
    assert_eq!(ran.code, 4, "{ran:?}");
    assert!(ran.out.starts_with("failed HUB_UNAVAILABLE: no hub is running"), "{}", ran.out);
    let json = home.run(&["hub", "status", "--json"]);
    assert_eq!(json.code, 4);
    let outcome: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&outcome["ok"], &outcome["error_code"]), (&false.into(), &"HUB_UNAVAILABLE".into()));
    assert_eq!(home.run(&["hub", "stop"]).code, 0, "stopping what does not run is done");
}

#[test]
fn completions_man_page_and_skill_are_printed() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = home.run(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("browser_click") && ran.out.len() > 1_000, "{shell}");
    }
    assert!(home.run(&["man"]).out.starts_with(".ie"));
    let stub = home.run(&["skill"]).out;
    assert!(stub.lines().count() <= 60 && stub.contains("name: tabward"));
    let full = home.run(&["skill", "--full"]).out;
    assert!(full.contains("## browser_fill_form") && full.contains("STALE_REF"));
}

#[test]
fn reference_pages_are_written_and_checked() {
    let home = Home::new();
    assert_eq!(home.run(&["docs", "d", "--check"]).code, 1);
    assert_eq!(home.run(&["docs", "d"]).code, 0);
    assert_eq!(home.run(&["docs", "d", "--check"]).code, 0);
    let tools = std::fs::read_to_string(home.path().join("d/tools.md")).unwrap();
    assert!(tools.contains("## browser_navigate") && tools.contains("## Common arguments"));
    let errors = std::fs::read_to_string(home.path().join("d/errors.md")).unwrap();
    assert!(errors.contains("| `STALE_REF` | document | no | 1 |"), "{errors}");
    assert!(home.path().join("d/schema/browser_click.input.json").exists());
    std::fs::write(home.path().join("d/errors.md"), "x").unwrap();
    let ran = home.run(&["docs", "d", "--check"]);
    assert!(ran.code == 1 && ran.err.contains("errors.md"), "{ran:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::new();
    let mut child = home.command(&["skill", "--full"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
