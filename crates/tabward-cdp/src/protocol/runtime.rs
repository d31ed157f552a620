// Written by `cargo xtask codegen` from protocol.toml; do not edit.

//! What is used of this domain.

/// If executionContextId is empty, adds binding with the given name on the global objects of all
/// inspected contexts, including those created later, bindings survive reloads. Binding function
/// takes exactly one argument, this argument should be string, in case of any other input, function
/// throws an exception. Each binding function call produces Runtime.bindingCalled notification.
/// (`Runtime.addBinding`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddBinding {
    /// `name`.
    pub name: String,
    /// If specified, the binding is exposed to the executionContext with matching name, even for
    /// contexts created after the binding is added. See also `ExecutionContext.name` and `worldName`
    /// parameter to `Page.addScriptToEvaluateOnNewDocument`. This parameter is mutually exclusive with
    /// `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_name: Option<String>,
}
impl AddBinding {
    /// With what must be given; all else is absent.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), execution_context_name: None }
    }
}
impl crate::command::Sealed for AddBinding {}
impl crate::Command for AddBinding {
    const METHOD: &'static str = "Runtime.addBinding";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// If executionContextId is empty, adds binding with the given name on the global objects of all
/// inspected contexts, including those created later, bindings survive reloads. Binding function
/// takes exactly one argument, this argument should be string, in case of any other input, function
/// throws an exception. Each binding function call produces Runtime.bindingCalled notification.
/// (`Runtime.addBinding`; needs `Hold`. In isolated worlds of that name only.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddOurBinding {
    /// `name`.
    pub name: String,
    /// If specified, the binding is exposed to the executionContext with matching name, even for
    /// contexts created after the binding is added. See also `ExecutionContext.name` and `worldName`
    /// parameter to `Page.addScriptToEvaluateOnNewDocument`. This parameter is mutually exclusive with
    /// `executionContextId`.
    pub execution_context_name: String,
}
impl AddOurBinding {
    /// With what must be given; all else is absent.
    pub fn new(name: impl Into<String>, execution_context_name: impl Into<String>) -> Self {
        Self { name: name.into(), execution_context_name: execution_context_name.into() }
    }
}
impl crate::command::Sealed for AddOurBinding {}
impl crate::Command for AddOurBinding {
    const METHOD: &'static str = "Runtime.addBinding";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::not_empty("executionContextName", &self.execution_context_name)?;
        Ok(())
    }
}

/// Notification is issued every time when binding is called. (`Runtime.bindingCalled`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BindingCalled {
    /// `name`.
    pub name: String,
    /// `payload`.
    pub payload: String,
    /// Identifier of the context where the call was made.
    pub execution_context_id: ExecutionContextId,
}
impl crate::Event for BindingCalled {
    const METHOD: &'static str = "Runtime.bindingCalled";
}

/// Represents function call argument. Either remote object id `objectId`, primitive `value`,
/// unserializable primitive value or neither of (for undefined) them should be specified.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallArgument {
    /// Primitive value or serializable javascript object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<serde_json::value::RawValue>>,
    /// Primitive value which can not be JSON-stringified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unserializable_value: Option<UnserializableValue>,
    /// Remote object handle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
}

