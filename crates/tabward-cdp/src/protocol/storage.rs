// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// Returns all browser cookies. (`Storage.getCookies`; needs `Storage`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookies {
    /// Browser context to use when called on the browser endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub browser_context_id: Option<super::browser::BrowserContextID>,
}
impl crate::command::Sealed for GetCookies {}
impl crate::Command for GetCookies {
    const METHOD: &'static str = "Storage.getCookies";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetCookiesReturns;
    type Capability = tabward_model::capability::Storage;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Storage.getCookies` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetCookiesReturns {
    /// Array of cookie objects.
    pub cookies: Vec<super::network::Cookie>,
}
