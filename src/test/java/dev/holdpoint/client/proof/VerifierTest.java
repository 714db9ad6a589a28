package dev.holdpoint.client.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.blackbox.Authenticator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** An export is whole, or what is wrong with it is named; two programs say so. */
final class VerifierTest {
  private final PaperLedger.Pen first = PaperLedger.Pen.make();
  private final PaperLedger ledger = new PaperLedger(first);

  @TempDir private Path folder;

  private final PaperLedger.Pen approver = PaperLedger.Pen.make();

  VerifierTest() {
    ledger
        .administer("state.adopted", PaperLedger.adopted(PaperLedger.key("apk_1", approver)))
        .commit();
    ledger
        .act("run_A", "bash")
        .commit()
        .decide("run_A", PaperLedger.signed("apk_1", approver, 1, 1))
        .decide("run_B", PaperLedger.signed("apk_1", approver, 2, 2))
        .commit()
        .act("run_A", "bash")
        .act("run_B", "ünïcode \"\\\n\u0001😀")
        .commit();
    ledger.act("run_A", "bash").commit();
    ledger.rotate();
    ledger.act("run_A", "bash").act("run_B", "bash").commit();
    ledger.act("run_A", "bash").act("run_A", "bash").commit();
  }

  private static ProofVerdict verify(List<String> export, TrustedKeys trust) {
    return verify(String.join("\n", export) + "\n", trust);
  }

  private static ProofVerdict verify(String export, TrustedKeys trust) {
    try {
      return Verifier.verify(
          new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)), trust);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Flaw> flaws(ProofVerdict verdict) {
    return verdict.findings().stream().map(Finding::flaw).distinct().toList();
  }

  @Test
  void a_whole_export_is_proven_with_the_first_key_and_with_the_last() {
    for (PaperLedger.Pen pen : List.of(first, ledger.pen())) {
      ProofVerdict verdict = verify(ledger.export(), TrustedKeys.in(pen.publicKey()));
      assertThat(verdict.findings()).isEmpty();
      assertThat(verdict.proven()).isTrue();
      assertThat(verdict.keyKnown()).isTrue();
      assertThat(verdict.actions()).isEqualTo(11);
      assertThat(verdict.runs()).isEqualTo(3);
      assertThat(verdict.keyIds()).containsExactly(first.id(), ledger.pen().id());
    }
    assertThat(verify(ledger.export(), TrustedKeys.NOTHING).keyKnown()).isFalse();
  }

  @Test
  void a_ledger_in_which_nothing_happened_is_whole() {
    assertThat(verify(new PaperLedger().export(), TrustedKeys.NOTHING).findings()).isEmpty();
  }

  @Test
  void a_key_that_signed_nothing_proves_nothing() {
    PaperLedger.Pen stranger = PaperLedger.Pen.make();
    assertThat(flaws(verify(ledger.export(), TrustedKeys.in(stranger.publicKey()))))
        .containsExactly(Flaw.UNKNOWN_KEY);
  }

  @Test
  void a_ledger_made_anew_that_only_names_the_key_is_not_taken_for_it() {
    PaperLedger.Pen forger = PaperLedger.Pen.make();
    PaperLedger forged = new PaperLedger(forger).act("run_A", "nothing bad").commit();
    assertThat(verify(forged.export(), TrustedKeys.NOTHING).proven()).isTrue();
    assertThat(flaws(verify(forged.export(), TrustedKeys.in(first.publicKey()))))
        .containsExactly(Flaw.UNKNOWN_KEY);
  }

  @Test
  void a_cut_end_of_the_checkpoint_chain_is_seen_by_whoever_noted_a_later_head() {
    List<String> before = ledger.export();
    ledger.act("run_C", "bash").commit();
    ProofVerdict now = verify(ledger.export(), TrustedKeys.NOTHING);
    TrustedKeys noted = new TrustedKeys(null, now.headHash(), 0);
    assertThat(verify(ledger.export(), noted).proven()).isTrue();
    assertThat(verify(before, TrustedKeys.NOTHING).proven()).isTrue();
    assertThat(flaws(verify(before, noted))).containsExactly(Flaw.TRUNCATED);
    assertThat(flaws(verify(before, new TrustedKeys(null, null, now.headSequence()))))
        .containsExactly(Flaw.TRUNCATED);
    assertThat(verify(ledger.export(), new TrustedKeys(null, null, now.headSequence())).proven())
        .isTrue();
  }