/// Stack entry for runtime errors and assertions.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFrame {
    /// JavaScript function name.
    pub function_name: String,
    /// JavaScript script id.
    pub script_id: ScriptId,
    /// JavaScript script name or url.
    pub url: String,
    /// JavaScript script line number (0-based).
    pub line_number: i64,
    /// JavaScript script column number (0-based).
    pub column_number: i64,
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object. (`Runtime.callFunctionOn`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOn {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Identifier of the object to call function on. Either objectId or executionContextId should be
    /// specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_id: Option<RemoteObjectId>,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value. Can be
    /// overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<ExecutionContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not specified
    /// and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on. Compared to contextId
    /// that may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental function call in context different than intended (e.g. as a result of
    /// navigation across process boundaries). This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}
impl CallFunctionOn {
    /// With what must be given; all else is absent.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            object_id: None,
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for CallFunctionOn {}
impl crate::Command for CallFunctionOn {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CallFunctionOnReturns;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Runtime.callFunctionOn` returns.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallFunctionOnReturns {
    /// Call result.
    pub result: RemoteObject,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object. (`Runtime.callFunctionOn`; needs `Read`. In our isolated world
/// only.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallOurs {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value. Can be
    /// overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<crate::OurContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not specified
    /// and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on. Compared to contextId
    /// that may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental function call in context different than intended (e.g. as a result of
    /// navigation across process boundaries). This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl CallOurs {
    /// With what must be given; all else is absent.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for CallOurs {}
impl crate::Command for CallOurs {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CallFunctionOnReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["executionContextId", "uniqueContextId"],
            self.execution_context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object. (`Runtime.callFunctionOn`; needs `Act`. In our isolated world
/// only: interceptors, selections.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallOursToAct {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value. Can be
    /// overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<crate::OurContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not specified
    /// and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on. Compared to contextId
    /// that may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental function call in context different than intended (e.g. as a result of
    /// navigation across process boundaries). This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl CallOursToAct {
    /// With what must be given; all else is absent.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for CallOursToAct {}
impl crate::Command for CallOursToAct {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CallFunctionOnReturns;
    type Capability = tabward_model::capability::Act;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["executionContextId", "uniqueContextId"],
            self.execution_context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object. (`Runtime.callFunctionOn`; needs `CleanUp`. In our isolated
/// world only: to take interceptors and observers away.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallOursToCleanUp {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value. Can be
    /// overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<crate::OurContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not specified
    /// and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on. Compared to contextId
    /// that may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental function call in context different than intended (e.g. as a result of
    /// navigation across process boundaries). This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl CallOursToCleanUp {
    /// With what must be given; all else is absent.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for CallOursToCleanUp {}
impl crate::Command for CallOursToCleanUp {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CallFunctionOnReturns;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["executionContextId", "uniqueContextId"],
            self.execution_context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// Calls function with given declaration on the given object. Object group of the result is
/// inherited from the target object. (`Runtime.callFunctionOn`; needs `Hold`. In our isolated world
/// only: to install our scripts and observers.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallOursToHold {
    /// Declaration of the function to call.
    pub function_declaration: String,
    /// Call arguments. All call arguments must belong to the same JavaScript world as the target object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<CallArgument>>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Whether the result is expected to be a JSON object which should be sent by value. Can be
    /// overriden by `serializationOptions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Specifies execution context which global object will be used to call function on. Either
    /// executionContextId or objectId should be specified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_context_id: Option<crate::OurContextId>,
    /// Symbolic group name that can be used to release multiple objects. If objectGroup is not specified
    /// and objectId is, objectGroup will be inherited from object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// An alternative way to specify the execution context to call function on. Compared to contextId
    /// that may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental function call in context different than intended (e.g. as a result of
    /// navigation across process boundaries). This is mutually exclusive with `executionContextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl CallOursToHold {
    /// With what must be given; all else is absent.
    pub fn new(function_declaration: impl Into<String>) -> Self {
        Self {
            function_declaration: function_declaration.into(),
            arguments: None,
            silent: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            execution_context_id: None,
            object_group: None,
            throw_on_side_effect: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for CallOursToHold {}
impl crate::Command for CallOursToHold {
    const METHOD: &'static str = "Runtime.callFunctionOn";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = CallFunctionOnReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["executionContextId", "uniqueContextId"],
            self.execution_context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// Issued when console API was called. (`Runtime.consoleAPICalled`.)
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleAPICalled {
    /// Type of the call.
    pub r#type: ConsoleAPICalledType,
    /// Call arguments.
    pub args: Vec<RemoteObject>,
    /// Identifier of the context where the call was made.
    pub execution_context_id: ExecutionContextId,
    /// Call timestamp.
    pub timestamp: Timestamp,
    /// Stack trace captured when the call was made. The async stack chain is automatically reported for
    /// the following call types: `assert`, `error`, `trace`, `warning`. For other types the async call
    /// chain can be retrieved using `Debugger.getStackTrace` and `stackTrace.parentId` field.
    pub stack_trace: Option<StackTrace>,
    /// Console context descriptor for calls on non-default console context (not `console.*`):
    /// 'anonymous#unique-logger-id' for call on unnamed context, 'name#unique-logger-id' for call on
    /// named context.
    pub context: Option<String>,
}
impl crate::Event for ConsoleAPICalled {
    const METHOD: &'static str = "Runtime.consoleAPICalled";
}

/// `type` of `Runtime.consoleAPICalled`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum ConsoleAPICalledType {
    /// `log`.
    #[serde(rename = "log")]
    Log,
    /// `debug`.
    #[serde(rename = "debug")]
    Debug,
    /// `info`.
    #[serde(rename = "info")]
    Info,
    /// `error`.
    #[serde(rename = "error")]
    Error,
    /// `warning`.
    #[serde(rename = "warning")]
    Warning,
    /// `dir`.
    #[serde(rename = "dir")]
    Dir,
    /// `dirxml`.
    #[serde(rename = "dirxml")]
    Dirxml,
    /// `table`.
    #[serde(rename = "table")]
    Table,
    /// `trace`.
    #[serde(rename = "trace")]
    Trace,
    /// `clear`.
    #[serde(rename = "clear")]
    Clear,
    /// `startGroup`.
    #[serde(rename = "startGroup")]
    StartGroup,
    /// `startGroupCollapsed`.
    #[serde(rename = "startGroupCollapsed")]
    StartGroupCollapsed,
    /// `endGroup`.
    #[serde(rename = "endGroup")]
    EndGroup,
    /// `assert`.
    #[serde(rename = "assert")]
    Assert,
    /// `profile`.
    #[serde(rename = "profile")]
    Profile,
    /// `profileEnd`.
    #[serde(rename = "profileEnd")]
    ProfileEnd,
    /// `count`.
    #[serde(rename = "count")]
    Count,
    /// `timeEnd`.
    #[serde(rename = "timeEnd")]
    TimeEnd,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl ConsoleAPICalledType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Log => "log",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Dir => "dir",
            Self::Dirxml => "dirxml",
            Self::Table => "table",
            Self::Trace => "trace",
            Self::Clear => "clear",
            Self::StartGroup => "startGroup",
            Self::StartGroupCollapsed => "startGroupCollapsed",
            Self::EndGroup => "endGroup",
            Self::Assert => "assert",
            Self::Profile => "profile",
            Self::ProfileEnd => "profileEnd",
            Self::Count => "count",
            Self::TimeEnd => "timeEnd",
            Self::UnknownValue(value) => value,
        }
    }
}

/// Disables reporting of execution contexts creation. (`Runtime.disable`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Disable {}
impl crate::command::Sealed for Disable {}
impl crate::Command for Disable {
    const METHOD: &'static str = "Runtime.disable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Enables reporting of execution contexts creation by means of `executionContextCreated` event.
/// When the reporting gets enabled the event will be sent immediately for each existing execution
/// context. (`Runtime.enable`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct Enable {}
impl crate::command::Sealed for Enable {}
impl crate::Command for Enable {
    const METHOD: &'static str = "Runtime.enable";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Evaluates expression on global object. (`Runtime.evaluate`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    /// Expression to evaluate.
    pub expression: String,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Specifies in which execution context to perform evaluation. If the parameter is omitted the
    /// evaluation will be performed in the context of the inspected page. This is mutually exclusive
    /// with `uniqueContextId`, which offers an alternative way to identify the execution context that is
    /// more reliable in a multi-process environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<ExecutionContextId>,
    /// Whether the result is expected to be a JSON object that should be sent by value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation. This implies
    /// `disableBreaks` below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// Terminate execution after timing out (number of milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeDelta>,
    /// Disable breakpoints during execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_breaks: Option<bool>,
    /// The Content Security Policy (CSP) for the target might block 'unsafe-eval' which includes eval(),
    /// Function(), setTimeout() and setInterval() when called with non-callable arguments. This flag
    /// bypasses CSP for this evaluation and allows unsafe-eval. Defaults to true.
    #[serde(rename = "allowUnsafeEvalBlockedByCSP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unsafe_eval_blocked_by_csp: Option<bool>,
    /// An alternative way to specify the execution context to evaluate in. Compared to contextId that
    /// may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental evaluation of the expression in context different than intended (e.g. as a
    /// result of navigation across process boundaries). This is mutually exclusive with `contextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<String>,
}
impl Evaluate {
    /// With what must be given; all else is absent.
    pub fn new(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            object_group: None,
            silent: None,
            context_id: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for Evaluate {}
impl crate::Command for Evaluate {
    const METHOD: &'static str = "Runtime.evaluate";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = EvaluateReturns;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Evaluates expression on global object. (`Runtime.evaluate`; needs `Read`. In our isolated world
/// only.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateOurs {
    /// Expression to evaluate.
    pub expression: String,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Specifies in which execution context to perform evaluation. If the parameter is omitted the
    /// evaluation will be performed in the context of the inspected page. This is mutually exclusive
    /// with `uniqueContextId`, which offers an alternative way to identify the execution context that is
    /// more reliable in a multi-process environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<crate::OurContextId>,
    /// Whether the result is expected to be a JSON object that should be sent by value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation. This implies
    /// `disableBreaks` below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// Terminate execution after timing out (number of milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeDelta>,
    /// Disable breakpoints during execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_breaks: Option<bool>,
    /// The Content Security Policy (CSP) for the target might block 'unsafe-eval' which includes eval(),
    /// Function(), setTimeout() and setInterval() when called with non-callable arguments. This flag
    /// bypasses CSP for this evaluation and allows unsafe-eval. Defaults to true.
    #[serde(rename = "allowUnsafeEvalBlockedByCSP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unsafe_eval_blocked_by_csp: Option<bool>,
    /// An alternative way to specify the execution context to evaluate in. Compared to contextId that
    /// may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental evaluation of the expression in context different than intended (e.g. as a
    /// result of navigation across process boundaries). This is mutually exclusive with `contextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl EvaluateOurs {
    /// With what must be given; all else is absent.
    pub fn new(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            object_group: None,
            silent: None,
            context_id: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for EvaluateOurs {}
impl crate::Command for EvaluateOurs {
    const METHOD: &'static str = "Runtime.evaluate";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = EvaluateReturns;
    type Capability = tabward_model::capability::Read;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["contextId", "uniqueContextId"],
            self.context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// Evaluates expression on global object. (`Runtime.evaluate`; needs `Hold`. In our isolated world
/// only: to install our scripts.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateOursToHold {
    /// Expression to evaluate.
    pub expression: String,
    /// Symbolic group name that can be used to release multiple objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object_group: Option<String>,
    /// In silent mode exceptions thrown during evaluation are not reported and do not pause execution.
    /// Overrides `setPauseOnException` state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// Specifies in which execution context to perform evaluation. If the parameter is omitted the
    /// evaluation will be performed in the context of the inspected page. This is mutually exclusive
    /// with `uniqueContextId`, which offers an alternative way to identify the execution context that is
    /// more reliable in a multi-process environment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<crate::OurContextId>,
    /// Whether the result is expected to be a JSON object that should be sent by value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_by_value: Option<bool>,
    /// Whether preview should be generated for the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// Whether execution should be treated as initiated by user in the UI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_gesture: Option<bool>,
    /// Whether execution should `await` for resulting value and return once awaited promise is resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub await_promise: Option<bool>,
    /// Whether to throw an exception if side effect cannot be ruled out during evaluation. This implies
    /// `disableBreaks` below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw_on_side_effect: Option<bool>,
    /// Terminate execution after timing out (number of milliseconds).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<TimeDelta>,
    /// Disable breakpoints during execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disable_breaks: Option<bool>,
    /// The Content Security Policy (CSP) for the target might block 'unsafe-eval' which includes eval(),
    /// Function(), setTimeout() and setInterval() when called with non-callable arguments. This flag
    /// bypasses CSP for this evaluation and allows unsafe-eval. Defaults to true.
    #[serde(rename = "allowUnsafeEvalBlockedByCSP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unsafe_eval_blocked_by_csp: Option<bool>,
    /// An alternative way to specify the execution context to evaluate in. Compared to contextId that
    /// may be reused across processes, this is guaranteed to be system-unique, so it can be used to
    /// prevent accidental evaluation of the expression in context different than intended (e.g. as a
    /// result of navigation across process boundaries). This is mutually exclusive with `contextId`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_context_id: Option<crate::OurUniqueContextId>,
}
impl EvaluateOursToHold {
    /// With what must be given; all else is absent.
    pub fn new(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            object_group: None,
            silent: None,
            context_id: None,
            return_by_value: None,
            generate_preview: None,
            user_gesture: None,
            await_promise: None,
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
        }
    }
}
impl crate::command::Sealed for EvaluateOursToHold {}
impl crate::Command for EvaluateOursToHold {
    const METHOD: &'static str = "Runtime.evaluate";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = EvaluateReturns;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        crate::rules::any_of(
            &["contextId", "uniqueContextId"],
            self.context_id.is_some() || self.unique_context_id.is_some(),
        )?;
        Ok(())
    }
}

/// What `Runtime.evaluate` returns.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateReturns {
    /// Evaluation result.
    pub result: RemoteObject,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

/// Detailed information about exception (or error) that was thrown during script compilation or
/// execution.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    /// Exception id.
    pub exception_id: i64,
    /// Exception text, which should be used together with exception object when available.
    pub text: String,
    /// Line number of the exception location (0-based).
    pub line_number: i64,
    /// Column number of the exception location (0-based).
    pub column_number: i64,
    /// Script ID of the exception location.
    pub script_id: Option<ScriptId>,
    /// URL of the exception location, to be used when the script was not reported.
    pub url: Option<String>,
    /// JavaScript stack trace if available.
    pub stack_trace: Option<StackTrace>,
    /// Exception object if available.
    pub exception: Option<RemoteObject>,
    /// Identifier of the context where exception happened.
    pub execution_context_id: Option<ExecutionContextId>,
}

/// Issued when exception was thrown and unhandled. (`Runtime.exceptionThrown`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionThrown {
    /// Timestamp of the exception.
    pub timestamp: Timestamp,
    /// `exceptionDetails`.
    pub exception_details: ExceptionDetails,
}
impl crate::Event for ExceptionThrown {
    const METHOD: &'static str = "Runtime.exceptionThrown";
}

/// Issued when new execution context is created. (`Runtime.executionContextCreated`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextCreated {
    /// A newly created execution context.
    pub context: ExecutionContextDescription,
}
impl crate::Event for ExecutionContextCreated {
    const METHOD: &'static str = "Runtime.executionContextCreated";
}

/// Description of an isolated world.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextDescription {
    /// Unique id of the execution context. It can be used to specify in which execution context script
    /// evaluation should be performed.
    pub id: ExecutionContextId,
    /// Execution context origin.
    pub origin: String,
    /// Human readable name describing given context.
    pub name: String,
    /// A system-unique execution context identifier. Unlike the id, this is unique across multiple
    /// processes, so can be reliably used to identify specific context while backend performs a
    /// cross-process navigation.
    pub unique_id: String,
    /// Embedder-specific auxiliary data likely matching {isDefault: boolean, type:
    /// 'default'|'isolated'|'worker', frameId: string}
    pub aux_data: Option<Box<serde_json::value::RawValue>>,
}

/// Issued when execution context is destroyed. (`Runtime.executionContextDestroyed`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionContextDestroyed {
    /// Unique Id of the destroyed context
    pub execution_context_unique_id: String,
}
impl crate::Event for ExecutionContextDestroyed {
    const METHOD: &'static str = "Runtime.executionContextDestroyed";
}

/// Id of an execution context.
#[derive(Debug, Clone, Default, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct ExecutionContextId(pub i64);

/// Issued when all executionContexts were cleared in browser (`Runtime.executionContextsCleared`.)
#[derive(Debug, Clone, Default, serde::Deserialize)]
pub struct ExecutionContextsCleared {}
impl crate::Event for ExecutionContextsCleared {
    const METHOD: &'static str = "Runtime.executionContextsCleared";
}

/// Returns properties of a given object. Object group of the result is inherited from the target
/// object. (`Runtime.getProperties`; needs `Script`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetProperties {
    /// Identifier of the object to return properties for.
    pub object_id: RemoteObjectId,
    /// If true, returns properties belonging only to the element itself, not to its prototype chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_properties: Option<bool>,
    /// If true, returns accessor properties (with getter/setter) only; internal properties are not
    /// returned either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accessor_properties_only: Option<bool>,
    /// Whether preview should be generated for the results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_preview: Option<bool>,
    /// If true, returns non-indexed properties only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub non_indexed_properties_only: Option<bool>,
}
impl GetProperties {
    /// With what must be given; all else is absent.
    pub fn new(object_id: RemoteObjectId) -> Self {
        Self {
            object_id,
            own_properties: None,
            accessor_properties_only: None,
            generate_preview: None,
            non_indexed_properties_only: None,
        }
    }
}
impl crate::command::Sealed for GetProperties {}
impl crate::Command for GetProperties {
    const METHOD: &'static str = "Runtime.getProperties";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = GetPropertiesReturns;
    type Capability = tabward_model::capability::Script;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// What `Runtime.getProperties` returns.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GetPropertiesReturns {
    /// Object properties.
    pub result: Vec<PropertyDescriptor>,
    /// Internal object properties (only of the element itself).
    pub internal_properties: Option<Vec<InternalPropertyDescriptor>>,
    /// Object private properties.
    pub private_properties: Option<Vec<PrivatePropertyDescriptor>>,
    /// Exception details.
    pub exception_details: Option<ExceptionDetails>,
}

