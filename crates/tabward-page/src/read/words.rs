//! How near two names are: of a wanted field, and of what the page calls something.

use unicode_normalization::UnicodeNormalization;

/// Names for the same thing. The first of each line stands for all.
const SAME: &[&[&str]] = &[
    &[
        "title",
        "name",
        "headline",
        "heading",
        "product name",
        "product title",
        "item name",
        "名称",
        "标题",
        "商品名称",
        "品名",
        "名字",
        "姓名",
    ],
    &[
        "price",
        "current price",
        "sale price",
        "selling price",
        "now price",
        "final price",
        "our price",
        "cost",
        "价格",
        "售价",
        "现价",
        "单价",
    ],
    &[
        "old price",
        "original price",
        "list price",
        "regular price",
        "was price",
        "was",
        "rrp",
        "msrp",
        "previous price",
        "price before",
        "原价",
        "市场价",
        "划线价",
    ],
    &["currency", "price currency", "currency code", "货币", "币种"],
    &[
        "description",
        "summary",
        "desc",
        "abstract",
        "excerpt",
        "teaser",
        "about",
        "overview",
        "lead",
        "描述",
        "简介",
        "详情",
        "介绍",
    ],
    &["text", "body", "review body", "comment", "content", "review text", "message", "正文", "内容", "评论"],
    &["author", "by", "byline", "writer", "creator", "reviewer", "posted by", "author name", "作者", "发布者"],
    &[
        "date",
        "published",
        "date published",
        "publish date",
        "published at",
        "published time",
        "published on",
        "publication date",
        "pubdate",
        "posted",
        "posted on",
        "date posted",
        "created",
        "created at",
        "日期",
        "发布日期",
        "发布时间",
        "时间",
    ],
    &[
        "updated",
        "updated at",
        "modified",
        "date modified",
        "modified time",
        "last updated",
        "last modified",
        "更新时间",
        "更新日期",
    ],
    &["rating", "star", "rating value", "average rating", "star rating", "score", "评分", "星级"],
    &[
        "review",
        "review count",
        "reviews count",
        "rating count",
        "number of review",
        "num review",
        "review number",
        "评论数",
        "评价数",
    ],
    &[
        "url",
        "link",
        "href",
        "permalink",
        "detail url",
        "product url",
        "page url",
        "item url",
        "canonical url",
        "website",
        "homepage",
        "链接",
        "网址",
        "官网",
    ],
    &["image", "img", "photo", "picture", "thumbnail", "thumb", "image url", "image src", "cover", "图片", "封面"],
    &["stock", "in stock", "availability", "available", "inventory", "stock status", "库存"],
    &["quantity", "qty", "amount ordered", "unit", "数量"],
    &[
        "sku",
        "article number",
        "item number",
        "product code",
        "part number",
        "mpn",
        "model number",
        "product id",
        "货号",
        "型号",
    ],
    &["brand", "manufacturer", "make", "maker", "品牌", "厂商", "制造商"],
    &["category", "section", "categorie", "分类", "类别"],
    &["address", "street address", "postal address", "location", "地址", "住址"],
    &["city", "town", "address locality", "城市"],
    &["country", "address country", "国家"],
    &[
        "phone",
        "telephone",
        "tel",
        "phone number",
        "telephone number",
        "mobile",
        "hotline",
        "电话",
        "联系电话",
        "手机",
        "客服电话",
        "电话号码",
    ],
    &["email", "mail", "email address", "e mail", "邮箱", "电子邮件"],
    &["shipping", "delivery", "shipping cost", "shipping price", "postage", "delivery cost", "运费", "配送"],
    &["status", "state", "order status", "状态"],
    &["total", "sum", "grand total", "total amount", "total price", "order total", "合计", "总计", "总价", "金额"],
    &["customer", "client", "buyer", "customer name", "客户", "顾客", "买家"],
    &["order number", "order no", "order id", "order", "order nr", "订单号", "订单编号"],
    &[
        "company",
        "employer",
        "organization",
        "organisation",
        "seller",
        "vendor",
        "merchant",
        "shop",
        "公司",
        "商家",
        "卖家",
    ],
    &["release date", "released", "date released", "launch date", "上市时间", "上架日期", "发行日期"],
    &["salary", "pay", "wage", "compensation", "薪资", "工资", "薪水"],
    &["duration", "length", "running time", "runtime", "时长"],
    &["language", "lang", "in language", "语言"],
    &["size", "dimension", "尺寸", "规格"],
    &["weight", "重量"],
    &["colour", "color", "颜色"],
    &["material", "材质", "材料"],
    &["version", "release", "版本"],
    &["license", "licence", "许可", "许可证"],
    &["tag", "keyword", "label", "topic", "标签", "关键词"],
    &["feature", "highlight", "特点", "特色"],
];

/// Words that say which record or box something is in, not what it is.
const GENERIC: &[&str] = &[
    "product",
    "item",
    "card",
    "value",
    "text",
    "label",
    "field",
    "info",
    "current",
    "main",
    "box",
    "cell",
    "data",
    "page",
    "entry",
    "col",
    "column",
    "content",
    "detail",
    "details",
    "wrapper",
    "container",
    "the",
    "a",
    "an",
    "of",
    "article",
    "post",
    "result",
    "row",
    "list",
    "display",
    "full",
    "inner",
    "element",
    "block",
    "primary",
];