  // PF-46
  @Test
  void an_export_of_format_1_is_read_as_before_and_has_no_room_for_more() throws IOException {
    PaperLedger before =
        PaperLedger.ofBefore(first).act("run_A", "bash").act("run_B", "bash").commit();
    List<String> export = before.export();
    assertThat(verify(export, TrustedKeys.in(first.publicKey())).findings()).isEmpty();
    SecondOpinion.assumeThatItCanBeHad();
    Path file = folder.resolve("before");
    Files.write(file, export);
    assertThat(SecondOpinion.on(file, first.publicKey().line()).text()).startsWith("whole: 2 act");

    List<String> newer =
        ledger.export().stream().map(line -> line.replace("audit/2", "audit/1")).toList();
    assertThat(flaws(verify(newer, TrustedKeys.NOTHING))).contains(Flaw.MALFORMED);
  }

  /** The lines of the ledger with one record of it changed. */
  private List<String> withUnsigned(UnaryOperator<String> how) {
    List<String> lines = new ArrayList<>(ledger.export());
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("{\"type\":\"checkpoint\"")
          && lines.get(i).contains("\"signature_alg\":\"checkpoint\"")) {
        lines.set(i, how.apply(lines.get(i)));
        return lines;
      }
    }
    throw new IllegalStateException("no checkpoint is unsigned");
  }

  // PF-47
  @Test
  void an_unsigned_checkpoint_that_was_changed_is_named_by_both_programs() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    Map<List<String>, Flaw> cases =
        Map.of(
            withUnsigned(line -> line.replaceFirst("\"count\":\\d+", "\"count\":9")),
            Flaw.CHANGED,
            withUnsigned(
                line -> line.replaceFirst("ckp_0+(\\d+)\"}}$", "ckp_X0000000000000$1\"}}")),
            Flaw.UNCOVERED,
            withUnsigned(
                line ->
                    line.replaceFirst(
                        "\"signature_alg\":\"c[a-z]+\"", "\"signature_alg\":\"ed25519\"")),
            Flaw.MALFORMED);
    for (Map.Entry<List<String>, Flaw> one : cases.entrySet()) {
      ProofVerdict verdict = verify(one.getKey(), TrustedKeys.NOTHING);
      assertThat(flaws(verdict)).as("%s", verdict.findings()).contains(one.getValue());
      Path file = folder.resolve("unsigned");
      Files.write(file, one.getKey());
      assertThat(SecondOpinion.on(file).places())
          .as(one.getValue().name())
          .anyMatch(place -> place.startsWith("checkpoint") || place.startsWith("line"));
    }
  }

  /** A ledger that was kept as it must be, and whose one decision is not what it says. */
  private static PaperLedger decided(
      PaperLedger.Pen approver, boolean revokedBefore, boolean introduced, ObjectNode detail) {
    return decided(PaperLedger.key("apk_1", approver), revokedBefore, introduced, detail);
  }

  private static PaperLedger decided(
      ObjectNode key, boolean revokedBefore, boolean introduced, ObjectNode detail) {
    PaperLedger ledger = new PaperLedger();
    ledger.administer("state.adopted", PaperLedger.adopted()).commit();
    if (introduced) {
      ledger.administer("approver_key.create", key).commit();
    }
    if (revokedBefore) {
      ledger.administer("approver_key.revoke", key).commit();
    }
    return ledger.decide("run_A", detail).commit();
  }

  @Test
  void a_signature_in_evidence_counts_by_a_good_key_that_was_introduced_alone() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode good = PaperLedger.signed("apk_1", approver, 2, 5);
    ObjectNode edited = good.deepCopy();
    edited.put("revision", 2);
    ObjectNode foreign = PaperLedger.signed("apk_1", PaperLedger.Pen.make(), 2, 5);
    ObjectNode keyless = good.deepCopy();
    ((ObjectNode) keyless.path("votes").path(0)).remove("key");
    assertSignature(true, decided(approver, false, true, good));
    assertSignature(false, decided(approver, true, true, good));
    assertSignature(false, decided(approver, false, false, good));
    assertSignature(false, decided(approver, false, true, edited));
    assertSignature(false, decided(approver, false, true, foreign));
    assertSignature(false, decided(approver, false, true, keyless));
  }

  /** The writer of the evidence does not choose how its signature is verified. */
  @Test
  void a_vote_counts_by_the_algorithm_that_its_key_was_introduced_with_alone() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode key = PaperLedger.key("apk_1", approver);
    ObjectNode forged = PaperLedger.signed("apk_1", approver, 2, 5);
    ObjectNode vote = (ObjectNode) forged.path("votes").path(0);
    ((ObjectNode) vote.path("signature")).put("algorithm", "hmac-sha256").put("value", "AAAA");
    ((ObjectNode) vote.path("key")).put("algorithm", "hmac-sha256");
    assertSignature(false, decided(key, false, true, forged));
    ((ObjectNode) vote.path("key")).remove("public_key");
    assertSignature(false, decided(key, false, true, forged));
    ObjectNode shared = key.deepCopy();
    shared.put("algorithm", "hmac-sha256").remove("public_key");
    assertSignature(true, decided(shared, false, true, forged));
    // Nor does an introduction without a public key stand for every key.
    ObjectNode bare = key.deepCopy();
    bare.remove("public_key");
    assertSignature(false, decided(bare, false, true, PaperLedger.signed("apk_1", approver, 2, 5)));
  }

  @Test
  void a_passkey_counts_for_just_what_it_has_signed() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    for (Authenticator.Kind kind : Authenticator.Kind.values()) {
      Authenticator passkey = new Authenticator(kind, "http://localhost:1");
      ObjectNode key = PaperLedger.key("apk_1", passkey);
      ObjectNode good = PaperLedger.signed("apk_1", passkey, 5);
      assertSignature(true, decided(key, false, true, good));
      for (String part : List.of("value", "client_data", "authenticator_data")) {
        assertSignature(false, decided(key, false, true, flipped(good, part)));
      }
      ObjectNode other = good.deepCopy();
      other.put("revision", 2);
      assertSignature(false, decided(key, false, true, other));
    }
    Authenticator absent = new Authenticator(Authenticator.Kind.ES256, "http://localhost:1");
    ObjectNode key = PaperLedger.key("apk_1", absent);
    absent.verified = false;
    assertSignature(false, decided(key, false, true, PaperLedger.signed("apk_1", absent, 5)));
    absent.verified = true;
    absent.present = false;
    assertSignature(false, decided(key, false, true, PaperLedger.signed("apk_1", absent, 5)));
    absent.present = true;
    absent.useType = "webauthn.create";
    assertSignature(false, decided(key, false, true, PaperLedger.signed("apk_1", absent, 5)));
    absent.useType = "webauthn.get";
    assertSignature(true, decided(key, false, true, PaperLedger.signed("apk_1", absent, 5)));
  }

  /** The owner of the audit key writes what the ledger says, and has no approver's key. */
  @Test
  void a_decision_in_the_name_of_an_approver_needs_that_vote() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode good = PaperLedger.signed("apk_1", approver, 2, 5);
    good.put("by", "approver_key:apk_1");
    assertSignature(true, decided(approver, false, true, good));

    ObjectNode other = good.deepCopy();
    other.put("by", "approver_key:apk_2");
    assertSignature(false, decided(approver, false, true, other));
    ObjectNode turned = good.deepCopy();
    turned.put("decision", "deny");
    assertSignature(false, decided(approver, false, true, turned));
    ObjectNode none = good.deepCopy();
    none.putArray("votes");
    assertSignature(false, decided(approver, false, true, none));
  }

  @Test
  void under_a_policy_of_signatures_a_yes_needs_as_many_as_it_says() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode click = PaperLedger.signed("apk_1", approver, 2, 5);
    click.put("by", "olga").putArray("votes").addObject().put("by", "olga").put("at_ms", 5);
    ((ObjectNode) click.path("votes").path(0)).put("principal", "olga").put("decision", "approve");
    assertSignature(true, decided(approver, false, true, click));
    click.putObject("policy").put("signature_required", true).put("approvals_required", 1);
    assertSignature(false, decided(approver, false, true, click));
    assertSignature(true, decided(approver, false, true, click.deepCopy().put("decision", "deny")));

    ObjectNode one = PaperLedger.signed("apk_1", approver, 2, 5);
    one.put("by", "approver_key:apk_1");
    one.putObject("policy").put("signature_required", true).put("approvals_required", 1);
    assertSignature(true, decided(approver, false, true, one));
    ((ObjectNode) one.path("policy")).put("approvals_required", 2);
    assertSignature(false, decided(approver, false, true, one));
  }

  /** What an approver signed for one call must not pass as their word on another. */
  @Test
  void a_signature_of_version_2_does_not_pass_as_one_of_version_1() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode forged = PaperLedger.signed("apk_1", approver, 2, 5);
    forged.put("by", "approver_key:apk_1").put("digest", "c".repeat(64));
    ObjectNode vote = (ObjectNode) forged.path("votes").path(0);
    ObjectNode signature = (ObjectNode) vote.path("signature");
    vote.put("decision", "approve\",\"digest\":\"" + "a".repeat(64));
    signature.put(
        "exp", "1782813720,\"revision\":1,\"secrets\":\"" + "b".repeat(64) + "\",\"v\":2");
    signature.remove("secrets");
    signature.remove("version");
    // The decision itself has the vote, so that only the payload is left to be looked at.
    forged.put("decision", "respond");
    assertSignature(false, decided(approver, false, true, forged));

    for (String version : List.of("3", "0", "\"2\"", "null")) {
      ObjectNode odd = PaperLedger.signed("apk_1", approver, 2, 5);
      ((ObjectNode) odd.path("votes").path(0).path("signature"))
          .set("version", PaperLedger.JSON.readTree(version));
      assertSignature(false, decided(approver, false, true, odd));
    }
  }

  /** The owner of the audit key could put votes on one request beside a decision on another. */
  @Test
  void PF_47_evidence_of_another_decision_is_named_by_both_programs() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode good = PaperLedger.signed("apk_1", approver, 2, 5);
    good.put("by", "approver_key:apk_1");
    for (String member :
        List.of("target", "session_id", "request_digest", "outcome", "principal_id")) {
      assertEvidence(good, record -> record.put(member, "other"));
    }
    assertSignature(true, introducing().decide("run_A", good).commit());
  }

  private PaperLedger introducing() {
    PaperLedger ledger = new PaperLedger();
    ledger.administer("state.adopted", PaperLedger.adopted()).commit();
    return ledger.administer("approver_key.create", PaperLedger.key("apk_1", approver)).commit();
  }

  private void assertEvidence(ObjectNode detail, Consumer<ObjectNode> bend) throws IOException {
    PaperLedger ledger = introducing().decide("run_A", detail, bend).commit();
    Path file = folder.resolve("other");
    Files.write(file, ledger.export());
    assertThat(flaws(verify(ledger.export(), TrustedKeys.NOTHING)))
        .isEqualTo(List.of(Flaw.EVIDENCE_MISMATCH));
    assertThat(SecondOpinion.on(file).places()).isEqualTo(List.of("run_A 1"));
  }

  /** With a signature of its own such a record would need no evidence, and so no votes. */
  @Test
  void PF_47_a_decision_without_evidence_is_named_by_both_programs() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    for (PaperLedger ledger :
        List.of(new PaperLedger(), PaperLedger.ofBefore(PaperLedger.Pen.make()))) {
      for (String kind : List.of("decision", "effect", "permit", "admin")) {
        ledger.act("run_" + kind, kind, "apr_1");
      }
      List<String> export = ledger.commit().export();
      Path file = folder.resolve("bare");
      Files.write(file, export);
      assertThat(
              verify(export, TrustedKeys.NOTHING).findings().stream()
                  .filter(found -> found.flaw() == Flaw.MALFORMED))
          .hasSize(4);
      assertThat(SecondOpinion.on(file).places())
          .filteredOn(place -> place.startsWith("line"))
          .hasSize(4);
    }
  }

  /** Its bytes would be those of a question mark; and a record without its members is told too. */
  @Test
  void PF_47_half_a_surrogate_pair_and_a_record_without_its_target_are_named_by_both()
      throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    ObjectNode detail = PaperLedger.signed("apk_1", approver, 2, 5);
    detail.put("by", "who?").putArray("votes");
    List<String> export = introducing().decide("run_A", detail).commit().export();
    assertThat(flaws(verify(export, TrustedKeys.NOTHING))).isEmpty();
    assertMalformed(
        export.stream()
            .map(line -> line.contains("\"detail\"") ? line.replace("who?", "who\\ud800") : line)
            .toList());
    assertMalformed(
        export.stream().map(line -> line.replace("\"target\":\"apr_1\",", "")).toList());
  }

  private void assertMalformed(List<String> export) throws IOException {
    Path file = folder.resolve("malformed");
    Files.write(file, export);
    assertThat(flaws(verify(export, TrustedKeys.NOTHING))).contains(Flaw.MALFORMED);
    assertThat(SecondOpinion.on(file).places()).anyMatch(place -> place.startsWith("line"));
  }

  /** One bit of the last byte is another one. */
  private static ObjectNode flipped(ObjectNode detail, String part) {
    ObjectNode bent = detail.deepCopy();
    ObjectNode signature = (ObjectNode) bent.path("votes").path(0).path("signature");
    byte[] bytes = Base64.getUrlDecoder().decode(signature.path(part).asString());
    bytes[bytes.length - 1] ^= 1;
    signature.put(part, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    return bent;
  }

  private void assertSignature(boolean good, PaperLedger of) throws IOException {
    Path file = folder.resolve("signed");
    Files.write(file, of.export());
    assertThat(flaws(verify(of.export(), TrustedKeys.NOTHING)))
        .isEqualTo(good ? List.of() : List.of(Flaw.APPROVER_SIGNATURE));
    assertThat(SecondOpinion.on(file).places()).isEqualTo(good ? List.of() : List.of("run_A 1"));
  }

  // PF-47
  @ParameterizedTest
  @EnumSource(Tampering.class)
  void every_tampering_is_named(Tampering tampering) {
    ProofVerdict verdict =
        verify(tampering.applyTo(ledger.export()), TrustedKeys.in(first.publicKey()));
    assertThat(verdict.proven()).isFalse();
    assertThat(flaws(verdict)).as("%s", verdict.findings()).contains(tampering.flaw());
  }

  @Test
  void the_program_in_python_agrees_on_what_is_whole_and_on_keys_and_heads() throws IOException {
    SecondOpinion.assumeThatItCanBeHad();
    Path file = folder.resolve("export");
    Files.write(file, ledger.export());
    ProofVerdict whole = verify(ledger.export(), TrustedKeys.NOTHING);
    assertThat(SecondOpinion.on(file, first.publicKey().line()).text()).startsWith("whole: 11 act");
    String last = ledger.pen().publicKey().line();
    assertThat(SecondOpinion.on(file, last, String.valueOf(whole.headHash())).whole()).isTrue();
    assertThat(SecondOpinion.on(file, PaperLedger.Pen.make().publicKey().line()).whole()).isFalse();
    assertThat(SecondOpinion.on(file, last, "0".repeat(64)).whole()).isFalse();
  }

  @Test
  void what_is_no_export_at_all_is_told_and_bounded() {
    assertThat(flaws(verify("", TrustedKeys.NOTHING))).contains(Flaw.INCOMPLETE, Flaw.TRUNCATED);
    assertThat(flaws(verify("\u0000\n[]\nnull\n{}\n", TrustedKeys.NOTHING)))
        .contains(Flaw.MALFORMED);
    ProofVerdict long1 = verify("x".repeat(3 << 20), TrustedKeys.NOTHING);
    assertThat(long1.findings().getFirst().detail()).contains("longer than");
    ProofVerdict many = verify("x\n".repeat(5_000), TrustedKeys.NOTHING);
    assertThat(many.findingCount()).isGreaterThan(5_000);
    assertThat(many.findings()).hasSize(1_000);
    assertThat(flaws(verify("[".repeat(100_000), TrustedKeys.NOTHING))).contains(Flaw.MALFORMED);
  }

  @Test
  void bytes_that_are_no_utf8_are_told() throws IOException {
    InputStream junk = new ByteArrayInputStream(new byte[] {'"', (byte) 0xff, '"', '\n'});
    assertThat(flaws(Verifier.verify(junk, TrustedKeys.NOTHING))).contains(Flaw.MALFORMED);
  }

  @Test
  void a_public_key_is_taken_in_each_form_that_people_keep() throws Malformed {
    String base64 = Base64Url.encode(first.raw());
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getEncoder().encodeToString(first.pair().getPublic().getEncoded())
            + "\n-----END PUBLIC KEY-----\n";
    for (String text : List.of(base64, first.id() + ":" + base64, pem, " " + base64 + "\n")) {
      assertThat(PublicKey.parse(text).line()).isEqualTo(first.id() + ":" + base64);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "abc",
        "0123456789abcdef:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"
      })
  void a_text_that_is_no_public_key_is_refused(String text) {
    assertThatThrownBy(() -> PublicKey.parse(text)).isInstanceOf(Malformed.class);
  }
}
