//! A checker for JSON Schema, as far as the schemas of this repository go. A keyword it does not know fails the test,
//! so that nothing is believed to be checked that is not.

use serde_json::Value;

/// Keywords that say nothing about a value.
const FOR_READERS: [&str; 5] = ["$schema", "$defs", "title", "description", "$comment"];

/// What is wrong with `value`, each with the path to it.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, value, "$", &mut faults);
    faults
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
    let Some(keywords) = schema.as_object() else {
        if *schema == Value::Bool(false) {
            faults.push(format!("{path}: nothing may stand here"));
        }
        return;
    };
    for (keyword, wanted) in keywords {
        match keyword.as_str() {
            "$ref" => {
                let pointer =
                    wanted.as_str().and_then(|text| text.strip_prefix('#')).expect("an inner reference");
                let target = root.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in the schema"));
                check(root, target, value, path, faults);
            }
            "type" => expect(is_of(wanted, value), path, format!("{value} is no {wanted}"), faults),
            "const" => expect(value == wanted, path, format!("{value} is not {wanted}"), faults),
            "enum" => {
                let known = wanted.as_array().expect("a list").contains(value);
                expect(known, path, format!("{value} is none of {wanted}"), faults);
            }
            "minimum" => {
                expect(value.as_f64() >= wanted.as_f64(), path, format!("{value} < {wanted}"), faults);
            }
            "minLength" => {
                let length = value.as_str().map(|text| text.chars().count() as u64);
                expect(length >= wanted.as_u64(), path, format!("{value} is too short"), faults);
            }
            "minItems" => {
                let count = value.as_array().map(|items| items.len() as u64);
                expect(count >= wanted.as_u64(), path, "too few items".to_owned(), faults);
            }
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                let twice = items.iter().enumerate().any(|(at, item)| items[..at].contains(item));
                expect(!twice, path, "an item stands twice".to_owned(), faults);
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{path}[{at}]"), faults);
                }
            }
            // As the standard has it, it says something of objects only.
            "required" if !value.is_object() => {}
            "required" => {
                for key in wanted.as_array().expect("a list") {
                    let key = key.as_str().expect("a name");
                    expect(value.get(key).is_some(), path, format!("`{key}` is missing"), faults);
                }
            }
            "properties" => {
                for (key, schema) in wanted.as_object().expect("a map") {
                    if let Some(inner) = value.get(key) {
                        check(root, schema, inner, &format!("{path}.{key}"), faults);
                    }
                }
            }
            "additionalProperties" => {
                let named = schema.get("properties");
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if named.and_then(|named| named.get(key)).is_none() {
                        check(root, wanted, inner, &format!("{path}.{key}"), faults);
                    }
                }
            }
            known if FOR_READERS.contains(&known) => {}
            unknown => panic!("the checker does not know `{unknown}`"),
        }
    }
}

fn expect(holds: bool, path: &str, fault: impl std::fmt::Display, faults: &mut Vec<String>) {
    if !holds {
        faults.push(format!("{path}: {fault}"));
    }
}

fn is_of(wanted: &Value, value: &Value) -> bool {
    if let Some(several) = wanted.as_array() {
        return several.iter().any(|wanted| is_of(wanted, value));
    }
    match wanted.as_str().expect("one type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("the checker does not know the type `{other}`"),
    }
}