/// Object internal property descriptor. This property isn't normally visible in JavaScript code.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InternalPropertyDescriptor {
    /// Conventional property name.
    pub name: String,
    /// The value associated with the property.
    pub value: Option<RemoteObject>,
}

/// Object private field descriptor.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PrivatePropertyDescriptor {
    /// Private property name.
    pub name: String,
    /// The value associated with the private property.
    pub value: Option<RemoteObject>,
    /// A function which serves as a getter for the private property, or `undefined` if there is no
    /// getter (accessor descriptors only).
    pub get: Option<RemoteObject>,
    /// A function which serves as a setter for the private property, or `undefined` if there is no
    /// setter (accessor descriptors only).
    pub set: Option<RemoteObject>,
}

/// Object property descriptor.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PropertyDescriptor {
    /// Property name or symbol description.
    pub name: String,
    /// The value associated with the property.
    pub value: Option<RemoteObject>,
    /// True if the value associated with the property may be changed (data descriptors only).
    pub writable: Option<bool>,
    /// A function which serves as a getter for the property, or `undefined` if there is no getter
    /// (accessor descriptors only).
    pub get: Option<RemoteObject>,
    /// A function which serves as a setter for the property, or `undefined` if there is no setter
    /// (accessor descriptors only).
    pub set: Option<RemoteObject>,
    /// True if the type of this property descriptor may be changed and if the property may be deleted
    /// from the corresponding object.
    pub configurable: bool,
    /// True if this property shows up during enumeration of the properties on the corresponding object.
    pub enumerable: bool,
    /// True if the result was thrown during the evaluation.
    pub was_thrown: Option<bool>,
    /// True if the property is owned for the object.
    pub is_own: Option<bool>,
    /// Property symbol object, if the property is of the `symbol` type.
    pub symbol: Option<RemoteObject>,
}

