//! `tabward setup` (PRJ-3).

use crate::kit::Home;

// PRJ-3
#[test]
fn prj_03_setup_finds_hosts_registers_and_undoes_itself() {
    let home = Home::new();
    let nothing = home.run(&["setup", "--dry-run"]);
    assert_eq!((nothing.code, nothing.out.trim()), (0, "no MCP host was found"));
    std::fs::create_dir_all(home.path().join(".cursor")).unwrap();
    std::fs::create_dir_all(home.path().join(".config/Code/User")).unwrap();
    std::fs::write(home.path().join(".claude.json"), "{\"theme\":\"dark\"}").unwrap();
    let dry = home.run(&["setup", "--dry-run"]);
    assert_eq!(dry.code, 0, "{dry:?}");
    for host in ["Claude Code", "Cursor", "VS Code"] {
        assert!(dry.out.contains(&format!("{host}: registered in")), "{}", dry.out);
    }
    assert!(!home.path().join(".cursor/mcp.json").exists());
    let undone = home.run(&["setup", "--undo"]);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(undone.out.contains("Cursor: nothing to change"), "{}", undone.out);
    let chinese =
        home.command(&["setup", "--dry-run", "--host", "cursor"]).env("LANG", "zh_CN.UTF-8").output().unwrap();
    let chinese = crate::kit::ran(chinese);
    assert!(chinese.out.starts_with("Cursor：已登记到"), "{}", chinese.out);
}
