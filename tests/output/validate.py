"""Hands gpulint's reports to those who read them: SARIF's published schema, a JUnit reader, XML and
JSON parsers, and the rules that GitLab's and Reviewdog's documentation give.

usage: validate.py GPULINT BUILD
"""
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import tools

HERE = Path(__file__).parent
GITLAB = json.loads((HERE / "gitlab-code-quality.schema.json").read_text())
RDJSON = json.loads((HERE / "rdjson.schema.json").read_text())

NOT_ASCII = """apiVersion: v1
kind: Pod
metadata: {name: infer, annotations: {note: "é漢😀"}}
spec:
  containers:
    - {name: server, image: "é漢😀", resources: {limits: {nvidia.com/gpu: 0.5}}}
    - {name: other, image: "b", resources: {requests: {nvidia.com/gpu: 1}}} # gpulint: ignore[GPU302] later
"""
HOSTILE = """apiVersion: v1
kind: Pod
metadata: {name: "x ##[error]a\\x1b[0m\\u202e]]>\\n::error::b"}
spec:
  containers:
    - name: "a|b ##vso[task]<![CDATA[ \\x01"
      image: "x"
      resources: {limits: {nvidia.com/gpu: "::error::1"}, requests: {nvidia.com/gpux: 1}}
"""


def report(gpulint, format, *paths, cwd):
    done = subprocess.run([gpulint, "check", "--no-config", "--exit-zero", "--output", format, *paths],
                          cwd=cwd, capture_output=True)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout.decode("utf-8")  # every format is UTF-8


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def check_sarif(text, schema, paths):
    import jsonschema
    log = json.loads(text)
    jsonschema.Draft202012Validator(schema).validate(log)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["help"]["text"] and rule["help"]["markdown"], rule["id"]
        assert len(rule["shortDescription"]["text"]) <= 1024, rule["id"]
        assert len(rule["fullDescription"]["text"]) <= 1024, rule["id"]
    prints = set()
    for result in run["results"]:
        if "ruleIndex" in result:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        key = (place["artifactLocation"]["uri"],
               result["partialFingerprints"]["primaryLocationLineHash"])
        assert key not in prints, key
        prints.add(key)
    return run


def check_columns(gpulint, folder, schema):
    (folder / "é.yaml").write_text(NOT_ASCII)
    run = check_sarif(report(gpulint, "sarif", "é.yaml", cwd=folder), schema, ["é.yaml"])
    results = [r for r in run["results"] if "suppressions" not in r]
    silenced = [r for r in run["results"] if "suppressions" in r]
    assert silenced and silenced[0]["suppressions"][0]["kind"] == "inSource", run["results"]
    line = NOT_ASCII.splitlines()[5]
    half = [r for r in results
            if r["locations"][0]["physicalLocation"]["region"]["startLine"] == 6][0]
    place = half["locations"][0]["physicalLocation"]
    region = place["region"]
    before = line[:line.index("0.5")]
    assert place["artifactLocation"]["uri"] == "%C3%A9.yaml", place
    assert region["startColumn"] == utf16(before) + 1, region
    assert region["endColumn"] == utf16(before) + 4, region
    data = NOT_ASCII.encode()
    begin = region["byteOffset"]
    assert data[begin:begin + region["byteLength"]] == b"0.5"
    rdjson = json.loads(report(gpulint, "rdjson", "é.yaml", cwd=folder))
    starts = [d["location"]["range"]["start"] for d in rdjson["diagnostics"]]
    assert {"line": 6, "column": len(before.encode()) + 1} in starts, starts


def prints_of(run):
    return {r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]}


def check_stable(gpulint, folder, schema):
    """Fingerprints outlive moved lines."""
    (folder / "a.yaml").write_text(NOT_ASCII)
    before = check_sarif(report(gpulint, "sarif", "a.yaml", cwd=folder), schema, ["a.yaml"])
    gitlab = json.loads(report(gpulint, "gitlab", "a.yaml", cwd=folder))
    (folder / "a.yaml").write_text("# moved\n\n\n" + NOT_ASCII)
    after = check_sarif(report(gpulint, "sarif", "a.yaml", cwd=folder), schema, ["a.yaml"])
    assert prints_of(before) == prints_of(after)
    moved = json.loads(report(gpulint, "gitlab", "a.yaml", cwd=folder))
    assert [i["fingerprint"] for i in gitlab] == [i["fingerprint"] for i in moved]
    assert [i["location"]["lines"]["begin"] + 3 for i in gitlab] == \
        [i["location"]["lines"]["begin"] for i in moved]


def check_junit(text):
    import junitparser
    suites = junitparser.JUnitXml.fromstring(text.encode())
    assert suites.tests >= 1
    assert suites.tests == sum(suite.tests for suite in suites)
    assert suites.failures == sum(suite.failures for suite in suites)
    for suite in suites:
        cases = list(suite)
        assert suite.tests == len(cases)
        assert all(case.name and case.classname for case in cases)
        results = [result for case in cases for result in case.result]
        assert suite.failures == sum(isinstance(r, junitparser.Failure) for r in results)
        assert suite.errors == sum(isinstance(r, junitparser.Error) for r in results)


def check_gitlab(text):
    import jsonschema
    issues = json.loads(text)
    jsonschema.Draft202012Validator(GITLAB).validate(issues)
    prints = [issue["fingerprint"] for issue in issues]
    assert len(prints) == len(set(prints)), "a fingerprint stands twice"


def check_checkstyle(text):
    root = xml.fromstring(text.encode())
    assert root.tag == "checkstyle"
    for file in root:
        assert file.tag == "file" and file.get("name")
        for error in file:
            assert error.get("severity") in ("error", "warning", "info")
            assert int(error.get("line")) >= 1 and error.get("message")


def check_rdjson(text):
    import jsonschema
    jsonschema.Draft202012Validator(RDJSON).validate(json.loads(text))


def check_markdown(text):
    rows = [line for line in text.splitlines() if line.startswith("|")]
    for row in rows:
        assert row.replace("\\\\", "").replace("\\|", "").count("|") == 6, row


def main():
    gpulint, build = os.path.abspath(sys.argv[1]), sys.argv[2]
    tools.restart_in(tools.python_with(build, "validators", HERE / "requirements.txt"))
    schema = json.loads(tools.file_from_npm(build, "@microsoft/sarif-multitool-linux", "5.7.0",
                                            "package/sarif-2.1.0.json").read_text())
    checks = {
        "sarif": lambda text: check_sarif(text, schema, None), "gitlab": check_gitlab,
        "junit": check_junit, "checkstyle": check_checkstyle, "rdjson": check_rdjson,
        "markdown": check_markdown, "json": json.loads,
        "jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
    }
    examples = str(HERE.parent.parent / "examples")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "clean.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
        (folder / "##[error]<&\".yaml").write_text(HOSTILE)
        (folder / "twice.yaml").write_text(NOT_ASCII.replace("infer", "a") + "---\n" +
                                           NOT_ASCII.replace("infer", "a"))
        inputs = [["clean.yaml"], ["##[error]<&\".yaml", "twice.yaml"], ["missing.yaml"], [examples]]
        for format, check in checks.items():
            for paths in inputs:
                try:
                    check(report(gpulint, format, *paths, cwd=folder))
                except Exception as error:
                    sys.exit(f"{format} of {paths}: {type(error).__name__}: {error}")
            print(f"{format}: {len(inputs)} reports are valid")
        check_columns(gpulint, folder, schema)
        check_stable(gpulint, folder, schema)
        print("columns and fingerprints are right")


main()