/// Releases remote object with given id. (`Runtime.releaseObject`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObject {
    /// Identifier of the object to release.
    pub object_id: RemoteObjectId,
}
impl ReleaseObject {
    /// With what must be given; all else is absent.
    pub fn new(object_id: RemoteObjectId) -> Self {
        Self { object_id }
    }
}
impl crate::command::Sealed for ReleaseObject {}
impl crate::Command for ReleaseObject {
    const METHOD: &'static str = "Runtime.releaseObject";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Releases all remote objects that belong to a given group. (`Runtime.releaseObjectGroup`; needs
/// `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseObjectGroup {
    /// Symbolic object group name.
    pub object_group: String,
}
impl ReleaseObjectGroup {
    /// With what must be given; all else is absent.
    pub fn new(object_group: impl Into<String>) -> Self {
        Self { object_group: object_group.into() }
    }
}
impl crate::command::Sealed for ReleaseObjectGroup {}
impl crate::Command for ReleaseObjectGroup {
    const METHOD: &'static str = "Runtime.releaseObjectGroup";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Mirror object referencing original JavaScript object.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteObject {
    /// Object type.
    pub r#type: RemoteObjectType,
    /// Object subtype hint. Specified for `object` type values only. NOTE: If you change anything here,
    /// make sure to also update `subtype` in `ObjectPreview` and `PropertyPreview` below.
    pub subtype: Option<RemoteObjectSubtype>,
    /// Object class (constructor) name. Specified for `object` type values only.
    pub class_name: Option<String>,
    /// Remote object value in case of primitive values or JSON values (if it was requested).
    pub value: Option<Box<serde_json::value::RawValue>>,
    /// Primitive value which can not be JSON-stringified does not have `value`, but gets this property.
    pub unserializable_value: Option<UnserializableValue>,
    /// String representation of the object.
    pub description: Option<String>,
    /// Unique object identifier (for non-primitive values).
    pub object_id: Option<RemoteObjectId>,
}

