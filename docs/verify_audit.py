#!/usr/bin/env python3
"""Checks what `holdpoint audit export` wrote, with Python 3.8, openssl 3 and nothing of Holdpoint.

    verify_audit.py EXPORT [PUBLIC_KEY [HEAD]] [--witness FILE]
    verify_audit.py receipt RECEIPT PUBLIC_KEY|KEYSET [INPUT]

PUBLIC_KEY: base64url or key_id:base64url. HEAD: the record_hash of a checkpoint that was noted earlier.
FILE: lines as witness.file has them; the export must have each head, else it was truncated.
KEYSET: a file with what /v1/keys.json publishes. INPUT: a file with the input of the call, as JSON.
Prints "place<TAB>what is wrong" for each fault and exits with 1; says what is proven and exits with 0.
"""
import base64, bisect, decimal, hashlib, json, os, re, subprocess, sys, tempfile

PARTS = {"header": "format ledger_id exported_at_ms version", "key": "key_id public_key added_at_ms",
         "checkpoint": "record", "action": "record", "evidence": "action_id detail", "end": "checkpoints actions evidence"}
FORMATS = {"holdpoint-audit/1": 1, "holdpoint-audit/2": 2}
COVERED = ("decision", "effect", "permit", "admin")  # records of these kinds may be covered, and then have evidence
ED25519 = bytes.fromhex("302a300506032b6570032100")  # what stands before such a key in its SPKI form
BROKEN = (ValueError, KeyError, TypeError, AttributeError, RecursionError, ArithmeticError)
keys, faults = {}, []

def fault(place, what): faults.append(f"{place}\t{what}")
def key_id(key): return hashlib.sha256(key).hexdigest()[:16]
def once(members):
    need(len(dict(members)) == len(members) and all(len(name) <= 50000 for name, _ in members))
    return dict(members)
def need(good):
    if good: return good
    raise ValueError("malformed")
def is_whole(value, least=0): return type(value) is int and least <= value < 2**53
def unpadded(text):
    bare, padding = text.rstrip("="), "=" * (-len(text.rstrip("=")) % 4)
    need(re.fullmatch("[A-Za-z0-9_-]*", bare) and text in (bare, bare + padding))
    return base64.urlsafe_b64decode(bare + padding)
def raw(text, length):
    data = unpadded(text)
    return need(len(data) == length and base64.urlsafe_b64encode(data).decode().rstrip("=") == text) and data

def check_plain(value, depth=0):
    kind = type(value)
    need(depth <= 100 and (kind in (str, bool, type(None), list, dict) or kind is int and abs(value) < 2**53))
    for item in value if kind is list else value.values() if kind is dict else (): check_plain(item, depth + 1)

def canonical(value):  # RFC 8785 is no more than this for texts, exact integers, booleans and nulls
    check_plain(value)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text.encode()  # fails for half a surrogate pair
    # Python sorts by characters and RFC 8785 by UTF-16, which differ beyond this one alone.
    return (any_canonical(value) if re.search("[\ue000-\U0010ffff]", text) else text).encode()

def sha256(value): return hashlib.sha256(canonical(value)).hexdigest()

def read(text): return json.loads(text.decode(), object_pairs_hook=once, parse_constant=lambda _: need(False))

def check_form(line, form):
    members = PARTS[line["type"]].split()
    if line["type"] == "end" and form == 1: members.remove("evidence")
    need(set(line) == {"type", *members} and (form == 2 or line["type"] != "evidence"))
    if line["type"] == "header": need(type(line["ledger_id"]) is type(line["version"]) is str and is_whole(line["exported_at_ms"]))
    if line["type"] == "key": need(key_id(raw(line["public_key"], 32)) == line["key_id"] and is_whole(line["added_at_ms"]))
    if line["type"] == "evidence": need(type(line["action_id"]) is str and type(line["detail"]) is dict and canonical(line["action_id"]) and canonical(line["detail"]))
    if line["type"] == "end": need(all(is_whole(line[member]) for member in members))
    if "record" in line: check_record(line["record"], line["type"] == "action", form)