/// The words of a name: NFKC, lower case, split at case changes and at what is no letter or digit, plural endings
/// dropped. Runs of CJK characters stay whole.
pub(super) fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    for c in name.nfkc() {
        let boundary = (before.is_lowercase() && c.is_uppercase())
            || (before.is_alphanumeric() && c.is_alphanumeric() && is_cjk(before) != is_cjk(c));
        if !c.is_alphanumeric() || boundary {
            push(&mut words, &mut word);
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    if word.is_empty() {
        return;
    }
    let mut done = std::mem::take(word);
    if done.len() > 3
        && done.is_ascii()
        && done.ends_with('s')
        && !done.ends_with("ss")
        && !done.ends_with("us")
        && !done.ends_with("is")
    {
        done.pop();
    }
    words.push(done);
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}

/// What a name stands for, when it is one that is listed.
pub(super) fn concept(words: &[String]) -> Option<&'static str> {
    let same = |known: &str| {
        let mut left = words.iter();
        known.split(' ').all(|part| left.next().is_some_and(|w| w == part)) && left.next().is_none()
    };
    SAME.iter().find(|line| line.iter().any(|known| same(known))).map(|line| line[0])
}

/// A name made ready for comparing.
#[derive(Debug, Clone)]
pub(super) struct Name {
    words: Vec<String>,
    core: Vec<String>,
    concept: Option<&'static str>,
}

impl Name {
    /// Reads a name.
    pub(super) fn new(name: &str) -> Self {
        let words = split(name);
        let core: Vec<String> = words.iter().filter(|w| !GENERIC.contains(&w.as_str())).cloned().collect();
        let concept = concept(&words).or_else(|| if core.is_empty() { None } else { concept(&core) });
        Self { words, core, concept }
    }

    /// What it stands for, when that is known.
    pub(super) fn concept(&self) -> Option<&'static str> {
        self.concept
    }

    /// Its words.
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// From 0 (nothing in common) to 1 (the same). Below 0.45 they must not be taken for each other: "price" and
    /// "shipping price" share a word and are different things.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        if self.words.is_empty() || other.words.is_empty() {
            return 0.0;
        }
        if self.words == other.words {
            return 1.0;
        }
        if let (Some(a), Some(b)) = (self.concept, other.concept) {
            return if a == b { 0.88 } else { 0.0 };
        }
        if !self.core.is_empty() && self.core == other.core {
            return 0.9;
        }
        if self.words.concat() == other.words.concat() {
            return 0.95;
        }
        if let ([a], [b]) = (self.words.as_slice(), other.words.as_slice())
            && a.chars().all(is_cjk)
            && b.chars().all(is_cjk)
            && (a.ends_with(b.as_str()) || b.ends_with(a.as_str()))
        {
            return 0.6;
        }
        if let [cjk] = other.words.as_slice()
            && cjk.chars().all(is_cjk)
            && let Some(known) = self.concept
            && SAME.iter().any(|l| l[0] == known && l.iter().any(|s| s.chars().all(is_cjk) && cjk.ends_with(s)))
        {
            return 0.6;
        }
        let shared = self.core.iter().filter(|w| other.core.contains(w)).count();
        if shared == 0 {
            return 0.0;
        }
        // Most words in common, in names of several words each.
        let longer = self.core.len().max(other.core.len());
        if shared >= 2 && shared + 1 >= longer {
            return 0.55;
        }
        0.3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(a: &str, b: &str) -> f64 {
        Name::new(a).likeness(&Name::new(b))
    }

    // SEE-6
    #[test]
    fn see_06_names_of_one_thing_are_alike() {
        for (a, b) in [
            ("price", "Price"),
            ("productName", "product-name"),
            ("name", "product_title"),
            ("published_at", "Date published"),
            ("price", "价格"),
            ("phone", "客服电话"),
            ("reviews", "review-count"),
            ("order_number", "Order no."),
            ("placed_on", "Placed on"),
            ("e-mail", "Email"),
        ] {
            assert!(like(a, b) >= 0.6, "{a} {b} {}", like(a, b));
        }
    }

    #[test]
    fn see_06_names_that_share_a_word_are_not() {
        for (a, b) in [
            ("price", "shipping price"),
            ("price", "old price"),
            ("name", "file"),
            ("review", "rating"),
            ("weight", "height"),
            ("id", "width"),
        ] {
            assert!(like(a, b) < 0.45, "{a} {b} {}", like(a, b));
        }
    }

    proptest::proptest! {
        #[test]
        fn see_06_likeness_is_bounded_and_symmetric(a in "\\PC{0,24}", b in "\\PC{0,24}") {
            let (x, y) = (like(&a, &b), like(&b, &a));
            proptest::prop_assert!((0.0..=1.0).contains(&x));
            proptest::prop_assert!((x - y).abs() < 0.41);
            proptest::prop_assert!(Name::new(&a).words().is_empty() || (like(&a, &a) - 1.0).abs() < f64::EPSILON);
        }
    }
}
