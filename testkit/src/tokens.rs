//! How many tokens a text is for the models that use `o200k`.

use std::sync::LazyLock;

use tiktoken_rs::CoreBPE;

static O200K: LazyLock<CoreBPE> =
    LazyLock::new(|| tiktoken_rs::o200k_base().expect("the vocabulary is part of the program"));

/// The number of o200k tokens of `text`.
pub fn count(text: &str) -> usize {
    O200K.encode_ordinary(text).len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn known_texts_have_their_known_number() {
        assert_eq!(super::count("hello world"), 2);
        assert_eq!(super::count(""), 0);
    }
}