def check_record(r, is_action, form):
    need(all(type(v) in (str, type(None)) or type(v) is int and abs(v) < 2**53 for v in r.values()))
    json.dumps(r, ensure_ascii=False).encode()  # fails for half a surrogate pair
    if form == 2 and r["signature_alg"] == "checkpoint":
        need(re.fullmatch("ckp_[0-9A-Z]{26}", r["signature"]) and (r["kind"] in COVERED if is_action else r["type"] != "key"))
    else: need(r["signature_alg"] == "ed25519" and raw(r["signature"], 64))
    need(is_whole(r["sequence"], 1) and re.fullmatch("[0-9a-f]{64}", r["record_hash"]) and re.fullmatch("[0-9a-f]{16}", r["key_id"]))
    need(r["prev_hash"] is None or re.fullmatch("[0-9a-f]{64}", r["prev_hash"]))
    if is_action: need(type(r["run_id"]) is type(r["action_id"]) is str)
    else: need(type(r["checkpoint_id"]) is type(r["ledger_id"]) is str)
    if is_action:
        if is_covered(r): need(type(r["target"]) is type(r[digest_member(r)]) is str)
        else: need(r.get("kind") not in COVERED)  # without evidence it would need no votes
    elif r["type"] == "key": need(key_id(raw(r["public_key_added"], 32)) == r["key_id_added"])
    elif r["type"] == "loss": need(is_whole(r["commits_lost"], 1))
    else: need(r["type"] == "checkpoint" and is_whole(r["count"], 1) and r["count"] < 2**31 and type(r["run_id"]) is str and re.fullmatch("[0-9a-f]{64}", r["last_hash"]))

def verifies(key, data, signature): return verifies_spki(ED25519 + key, data, signature)
def verifies_spki(key, data, signature):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("key", key), ("sig", signature), ("data", data)):
            with open(os.path.join(folder, name), "wb") as file: file.write(content)
        command = "openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in data -sigfile sig"
        if not key.startswith(ED25519): command += " -digest sha256"  # ES256, RS256
        return subprocess.run(command.split(), cwd=folder, capture_output=True).returncode == 0

def digest_member(r): return "request_digest" if r["kind"] == "admin" else "response_digest"  # it is of the evidence
def is_covered(r): return r["signature_alg"] == "checkpoint"
def is_signed(r, key): return not is_covered(r) and verifies(key, bytes.fromhex(r["record_hash"]), raw(r["signature"], 64))
def is_hashed(r):
    return sha256({n: r[n] for n in r if n not in ("record_hash", "signature_alg", "key_id", "signature")}) == r["record_hash"]

def check(r, before, name):
    place, due = f"{name} {r['sequence']}", before["sequence"] + 1 if before else 1
    if not is_hashed(r): fault(place, "was changed: it is not what was hashed")
    if r["key_id"] not in keys: fault(place, "is signed with an unknown key")
    elif not is_covered(r) and not is_signed(r, keys[r["key_id"]]): fault(place, "has a signature that is not good")
    if r["sequence"] > due: fault(f"{name} {due}", "is missing")
    elif r["sequence"] < due: fault(place, "is there twice, or stands behind a later one")
    elif r["prev_hash"] != (before["record_hash"] if before else None): fault(place, "names another record before it")

def payload(detail, vote):  # what the approver has signed
    sent = vote["signature"]
    told = {"approval_id": detail["approval_id"], "decision": vote["decision"], "exp": 0}
    need(sent.get("version", 1) in (1, 2) and type(sent.get("version", 1)) is int and vote["decision"] in ("approve", "deny"))
    need(re.fullmatch("0|-?[1-9][0-9]*", str(sent["exp"])) and re.fullmatch("[A-Za-z0-9_]+", detail["approval_id"]))
    if sent.get("version", 1) == 2:
        need(re.fullmatch("[0-9a-f]{64}", detail["digest"]) and type(detail["revision"]) is int)
        need(sent.get("secrets") is None or re.fullmatch("[0-9a-f]{64}", sent["secrets"]))
        told.update(digest=detail["digest"], revision=detail["revision"], secrets=sent.get("secrets"), v=2)
    return canonical(told).replace(b'"exp":0', f'"exp":{int(sent["exp"])}'.encode())  # beyond 2**53 it is a text

def has_passkey_signed(detail, vote):  # the challenge was the hash of the payload; 1: user present, 4: verified
    client, data = unpadded(vote["signature"]["client_data"]), unpadded(vote["signature"]["authenticator_data"])
    key = raw(vote["key"]["public_key"], len(unpadded(vote["key"]["public_key"])))
    page = json.loads(client.decode())
    need(vote["signature"].get("version") == 2 and page["type"] == "webauthn.get" and page.get("crossOrigin", False) is False)
    need(unpadded(page["challenge"]) == hashlib.sha256(payload(detail, vote)).digest() and len(data) > 36 and data[32] & 5 == 5)
    signed = data + hashlib.sha256(client).digest()
    return verifies_spki(key, signed, unpadded(vote["signature"]["value"]))

