//! Packs that mean harm, or are not what was wanted.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

use super::*;

#[test]
fn no_hostile_pack_is_taken() {
    let mut world = World::new();
    world.limit = 1024 * 1024;
    let root = world.root();
    let story = world.repository();
    let web = WebServer::new(move |seen: &Seen| {
        let case = seen.target.split('/').nth(1).unwrap_or_default().to_owned();
        let mut honest = seen.clone();
        honest.target = seen.target.replacen(&case, "r", 1);
        let Reply::Full(status, headers, mut body) = backend(&root, &honest) else {
            return Reply::status(500);
        };
        if seen.method == "GET" {
            return Reply::Full(status, headers, body);
        }
        let start = body.windows(4).position(|window| window == b"PACK").unwrap_or(0);
        let head =
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\n\r\n000dpackfile\n";
        match case.as_str() {
            "flipped" => {
                let middle = start + (body.len() - start) / 2;
                body[middle] ^= 0x10;
                result(body)
            }
            "truncated" => result(body[..body.len() - 40].to_vec()),
            "cut" => {
                let mut raw = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\nContent-Length: 9999\r\n\r\n".to_vec();
                raw.extend_from_slice(&body[..start + 20]);
                Reply::Raw(raw)
            }
            "empty" => result(b"000dpackfile\n0000".to_vec()),
            "nothing" => result(b"0000".to_vec()),
            "fatal" => result(b"000dpackfile\n0015\x03out of coffee \x07!".to_vec()),
            "delimiters" => Reply::Endless(head[..head.len() - 13].to_vec(), b"0001".repeat(1000)),
            "band" => result(b"000dpackfile\n0006\x09x0000".to_vec()),
            "talk" => Reply::Endless(head.to_vec(), b"0009\x02talk0005\x01".repeat(100)),
            "data" => Reply::Endless(
                [head.as_slice(), b"0011\x01PACK\0\0\0\x02\0\0\0\xff"].concat(),
                [b"fff0\x01".as_slice(), &vec![0; 0xfff0 - 5]].concat(),
            ),
            "other" => result(body),
            _ => Reply::status(404),
        }
    });
    for case in
        ["flipped", "truncated", "cut", "empty", "nothing", "fatal", "delimiters", "band", "talk", "data"]
    {
        world.forget();
        let Err(error) = world.fetch(&web.url(case), &story.second) else { panic!("{case} was taken") };
        let right = match case {
            "flipped" | "empty" => matches!(error, Error::Objects { .. }),
            "truncated" | "cut" => matches!(error, Error::Network { .. } | Error::Objects { .. }),
            "nothing" | "band" | "delimiters" => matches!(error, Error::Protocol { .. }),
            "fatal" => error.to_string().ends_with("says: out of coffee \\u{7}!"),
            "data" => matches!(error, Error::TooLarge { .. } | Error::Objects { .. }),
            _ => matches!(error, Error::TooLarge { .. }),
        };
        assert!(right, "{case}: {error}");
        let packs = std::fs::read_dir(world.objects().join("pack")).unwrap();
        let left: Vec<_> = packs.map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{case} left {left:?}");
    }
    assert_eq!(world.read(&web.url("other"), &story.second, "skills/pdf/SKILL.md"), "second\n");
}

#[test]
fn a_pack_of_other_objects_is_not_what_was_wanted() {
    let world = World::new();
    let story = world.repository();
    let root = world.root();
    let (wanted, other) = (story.second.clone(), story.first.clone());
    let web = WebServer::new(move |seen: &Seen| {
        let mut seen = seen.clone();
        let body = String::from_utf8(seen.body.clone()).unwrap();
        seen.body = body.replace(&wanted, &other).into_bytes();
        backend(&root, &seen)
    });
    let error = world.fetch(&web.url("r"), &story.second).unwrap_err();
    assert!(matches!(error, Error::UnknownCommit { .. }), "{error}");
}
