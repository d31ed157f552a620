//! Small facts with a name: the default instance, say.

use rusqlite::{OptionalExtension, params};

use crate::writer::Kind;
use crate::{Store, StoreError};

impl Store {
    /// Sets the fact `name`, or forgets it with `None`.
    pub async fn set_setting(&self, name: &str, value: Option<String>) -> Result<(), StoreError> {
        let name = name.to_owned();
        self.run(Kind::First, move |tx| {
            match &value {
                Some(value) => tx
                    .prepare_cached(
                        "INSERT INTO settings (name, value) VALUES (?1, ?2)
                         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    )?
                    .execute(params![name, value])?,
                None => tx.prepare_cached("DELETE FROM settings WHERE name = ?1")?.execute([&name])?,
            };
            Ok(())
        })
        .await
    }

    /// The fact `name`, if it is set.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let name = name.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached("SELECT value FROM settings WHERE name = ?1")?.query_row([&name], |r| r.get(0)).optional()
        })
        .await
    }
}