def said(detail, vote): return detail.get("approval_id"), vote["by"], vote.get("at_ms"), vote.get("decision")
def vote_fault(detail, vote, at=0, known={}, passkeys={}, given=(), anchored=1):  # known: key id -> [(algorithm, public key), introduced, revoked, principal]
    by, key, sent = vote["by"], vote.get("key", {}), vote.get("signature", {})
    need(type(vote.get("principal", "")) is str)
    if not by.startswith("approver_key:"):  # who clicks may show with a passkey of their own that they were there
        if "signature" not in vote and "key" not in vote: return None
        if key.get("algorithm") != "webauthn": return "a vote without a key has a signature"
        known, by = passkeys, "approver_key:" + key["key_id"]
    name = by[len("approver_key:"):]
    if key.get("key_id") != name or sent.get("key_id") != name or key.get("algorithm") != sent.get("algorithm"):
        return f"the vote of {name} shows another key"
    if at >= anchored:
        brought, introduced, revoked, principal = known.get(name, (None, 2**53, 2**53, None))
        if introduced > at: return f"the key {name} was not introduced before"
        # An algorithm that only the vote names could be the one that nobody can check.
        if brought != (key["algorithm"], key.get("public_key")): return f"the key {name} was introduced as another one"
        # A vote from before the revocation has a record of its own.
        if revoked < at and (vote.get("at_ms") == detail.get("at_ms") or said(detail, vote) not in given): return f"the key {name} was revoked before"
        # Who has one key could else be as many people as the policy wants.
        if principal not in (None, vote.get("principal")): return f"the vote of {name} is of another principal than its key"
    if key["algorithm"] == "hmac-sha256": return payload(detail, vote) and None  # nobody but the daemon can check it
    if key["algorithm"] == "webauthn": good = has_passkey_signed(detail, vote)
    else: good = key["algorithm"] == "ed25519" and verifies(raw(key["public_key"], 32), payload(detail, vote), unpadded(sent["value"]))
    return None if good else f"the signature of {name} is not good"

DECIDED = {"target": "approval_id", "run_id": "run_id", "session_id": "session_id", "request_digest": "digest",
           "outcome": "decision", "principal_id": "by"}
def unlike(r, detail):  # votes on one request must not bear the decision of another
    return next((member for member in DECIDED if type(r.get(member)) is not str or r[member] != detail.get(DECIDED[member])), None)

def is_by_key(text): return type(text) is str and text.startswith("approver_key:")
def not_borne(detail):  # who has the audit key alone can write a decision, but not the votes that it needs
    by, word, policy = detail.get("by", ""), detail.get("decision"), detail.get("policy", {})
    need(type(detail["votes"]) is list and type(policy) is dict)
    due = {"allow": "approve", "endorse": "approve", "deny": "deny", "object": "deny"}.get(word)
    if is_by_key(by) and not any(vote.get("by") == by and due in (None, vote.get("decision")) for vote in detail["votes"]):
        return f"the vote of {by} is missing"
    signed = [(vote.get("principal", ""), vote["by"]) for vote in detail["votes"] if is_by_key(vote.get("by")) and vote.get("decision") == "approve"]
    if word == "allow" and policy.get("signature_required") is True and by != "deadline" and not by.startswith("rule:"):
        needed = policy.get("approvals_required", 1)
        if need(is_whole(needed)) and min(len({vote[i] for vote in signed}) for i in (0, 1)) < max(1, needed): return "fewer signed votes than its policy requires"

def check_votes(detail, place, **known):
    try:
        if not_borne(detail): fault(place, not_borne(detail))
        for vote in detail["votes"]:
            found = vote_fault(detail, vote, **known)
            if found: fault(place, found)
            elif detail.get("decision") in ("endorse", "object"): known["given"].add(said(detail, vote))
    except BROKEN: fault(place, "has votes that cannot be read")