/// Unique object identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct RemoteObjectId(pub String);
impl RemoteObjectId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for RemoteObjectId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for RemoteObjectId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for RemoteObjectId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// `subtype` of `Runtime.RemoteObject`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum RemoteObjectSubtype {
    /// `array`.
    #[serde(rename = "array")]
    Array,
    /// `null`.
    #[serde(rename = "null")]
    Null,
    /// `node`.
    #[serde(rename = "node")]
    Node,
    /// `regexp`.
    #[serde(rename = "regexp")]
    Regexp,
    /// `date`.
    #[serde(rename = "date")]
    Date,
    /// `map`.
    #[serde(rename = "map")]
    Map,
    /// `set`.
    #[serde(rename = "set")]
    Set,
    /// `weakmap`.
    #[serde(rename = "weakmap")]
    Weakmap,
    /// `weakset`.
    #[serde(rename = "weakset")]
    Weakset,
    /// `iterator`.
    #[serde(rename = "iterator")]
    Iterator,
    /// `generator`.
    #[serde(rename = "generator")]
    Generator,
    /// `error`.
    #[serde(rename = "error")]
    Error,
    /// `proxy`.
    #[serde(rename = "proxy")]
    Proxy,
    /// `promise`.
    #[serde(rename = "promise")]
    Promise,
    /// `typedarray`.
    #[serde(rename = "typedarray")]
    Typedarray,
    /// `arraybuffer`.
    #[serde(rename = "arraybuffer")]
    Arraybuffer,
    /// `dataview`.
    #[serde(rename = "dataview")]
    Dataview,
    /// `webassemblymemory`.
    #[serde(rename = "webassemblymemory")]
    Webassemblymemory,
    /// `wasmvalue`.
    #[serde(rename = "wasmvalue")]
    Wasmvalue,
    /// `deferredmodule`.
    #[serde(rename = "deferredmodule")]
    Deferredmodule,
    /// `trustedtype`.
    #[serde(rename = "trustedtype")]
    Trustedtype,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl RemoteObjectSubtype {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Array => "array",
            Self::Null => "null",
            Self::Node => "node",
            Self::Regexp => "regexp",
            Self::Date => "date",
            Self::Map => "map",
            Self::Set => "set",
            Self::Weakmap => "weakmap",
            Self::Weakset => "weakset",
            Self::Iterator => "iterator",
            Self::Generator => "generator",
            Self::Error => "error",
            Self::Proxy => "proxy",
            Self::Promise => "promise",
            Self::Typedarray => "typedarray",
            Self::Arraybuffer => "arraybuffer",
            Self::Dataview => "dataview",
            Self::Webassemblymemory => "webassemblymemory",
            Self::Wasmvalue => "wasmvalue",
            Self::Deferredmodule => "deferredmodule",
            Self::Trustedtype => "trustedtype",
            Self::UnknownValue(value) => value,
        }
    }
}

