#!/usr/bin/env python3
"""Packs every skill below a folder for three platforms, and holds each archive against what other programs make of it.

usage: corpus_pack.py SKILL FOLDER [PROCESSES [EVERY]]

SKILL is the program, FOLDER holds skills anywhere below; neither is changed. For each skill and profile either there is
an archive that is the same on a second run, that `zipfile` reads with the paths, bytes and modes the program reports,
and from which `unzip` and `skill install --dir` make the same tree; or there is an error that names a file and a rule
(or, where the folder can't be read as a skill, what stands in the way). Prints the counts, and each failure.
"""
import collections, concurrent.futures, hashlib, json, os, stat, subprocess, sys, tempfile, zipfile

PROFILES = ["spec", "claude", "openai"]


def digest(lines):
    ordered = sorted(lines.items(), key=lambda one: one[0].encode())
    text = "".join(f"{mode} {sha} {path}\n" for path, (mode, sha) in ordered)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def of_folder(root):
    lines = {}
    for here, folders, files in os.walk(root):
        for name in files:
            place = os.path.join(here, name)
            mode = "100755" if os.lstat(place).st_mode & 0o100 else "100644"
            with open(place, "rb") as file:
                lines[os.path.relpath(place, root)] = (mode, hashlib.sha256(file.read()).hexdigest())
    return digest(lines)


class Worker:
    def __init__(self, program, scratch):
        self.program, self.scratch = program, scratch
        self.env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}

    def run(self, *words):
        env = {**self.env, "HOME": os.path.join(self.scratch, "home")}
        done = subprocess.run([self.program, *words], env=env, cwd=self.scratch, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def packed(self, folder, profile, archive):
        return self.run("pack", "--profile", profile, "--json", "--out", archive, "--", folder)

    def judge(self, folder, profile):
        """What came of it, and why it is wrong, if it is."""
        archive = os.path.join(self.scratch, "one.zip")
        code, out, said = self.packed(folder, profile, archive)
        if code != 0:
            return self.refused(code, out, said, archive)
        skill = json.loads(out)["skills"][0]
        top = skill["name"] if skill["layout"] == "folder" else ""
        second = os.path.join(self.scratch, "two.zip")
        again = self.packed(folder, profile, second)
        with open(archive, "rb") as a:
            bytes_ = a.read()
        if again[0] != 0 or bytes_ != open(second, "rb").read():
            return "archive", "the second run made other bytes"
        if hashlib.sha256(bytes_).hexdigest() not in skill["sha256"]:
            return "archive", "the digest told is not the archive's"
        cut = len(top) + 1 if top else 0
        lines = {}
        with zipfile.ZipFile(archive) as read:
            if read.testzip() is not None:
                return "archive", "zipfile finds a damaged file"
            for info in read.infolist():
                mode = info.external_attr >> 16
                if stat.S_IFMT(mode) != stat.S_IFREG or stat.S_IMODE(mode) not in (0o644, 0o755) or info.extra:
                    return "archive", f"{info.filename}: mode {oct(mode)}"
                if top and not info.filename.startswith(top + "/") or info.filename[cut:] in lines:
                    return "archive", f"{info.filename}: beside the skill, or twice"
                lines[info.filename[cut:]] = ("100755" if mode & 0o100 else "100644", hashlib.sha256(read.read(info)).hexdigest())
        found = {"zipfile": digest(lines)}
        unzipped = os.path.join(self.scratch, "unzipped")
        os.mkdir(unzipped)
        subprocess.run(["unzip", "-q", archive, "-d", unzipped], check=True, env=self.env, stdin=subprocess.DEVNULL)
        found["unzip"] = of_folder(os.path.join(unzipped, top) if top else unzipped)
        installed = os.path.join(self.scratch, "installed")
        code, _, said = self.run("install", archive, "--dir", installed, "--yes")
        if code != 0:
            return "archive", f"install ends with {code}: {said}"
        found["install"] = of_folder(os.path.join(installed, skill["name"]))
        wrong = [name for name, one in found.items() if one != skill["digest"]]
        return "archive", f"{', '.join(wrong)}: another tree" if wrong else None

    def refused(self, code, out, said, archive):
        if code not in (1, 4) or "panicked" in said or "error: " not in said or os.path.exists(archive):
            return "refused", f"code {code}: {said}"
        report = json.loads(out) if out.strip() else {}
        refused = report.get("refused")
        if refused is None:
            return "unreadable", None if "`" in said else f"names nothing: {said}"
        errors = [one for one in refused["lint"]["findings"] if one["severity"] == "error"]
        if not errors or not all(one.get("rule") and one.get("file") for one in errors):
            return "refused", f"names no file or rule: {errors}"
        return "refused", None


def task(words):
    program, folder, profile = words
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "home"))
        try:
            what, why = Worker(program, scratch).judge(folder, profile)
        except Exception as error:
            what, why = "failure", repr(error)
        subprocess.run(["chmod", "-R", "u+w", scratch])
        return folder, profile, what, why


def main():
    program, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    processes = int(sys.argv[3]) if len(sys.argv) > 3 else os.cpu_count()
    every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    folders = sorted(here for here, _, files in os.walk(root) if any(name.lower() == "skill.md" for name in files))
    tasks = [(program, folder, profile) for folder in folders[::every] for profile in PROFILES]
    counts, failures = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(processes) as pool:
        for folder, profile, what, why in pool.map(task, tasks, chunksize=8):
            counts[profile, what] += 1
            if why is not None:
                failures += 1
                print(f"{profile} {os.path.relpath(folder, root)}: {why}", flush=True)
    print(f"{len(folders[::every])} skills")
    for (profile, what), count in sorted(counts.items()):
        print(f"{profile}: {what} {count}")
    print(f"{failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