def check_evidence(lines, due):  # due: action id -> (place, record, place of the checkpoint that is signed for it)
    known, passkeys, given, anchored, met, order, latest = {}, {}, set(), 2**53, set(), {id: place for place, id in enumerate(due)}, 0
    for id, detail in ((line["action_id"], line["detail"]) for line in lines):
        if id not in due or id in met:
            fault(due[id][0] if id in due else f"evidence {id}", "has evidence that no record, or another line, has")
            continue
        met.add(id)
        place, r, at = due[id]
        if order[id] < latest: fault(place, "has evidence that stands behind that of a later record")
        latest = max(latest, order[id])
        if sha256(detail) != r[digest_member(r)]:
            fault(place, "has evidence that does not match its digest")
        elif r["kind"] == "decision" and unlike(r, detail): fault(place, f"has another {unlike(r, detail)} than its evidence")
        elif r["kind"] == "decision": check_votes(detail, place, at=at, known=known, passkeys=passkeys, given=given, anchored=anchored)
        elif r["kind"] == "admin":  # this chain comes first, so all keys are known when votes are looked at
            what = detail.get("what")
            what = what if type(what) is dict else {}
            if r["target"] == "state.adopted": anchored = min(anchored, at)
            introduced = {"state.adopted": what.get("approver_keys"), "approver_key.create": [what], "passkey.create": [what]}.get(r["target"])
            keys_of = passkeys if r["target"] == "passkey.create" else known  # one of one's own makes no approver
            for key in introduced if type(introduced) is list else []:
                if type(key) is dict and type(key.get("key_id")) is str:
                    principal = key.get("principal") if keys_of is known else None  # people decide under the name that they have by then
                    keys_of.setdefault(key["key_id"], [(key.get("algorithm"), key.get("public_key")), at, 2**53, principal])
            if r["target"] in ("approver_key.revoke", "passkey.remove") and type(what.get("key_id")) is str:
                for keys_of in (known, passkeys):
                    if what["key_id"] in keys_of: keys_of[what["key_id"]][2] = min(keys_of[what["key_id"]][2], at)
    for id in set(due) - met: fault(due[id][0], "lacks its evidence")

def encoded(value): return base64.urlsafe_b64encode(canonical(value)).decode().rstrip("=")

def check_witness(file, ledger, heads):  # heads: sequence -> hash; a line without its last brace is torn and says nothing
    for number, text in enumerate(open(file, "rb"), 1):
        place = f"witness line {number}"
        begun = b'{"format":"holdpoint-witness/1"'
        if len(text) <= 2**20 and not text.rstrip(b"\n").endswith(b"}") and (text.startswith(begun) or begun.startswith(text.rstrip(b"\n"))):
            print(f"{place} is torn and was skipped")
            continue
        try:
            need(len(text) <= 2**20)
            line = read(text)
            jws = line.pop("jws")
            need(set(line) == {"format", "ledger_id", "sequence", "head_hash", "at_ms"} and line["format"] == "holdpoint-witness/1")
            need(is_whole(line["sequence"], 1) and is_whole(line["at_ms"], 1) and type(line["ledger_id"]) is str and re.fullmatch("[0-9a-f]{64}", line["head_hash"]))
            signed, _, signature = jws.rpartition(".")
            id = read(unpadded(jws.split(".")[0]))["kid"]
            need(signed == encoded({"alg": "EdDSA", "kid": id, "typ": "holdpoint-witness+jwt"}) + "." + encoded(line))
            there = heads.get(line["sequence"]) == line["head_hash"]
            need(verifies(keys[id], signed.encode(), raw(signature, 64)) if id in keys else not there)
            if line["ledger_id"] != ledger: fault(place, "is of another ledger")
            elif not there: fault(place, f"names a head that is missing, truncated: checkpoint {line['sequence']}")
        except BROKEN: fault(place, "is malformed, or its signature is not good")

