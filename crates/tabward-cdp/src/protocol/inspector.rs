// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Fired when remote debugging connection is about to be terminated. Contains detach reason.
/// (`Inspector.detached`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detached {
    /// The reason why connection has been terminated.
    pub reason: String,
}
impl crate::Event for Detached {
    const METHOD: &'static str = "Inspector.detached";
}

/// Enables inspector domain notifications. (`Inspector.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Enable {}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Inspector.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Fired when debugging target has crashed (`Inspector.targetCrashed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
pub struct TargetCrashed {}
impl crate::Event for TargetCrashed {
    const METHOD: &'static str = "Inspector.targetCrashed";
}
