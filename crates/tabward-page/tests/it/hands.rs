//! Short ways to act in a test bed.

#![allow(dead_code, reason = "each test uses what it needs")]

use tabward_model::Permit;
use tabward_model::capability::{Act, CleanUp, Files, Read, Script};
use tabward_page::act::{
    self, ActReport, ClickOptions, Field, FormFailure, FormReport, Hands, Submit, Target, TypeOptions, Value,
};
use tabward_page::wait::{self, Condition, Eyes, WaitReport};
use tabward_page::{PageError, selector};
use tokio::time::Instant;

use crate::support::{Bed, soon};

/// The permits of one action.
pub(crate) struct Permits {
    read: Permit<Read>,
    act: Permit<Act>,
    clean_up: Permit<CleanUp>,
    script: Permit<Script>,
    pub(crate) files: Permit<Files>,
}

impl Permits {
    pub(crate) fn of(bed: &Bed) -> Self {
        Self {
            read: bed.permit(),
            act: bed.permit(),
            clean_up: bed.permit(),
            script: bed.permit(),
            files: bed.permit(),
        }
    }

    pub(crate) fn hands(&self) -> Hands<'_> {
        Hands { read: &self.read, act: &self.act, clean_up: &self.clean_up }
    }

    pub(crate) fn eyes(&self) -> Eyes<'_> {
        Eyes { read: &self.read, script: Some((&self.script, &self.clean_up)) }
    }
}

/// A selector as an agent writes it.
pub(crate) fn at(text: &str) -> Target {
    Target::selector(&selector::read(text).unwrap().selector, None)
}

pub(crate) fn nth(text: &str, index: i32) -> Target {
    Target::selector(&selector::read(text).unwrap().selector, Some(index))
}

impl Bed {
    pub(crate) async fn click(&self, text: &str) -> Result<ActReport, PageError> {
        self.click_until(&at(text), &ClickOptions::default(), soon()).await
    }

    pub(crate) async fn click_until(
        &self,
        target: &Target,
        options: &ClickOptions,
        deadline: Instant,
    ) -> Result<ActReport, PageError> {
        act::click(&self.page, &Permits::of(self).hands(), target, options, deadline).await
    }

    pub(crate) async fn type_text(
        &self,
        target: &str,
        text: &str,
        options: TypeOptions,
    ) -> Result<ActReport, PageError> {
        act::type_text(&self.page, &Permits::of(self).hands(), &at(target), text, options, soon()).await
    }

    pub(crate) async fn press(&self, target: Option<&str>, keys: &str) -> Result<ActReport, PageError> {
        let target = target.map(at);
        act::press(&self.page, &Permits::of(self).hands(), target.as_ref(), keys, soon()).await
    }

    pub(crate) async fn fill(
        &self,
        fields: &[(&str, Value)],
        submit: Option<Submit>,
    ) -> Result<FormReport, Box<FormFailure>> {
        let fields: Vec<Field> =
            fields.iter().map(|(target, value)| Field { target: at(target), value: value.clone() }).collect();
        let permits = Permits::of(self);
        act::fill_form(
            &self.page,
            &permits.hands(),
            Some(act::FileAccess { permit: &permits.files, allowed: &|path| Ok(path.to_owned()) }),
            &fields,
            submit.as_ref(),
            soon(),
        )
        .await
    }

    pub(crate) async fn wait(&self, conditions: &[Condition], deadline: Instant) -> Result<WaitReport, PageError> {
        wait::wait(&self.page, Permits::of(self).eyes(), conditions, deadline).await
    }
}