def check_export(file, key, head, witness=None):
    lines, order, form = {part: [] for part in PARTS}, list(PARTS), 2
    for number, text in enumerate(open(file, "rb"), 1):
        try:
            need(len(text.rstrip(b"\n")) <= 2**20)
            line = read(text)
            if line["type"] == "header": form = FORMATS.get(line["format"], 2)
            check_form(line, form)
            need(not any(lines[later] for later in order[order.index(line["type"]) + 1:] + ["end"]))
            need(bool(lines["header"]) != (line["type"] == "header"))
            lines[line["type"]].append(line)
        except BROKEN:
            fault(f"line {number}", "cannot be read, or must not stand here")
    checkpoints, actions = [[line["record"] for line in lines[part]] for part in ("checkpoint", "action")]
    header, end = (lines["header"] or [{}])[0], {"type": "end", "checkpoints": len(checkpoints), "actions": len(actions)}
    if form == 2: end["evidence"] = len(lines["evidence"])
    if header.get("format") not in FORMATS: fault("line 1", "is no header of format holdpoint-audit/1 or holdpoint-audit/2")
    if lines["end"] != [end]: fault("export", "is not complete")
    before, claims, first, last, run, waiting, signed, due = None, {}, {}, {}, None, [], [], {}
    for r in checkpoints:
        place, adds = f"checkpoint {r['sequence']}", r["type"] == "key"
        if adds and not before: keys[r["key_id_added"]] = raw(r["public_key_added"], 32)
        check(r, before, "checkpoint")
        if before and r["key_id"] != in_force: fault(place, "is not signed with the key in force")
        if r.get("ledger_id") != header.get("ledger_id"): fault(place, "is of another ledger")
        if not is_covered(r):
            for one in waiting:
                if one["signature"] != r["checkpoint_id"]: fault(f"checkpoint {one['sequence']}", "does not name the next signed checkpoint")
            waiting = []
            signed.append(r)
        else: waiting.append(r)
        if adds: keys[r["key_id_added"]] = raw(r["public_key_added"], 32)
        elif r["type"] != "loss":
            claims.setdefault(r["run_id"], {}).setdefault(r["count"], set()).add(r["last_hash"])
            first.setdefault(r["run_id"], []).append((r["count"], r["sequence"]))
        before, in_force = r, r["key_id_added"] if adds else r["key_id"]
    for one in waiting: fault(f"checkpoint {one['sequence']}", "does not name the next signed checkpoint")
    places = [r["sequence"] for r in signed]
    for r in actions:
        place, known = f"{r['run_id']} {r['sequence']}", claims.get(r["run_id"], {0: None})
        check(r, last.get(r["run_id"]), r["run_id"])
        if r["run_id"] != run and r["run_id"] in last: fault(place, "stands apart from its run")
        if r["sequence"] > max(known): fault(place, "is known to no checkpoint")
        if known.get(r["sequence"], {r["record_hash"]}) != {r["record_hash"]}: fault(place, "is not what a checkpoint says")
        if is_covered(r):
            since = next((at for count, at in first.get(r["run_id"], []) if count >= r["sequence"]), 2**53)
            nearest = bisect.bisect_left(places, since)
            by = signed[nearest] if nearest < len(signed) else {}
            if (by.get("checkpoint_id"), by.get("key_id")) != (r["signature"], r["key_id"]):
                fault(place, "does not name the next signed checkpoint")
            # Of two records with one id only one would need evidence, and votes.
            if r["action_id"] in due: fault(place, "has the id of another record")
            due[r["action_id"]] = (place, r, by.get("sequence", 0))
        last[r["run_id"]], run = r, r["run_id"]
    for run in set(claims) - set(last): fault(run, "is missing as a whole")
    for run in set(claims) & set(last):
        if last[run]["sequence"] < max(claims[run]): fault(f"{run} {last[run]['sequence'] + 1}", "is missing, a cut end")
    check_evidence(lines["evidence"], due)
    for id in {line["key_id"] for line in lines["key"]} - set(keys): fault(f"key {id}", "is introduced by no checkpoint")
    if not checkpoints: fault("checkpoint 1", "is missing")
    if key and not any(is_signed(r, raw(key.split(":")[-1], 32)) for r in checkpoints): fault("the key", "has signed nothing here")
    if head and head not in [r["record_hash"] for r in checkpoints]: fault("checkpoint chain", "does not have that head")
    if witness: check_witness(witness, header.get("ledger_id"), {r["sequence"]: r["record_hash"] for r in checkpoints})
    told = "".join(f", {r['commits_lost']} commits lost" for r in checkpoints if r["type"] == "loss")
    return f"whole: {len(actions)} actions of {len(last)} runs, {len(checkpoints)} checkpoints{told}"

def exactly(value):  # an integer that no double holds, as the daemon writes it: no other one has its digest
    digits = str(abs(value))
    head = digits.rstrip("0")
    if head == digits: return str(value)
    return f"{'-' * (value < 0)}{head[0]}{'.' * (len(head) > 1)}{head[1:]}E+{len(digits) - 1}"