/// `type` of `Runtime.RemoteObject`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Deserialize)]
pub enum RemoteObjectType {
    /// `object`.
    #[serde(rename = "object")]
    Object,
    /// `function`.
    #[serde(rename = "function")]
    Function,
    /// `undefined`.
    #[serde(rename = "undefined")]
    Undefined,
    /// `string`.
    #[serde(rename = "string")]
    String,
    /// `number`.
    #[serde(rename = "number")]
    Number,
    /// `boolean`.
    #[serde(rename = "boolean")]
    Boolean,
    /// `symbol`.
    #[serde(rename = "symbol")]
    Symbol,
    /// `bigint`.
    #[serde(rename = "bigint")]
    Bigint,
    /// A value that this build does not know.
    #[serde(untagged)]
    UnknownValue(String),
}
impl RemoteObjectType {
    /// The protocol's own word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Object => "object",
            Self::Function => "function",
            Self::Undefined => "undefined",
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Symbol => "symbol",
            Self::Bigint => "bigint",
            Self::UnknownValue(value) => value,
        }
    }
}

/// This method does not remove binding function from global object but unsubscribes current runtime
/// agent from Runtime.bindingCalled notifications. (`Runtime.removeBinding`; needs `CleanUp`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoveBinding {
    /// `name`.
    pub name: String,
}
impl RemoveBinding {
    /// With what must be given; all else is absent.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}
impl crate::command::Sealed for RemoveBinding {}
impl crate::Command for RemoveBinding {
    const METHOD: &'static str = "Runtime.removeBinding";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Tells inspected instance to run if it was waiting for debugger to attach.
/// (`Runtime.runIfWaitingForDebugger`; needs `Hold`.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct RunIfWaitingForDebugger {}
impl crate::command::Sealed for RunIfWaitingForDebugger {}
impl crate::Command for RunIfWaitingForDebugger {
    const METHOD: &'static str = "Runtime.runIfWaitingForDebugger";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::Hold;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Unique script identifier.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(transparent)]
pub struct ScriptId(pub String);
impl ScriptId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for ScriptId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for ScriptId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for ScriptId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Call frames for assertions or error messages.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    /// String label of this stack trace. For async traces this may be a name of the function that
    /// initiated the async call.
    pub description: Option<String>,
    /// JavaScript function name.
    pub call_frames: Vec<CallFrame>,
    /// Asynchronous JavaScript stack trace that preceded this stack, if available.
    pub parent: Option<Box<StackTrace>>,
    /// Asynchronous JavaScript stack trace that preceded this stack, if available.
    pub parent_id: Option<StackTraceId>,
}

/// If `debuggerId` is set stack trace comes from another debugger and can be resolved there. This
/// allows to track cross-debugger calls. See `Runtime.StackTrace` and `Debugger.paused` for usages.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceId {
    /// `id`.
    pub id: String,
    /// `debuggerId`.
    pub debugger_id: Option<UniqueDebuggerId>,
}

/// Terminate current or next JavaScript execution. Will cancel the termination when the outer-most
/// script execution ends. (`Runtime.terminateExecution`; needs `CleanUp`. Experimental.)
#[derive(Debug, Clone, Default, serde::Serialize)]
pub struct TerminateExecution {}
impl crate::command::Sealed for TerminateExecution {}
impl crate::Command for TerminateExecution {
    const METHOD: &'static str = "Runtime.terminateExecution";
    const LEVEL: crate::Level = crate::Level::Target;
    type Returns = crate::Nothing;
    type Capability = tabward_model::capability::CleanUp;
    fn check(&self, _scope: &tabward_model::Scope) -> Result<(), crate::CommandRefused> {
        Ok(())
    }
}

/// Number of milliseconds.
#[derive(Debug, Clone, Default, Copy, PartialEq, PartialOrd, serde::Serialize)]
#[serde(transparent)]
pub struct TimeDelta(pub f64);

/// Number of milliseconds since epoch.
#[derive(Debug, Clone, Default, Copy, PartialEq, PartialOrd, serde::Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub f64);

/// Unique identifier of current debugger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(transparent)]
pub struct UniqueDebuggerId(pub String);
impl UniqueDebuggerId {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for UniqueDebuggerId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for UniqueDebuggerId {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for UniqueDebuggerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Primitive value which cannot be JSON-stringified. Includes values `-0`, `NaN`, `Infinity`,
/// `-Infinity`, and bigint literals.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct UnserializableValue(pub String);
impl UnserializableValue {
    /// The bare text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
impl From<&str> for UnserializableValue {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
impl From<String> for UnserializableValue {
    fn from(text: String) -> Self {
        Self(text)
    }
}
impl std::fmt::Display for UnserializableValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
