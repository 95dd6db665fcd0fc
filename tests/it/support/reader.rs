//! Archives read by other programs than ours: Python's `zipfile` and `unzip`.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

/// Reads archives with `zipfile`, and what `unzip` makes of them; digests by the published rule.
const READ: &str = r#"
import hashlib, json, os, stat, subprocess, sys, tempfile, zipfile

def digest(lines):
    text = "".join(f"{mode} {sha} {path}\n" for path, (mode, sha) in sorted(lines.items(), key=lambda one: one[0].encode()))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()

def by_zipfile(archive):
    with zipfile.ZipFile(archive) as z:
        assert z.testzip() is None, archive
        return [{
            "path": i.filename, "type": stat.S_IFMT(i.external_attr >> 16), "mode": (i.external_attr >> 16) & 0o7777,
            "size": i.file_size, "date": list(i.date_time), "extra": len(i.extra), "flags": i.flag_bits,
            "method": i.compress_type, "system": i.create_system,
            "text": None if b"\0" in (b := z.read(i)) else b.decode("utf-8", "replace"),
            "sha": hashlib.sha256(b).hexdigest(),
        } for i in z.infolist()]

def by_unzip(archive, top):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["unzip", "-q", archive, "-d", folder], check=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, "LC_ALL": "C.UTF-8"})
        root = os.path.join(folder, top) if top else folder
        if top:
            assert os.listdir(folder) == [top], os.listdir(folder)
        lines = {}
        for here, _, files in os.walk(root):
            for name in files:
                place = os.path.join(here, name)
                mode = "100755" if os.lstat(place).st_mode & 0o100 else "100644"
                with open(place, "rb") as file:
                    lines[os.path.relpath(place, root)] = (mode, hashlib.sha256(file.read()).hexdigest())
        return digest(lines)

for line in sys.stdin:
    archive, top = json.loads(line)
    entries = by_zipfile(archive)
    cut = len(top) + 1 if top else 0
    lines = {e["path"][cut:]: ("100755" if e["mode"] & 0o100 else "100644", e["sha"]) for e in entries}
    unzipped = by_unzip(archive, top) if "unzip" in sys.argv else None
    print(json.dumps({"entries": entries, "digest": digest(lines), "unzipped": unzipped}))
"#;

/// What other programs find in archives: for each, `entries`, the tree `digest` by `zipfile` and, if asked for, by
/// `unzip`. Each comes with the folder at its top, empty when there is none. `None` where Python is not at hand.
pub(crate) fn read<'a>(
    archives: impl IntoIterator<Item = (&'a Path, &'a str)>,
    unzips: bool,
) -> Option<Vec<Value>> {
    use std::io::Write as _;
    let lines: Vec<String> =
        archives.into_iter().map(|(path, top)| serde_json::json!([path, top]).to_string()).collect();
    let asked = lines.join("\n");
    let mut child = Command::new("python3")
        .args(["-c", READ, if unzips { "unzip" } else { "" }])
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "another program refuses an archive");
    writer.join().expect("a thread").expect("it reads all");
    let lines = String::from_utf8(output.stdout).expect("text");
    Some(lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}