def number(value):  # as RFC 8785 writes it; Python finds the same digits, and puts them differently
    exact = decimal.Decimal(value)
    need(exact.adjusted() < 5000)
    if exact == exact.to_integral_value() and abs(exact) > 2**53:
        rounded = float(exact)
        if abs(rounded) == float("inf") or decimal.Decimal(number_of(rounded)) != exact: return exactly(int(exact))
    return number_of(value)

def number_of(value):
    if type(value) is int and abs(value) < 2**53: return str(value)
    value = float(value)
    need(value - value == 0)
    if value == 0: return "0"
    mantissa, _, power = f"{value!r}e0".partition("e")
    sign, mantissa, power = "-" * (value < 0), mantissa.lstrip("-"), int(power.split("e")[0])
    whole, _, part = mantissa.partition(".")
    digits = (whole + part).lstrip("0")
    point = len(whole) + power - (len(whole + part) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21: return sign + digits.ljust(point, "0")
    if 0 < point <= 21: return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0: return sign + "0." + "0" * -point + digits
    return f"{sign}{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e{point - 1:+d}"

def any_canonical(value):  # an input may have what no record has
    if type(value) is dict:
        return "{" + ",".join(any_canonical(n) + ":" + any_canonical(value[n]) for n in sorted(value, key=lambda n: n.encode("utf-16-be", "surrogatepass"))) + "}"
    if type(value) is list: return "[" + ",".join(map(any_canonical, value)) + "]"
    if type(value) in (int, decimal.Decimal): return number(value)
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", json.dumps(value, ensure_ascii=False))

def given_keys(text):  # key id -> key, and whether these are all keys of the ledger
    if os.path.isfile(text):
        with open(text, "rb") as file: text = file.read().decode().strip()
    if text.startswith("{"): found = [raw(key["x"], 32) for key in read(text.encode())["keys"]]
    else: found = [raw(text.split(":")[-1], 32)]
    return {key_id(key): key for key in found}, text.startswith("{")

def check_jws(jws, given):  # gives the payload
    head, payload, signature = jws.split(".")
    strict = lambda text: raw(text, len(unpadded(text)))
    kid = read(strict(head)).get("kid")
    if strict(head).decode() != f'{{"alg":"EdDSA","kid":"{kid}","typ":"holdpoint-receipt+jwt"}}': fault("jws", "has another header than a receipt")
    elif kid not in given: fault("jws", f"is signed with the key {kid}, which was not given")
    elif not verifies(given[kid], f"{head}.{payload}".encode(), signature_of(signature)): fault("jws", "has a signature that is not good")
    return strict(payload)

def signature_of(text):
    try: return raw(text, 64)
    except BROKEN: return b""

def read_receipt(file, given):
    text = file.decode().strip(" \t\r\n")  # what else Python calls a blank is not written
    if not text.startswith("{"):
        receipt = read(check_jws(text, given))
        return need(type(receipt) is dict and canonical(receipt)) and receipt
    need(not re.search(r"\\u[0-9a-f]{0,3}[A-F]", text))
    both = read(text.encode())
    need(set(both) == {"receipt", "jws"} and type(both["receipt"]) is dict)
    if canonical(both["receipt"]) != check_jws(both["jws"], given): fault("receipt", "is not what the JWS has as its payload")
    return both["receipt"]

def part(name, form, record):  # whether it can be read, and is what was hashed
    try: check_record(record, form, 2)
    except BROKEN: return fault(name, "cannot be read")
    if not is_hashed(record): fault(name, "was changed: it is not what was hashed")
    return True

def check_chain(receipt, given, whole):
    chain = receipt["chain"]
    action, links = chain["action"], chain["checkpoints"]
    if not part("action", True, action): return
    for member, of in DECIDED.items():
        if type(action.get(member)) is not str or action[member] != receipt.get(of): fault("action", f"has another {member} than the receipt has as {of}")
    if action["kind"] != "decision" or not is_covered(action): fault("action", "is not the record of a decision")
    named = chain["key"]
    key = raw(named["public_key"], 32)
    if key_id(key) != named["key_id"] or named["key_id"] != links[-1]["key_id"]: fault("key", "is not the one that the checkpoint names")
    elif whole and given.get(named["key_id"]) != key: fault("key", "is not among the given keys")
    last = action
    for r in chain.get("following", []):
        place = f"following {r.get('sequence')}"
        if not part(place, True, r): return
        if (r["run_id"], r["sequence"], r["prev_hash"]) != (action["run_id"], last["sequence"] + 1, last["record_hash"]):
            fault(place, "names another record before it")
        if not is_covered(r) and not is_signed(r, key): fault(place, "has a signature that is not good")
        last = r
    before = None
    for r in links:
        place = f"checkpoint {r.get('sequence')}"
        if not part(place, False, r): return
        if r.get("ledger_id") != receipt["ledger_id"]: fault(place, "is of another ledger")
        if before and (r["sequence"], r["prev_hash"]) != (before["sequence"] + 1, before["record_hash"]): fault(place, "names another record before it")
        if r is not links[-1] and (not is_covered(r) or r["signature"] != links[-1]["checkpoint_id"]): fault(place, "does not name the signed checkpoint")
        if r["key_id"] != links[-1]["key_id"]: fault(place, "names another key than the signed checkpoint")
        before = r
    first = links[0]
    if (first["type"], first["run_id"], first["count"], first["last_hash"]) != ("checkpoint", action["run_id"], last["sequence"], last["record_hash"]):
        fault(f"checkpoint {first['sequence']}", "does not have the records of the run that are here")
    if (action["signature"], action["key_id"]) != (links[-1]["checkpoint_id"], links[-1]["key_id"]):
        fault("action", "does not name the signed checkpoint")
    if not is_signed(links[-1], key): fault(f"checkpoint {links[-1]['sequence']}", "has a signature that is not good")

def check_spki(key):
    if key["algorithm"] == "hmac-sha256": return "public_key" not in key and "spki" not in key
    return unpadded(key["spki"]) == (ED25519 if key["algorithm"] == "ed25519" else b"") + unpadded(key["public_key"])

def check_receipt(file, key, input_file=""):
    try: given, whole = given_keys(key)
    except BROKEN: return fault("keys", "cannot be read")
    with open(file, "rb") as content: content = content.read()
    try: receipt = read_receipt(content, given)
    except BROKEN: return fault("file", "cannot be read")
    if receipt.get("format") != "holdpoint-receipt/1": fault("receipt", "is not of the format holdpoint-receipt/1")
    permit = receipt.get("permit", {})
    due = "prm_" + str(receipt.get("approval_id"))[4:]
    if type(permit) is not dict or permit.get("permit_id", due) != due:
        fault("receipt", "has a permit of another approval")
    try: check_chain(receipt, given, whole)
    except (*BROKEN, IndexError): fault("chain", "cannot be read")
    try:
        evidence = {n: receipt[n] for n in receipt if n not in ("format", "ledger_id", "permit", "chain")}
        if sha256(evidence) != receipt["chain"]["action"]["response_digest"]: fault("evidence", "does not match the digest in the record")
    except BROKEN: fault("evidence", "cannot be read")
    told = []
    try:
        if not_borne(receipt): fault("votes", not_borne(receipt))
        for place, vote in enumerate(receipt["votes"], 1):
            found = vote_fault(receipt, vote)
            if not found and "key" in vote and not check_spki(vote["key"]): found = "shows an spki that is not its public key"
            if found: fault(f"vote {place}", found)
            if vote.get("key", {}).get("algorithm") == "hmac-sha256": told.append("; the HMAC signature of a vote can be checked by the daemon alone")
    except BROKEN: fault("votes", "cannot be read")
    if input_file:
        try:
            with open(input_file, "rb") as call: call = json.loads(call.read().decode(), object_pairs_hook=once, parse_float=decimal.Decimal)
            text = any_canonical({"input": call, "tool_name": receipt["tool_name"]})
            good = hashlib.sha256(text.encode()).hexdigest() in (receipt["digest"], receipt.get("edited_digest"))
        except BROKEN: good = False
        if not good: fault("input", "is not what the digest is of")
    return f"good: {receipt.get('decision')} of {receipt.get('approval_id')} by {receipt.get('by')}" + "".join(told[:1])

if __name__ == "__main__":
    given, witness = sys.argv[1:], None
    if "--witness" in given:
        witness = given.pop(given.index("--witness") + 1)
        given.remove("--witness")
    if given[0] == "receipt": whole = check_receipt(*given[1:4])
    else: whole = check_export(given[0], *(given[1:] + ["", ""])[:2], witness)
    print("\n".join(faults) or whole)
    sys.exit(bool(faults))
