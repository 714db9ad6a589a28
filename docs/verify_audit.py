#!/usr/bin/env python3
"""Checks what `holdpoint audit export` wrote, with Python 3.8, openssl 3 and nothing of Holdpoint.

    verify_audit.py EXPORT [PUBLIC_KEY [HEAD]]

PUBLIC_KEY: base64url or key_id:base64url. HEAD: the record_hash of a checkpoint that was noted earlier.
Prints "place<TAB>what is wrong" for each fault and exits with 1; says what is proven and exits with 0.
"""
import base64, hashlib, json, os, re, subprocess, sys, tempfile

PARTS = {"header": "format ledger_id exported_at_ms version", "key": "key_id public_key added_at_ms",
         "checkpoint": "record", "action": "record", "end": "checkpoints actions"}
keys, faults = {}, []

def fault(place, what): faults.append(f"{place}\t{what}")
def key_id(key): return hashlib.sha256(key).hexdigest()[:16]
def once(members): return need(len(dict(members)) == len(members)) and dict(members)
def need(good):
    if good: return good
    raise ValueError("malformed")
def raw(text, length):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return need(len(data) == length and base64.urlsafe_b64encode(data).decode().rstrip("=") == text) and data

def parsed(text):
    need(len(text.rstrip(b"\n")) <= 2**20)
    line = json.loads(text.decode(), object_pairs_hook=once, parse_constant=lambda _: need(False))
    need(line["type"] in PARTS and set(line) == {"type", *PARTS[line["type"]].split()})
    if line["type"] == "key": need(key_id(raw(line["public_key"], 32)) == line["key_id"])
    if "record" in line:
        r = line["record"]
        need(all(type(v) in (str, type(None)) or type(v) is int and abs(v) < 2**53 for v in r.values()))
        json.dumps(r, ensure_ascii=False).encode()  # fails for half a surrogate pair
        need(r["sequence"] > 0 and r["signature_alg"] == "ed25519" and raw(r["signature"], 64))
        need(re.fullmatch("[0-9a-f]{64}", r["record_hash"]) and {"prev_hash", "key_id"} <= set(r))
        if line["type"] == "action": need(type(r["run_id"]) is str)
        elif r["type"] == "key": need(key_id(raw(r["public_key_added"], 32)) == r["key_id_added"])
        elif r["type"] == "loss": need(r["commits_lost"] > -1)
        else: need(r["type"] == "checkpoint" and 0 < r["count"] < 2**31 and r["run_id"] + r["last_hash"])
    return line

def is_signed(r, key):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("key", bytes.fromhex("302a300506032b6570032100") + key),
                           ("sig", raw(r["signature"], 64)), ("hash", bytes.fromhex(r["record_hash"]))):
            with open(os.path.join(folder, name), "wb") as file: file.write(data)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in hash -sigfile sig"
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0

def check(r, before, name):  # RFC 8785 is no more than this for flat records of texts, integers and nulls
    place, due = f"{name} {r['sequence']}", before["sequence"] + 1 if before else 1
    hashed = {n: r[n] for n in r if n not in ("record_hash", "signature_alg", "key_id", "signature")}
    text = json.dumps(hashed, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if hashlib.sha256(text).hexdigest() != r["record_hash"]: fault(place, "was changed: it is not what was hashed")
    if r["key_id"] not in keys: fault(place, "is signed with an unknown key")
    elif not is_signed(r, keys[r["key_id"]]): fault(place, "has a signature that is not good")
    if r["sequence"] > due: fault(f"{name} {due}", "is missing")
    elif r["sequence"] < due: fault(place, "is there twice, or stands behind a later one")
    elif r["prev_hash"] != (before["record_hash"] if before else None): fault(place, "names another record before it")

lines, order, (key, head) = {part: [] for part in PARTS}, list(PARTS), (sys.argv[2:] + ["", ""])[:2]
for number, text in enumerate(open(sys.argv[1], "rb"), 1):
    try:
        line = parsed(text)
        need(not any(lines[later] for later in order[order.index(line["type"]) + 1:] + ["end"]))
        need(bool(lines["header"]) != (line["type"] == "header"))
        lines[line["type"]].append(line)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fault(f"line {number}", "cannot be read, or must not stand here")
checkpoints, actions = [[line["record"] for line in lines[part]] for part in ("checkpoint", "action")]
header, end = (lines["header"] or [{}])[0], {"type": "end", "checkpoints": len(checkpoints), "actions": len(actions)}
if header.get("format") != "holdpoint-audit/1": fault("line 1", "is no header of format holdpoint-audit/1")
if lines["end"] != [end]: fault("export", "is not complete")
before, claims, last, run = None, {}, {}, None
for r in checkpoints:
    place, adds = f"checkpoint {r['sequence']}", r["type"] == "key"
    if adds and not before: keys[r["key_id_added"]] = raw(r["public_key_added"], 32)
    check(r, before, "checkpoint")
    if before and r["key_id"] != in_force: fault(place, "is not signed with the key in force")
    if r.get("ledger_id") != header.get("ledger_id"): fault(place, "is of another ledger")
    if adds: keys[r["key_id_added"]] = raw(r["public_key_added"], 32)
    elif r["type"] != "loss": claims.setdefault(r["run_id"], {}).setdefault(r["count"], set()).add(r["last_hash"])
    before, in_force = r, r["key_id_added"] if adds else r["key_id"]
for r in actions:
    place, known = f"{r['run_id']} {r['sequence']}", claims.get(r["run_id"], {0: None})
    check(r, last.get(r["run_id"]), r["run_id"])
    if r["run_id"] != run and r["run_id"] in last: fault(place, "stands apart from its run")
    if r["sequence"] > max(known): fault(place, "is known to no checkpoint")
    if known.get(r["sequence"], {r["record_hash"]}) != {r["record_hash"]}: fault(place, "is not what a checkpoint says")
    last[r["run_id"]], run = r, r["run_id"]
for run in set(claims) - set(last): fault(run, "is missing as a whole")
for run in set(claims) & set(last):
    if last[run]["sequence"] < max(claims[run]): fault(f"{run} {last[run]['sequence'] + 1}", "is missing, a cut end")
for id in {line["key_id"] for line in lines["key"]} - set(keys): fault(f"key {id}", "is introduced by no checkpoint")
if not checkpoints: fault("checkpoint 1", "is missing")
if key and not any(is_signed(r, raw(key.split(":")[-1], 32)) for r in checkpoints): fault("the key", "has signed nothing here")
if head and head not in [r["record_hash"] for r in checkpoints]: fault("checkpoint chain", "does not have that head")
told = "".join(f", {r['commits_lost']} commits lost" for r in checkpoints if r["type"] == "loss")
print("\n".join(faults) or f"whole: {len(actions)} actions of {len(last)} runs, {len(checkpoints)} checkpoints{told}")
sys.exit(bool(faults))
