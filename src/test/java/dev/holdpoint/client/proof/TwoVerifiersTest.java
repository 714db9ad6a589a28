package dev.holdpoint.client.proof;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Authenticator.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Files of which one program could read something else than the other: odd values, and what the
 * owner of the audit key could write. Both say the same of each.
 */
final class TwoVerifiersTest {
  private final PaperLedger.Pen approver = PaperLedger.Pen.make();

  @TempDir private Path folder;

  @BeforeEach
  void second() {
    SecondOpinion.assumeThatItCanBeHad();
  }

  private PaperLedger introducing() {
    PaperLedger ledger = new PaperLedger();
    ledger.administer("state.adopted", PaperLedger.adopted()).commit();
    return ledger.administer("approver_key.create", PaperLedger.key("apk_1", approver)).commit();
  }

  private ObjectNode good() {
    ObjectNode detail = PaperLedger.signed("apk_1", approver, 2, 5);
    return detail.put("by", "approver_key:apk_1");
  }

  private static ObjectNode vote(ObjectNode detail) {
    return (ObjectNode) detail.path("votes").path(0);
  }

  private static ProofVerdict verify(List<String> export) throws IOException {
    byte[] bytes = (String.join("\n", export) + "\n").getBytes(UTF_8);
    return Verifier.verify(new ByteArrayInputStream(bytes), TrustedKeys.NOTHING);
  }

  private void agree(boolean whole, String name, List<String> export) throws IOException {
    ProofVerdict verdict = verify(export);
    Path file = Files.write(folder.resolve("export"), export);
    SecondOpinion.Opinion second = SecondOpinion.on(file);
    assertThat(verdict.proven()).as("%s: %s", name, verdict.findings()).isEqualTo(whole);
    assertThat(second.whole()).as("%s: %s", name, second.text()).isEqualTo(whole);
    if (!whole) {
      assertThat(second.places())
          .as("%s: %s, and %s", name, second.text(), verdict.findings())
          .containsAnyElementsOf(verdict.findings().stream().map(Finding::place).toList());
    }
  }

  private void agree(boolean whole, String name, Consumer<ObjectNode> bend) throws IOException {
    ObjectNode detail = good();
    bend.accept(detail);
    agree(whole, name, introducing().decide("run_A", detail).commit().export());
  }

  /** The same lines, one of which says something else. */
  private static List<String> with(List<String> export, int line, UnaryOperator<String> how) {
    List<String> lines = new ArrayList<>(export);
    String before = lines.get(line);
    lines.set(line, how.apply(before));
    assertThat(lines.get(line)).isNotEqualTo(before);
    return lines;
  }

  // PF-47
  @ParameterizedTest
  @ValueSource(strings = {"3.0", "true", "\"3\"", "3e0", "null", "[3]"})
  void PF_47_the_counts_of_the_last_line_are_integers(String count) throws IOException {
    List<String> export = introducing().decide("run_A", good()).commit().export();
    agree(true, "whole", export);
    for (String member : List.of("actions", "evidence")) {
      agree(
          false,
          member + " " + count,
          with(
              export,
              export.size() - 1,
              line -> line.replaceFirst("(\"" + member + "\":)3", "$1" + count)));
    }
  }

  // PF-47
  @ParameterizedTest
  @ValueSource(strings = {"\"now\"", "1.5", "1e99999999999", "null", "-1", "[[[[1]]]]", "true"})
  void PF_47_what_stands_beside_the_records_is_of_its_type_too(String odd) throws IOException {
    List<String> export = introducing().export();
    agree(
        false,
        "exported_at_ms " + odd,
        with(export, 0, line -> line.replaceFirst("(\"exported_at_ms\":)\\d+", "$1" + odd)));
    agree(
        false,
        "added_at_ms " + odd,
        with(export, 1, line -> line.replaceFirst("(\"added_at_ms\":)\\d+", "$1" + odd)));
    if (!odd.startsWith("\"")) {
      agree(
          false,
          "version " + odd,
          with(export, 0, line -> line.replaceFirst("(\"version\":)\"test\"", "$1" + odd)));
    }
  }

  // PF-47
  @Test
  void PF_47_a_checkpoint_without_an_id_or_a_ledger_is_named() throws IOException {
    List<String> export = introducing().decide("run_A", good()).commit().export();
    for (String member : List.of("checkpoint_id", "ledger_id", "prev_hash", "key_id")) {
      agree(
          false,
          member,
          with(
              export,
              export.size() - 8,
              line -> line.replaceFirst("\"" + member + "\":\"[^\"]+\",", "")));
    }
  }

  /** Of two records with one id only one would need evidence, and so votes. */
  @Test
  void PF_47_a_decision_that_shares_the_evidence_of_another_is_named() throws IOException {
    String[] shared = {""};
    PaperLedger ledger = introducing();
    ledger.decide("run_A", good(), record -> shared[0] = record.path("action_id").asString());
    ObjectNode forged = good().put("by", "olga");
    forged.putArray("votes").addObject().put("by", "olga").put("at_ms", 5);
    List<String> export = new ArrayList<>();
    ledger.decide("run_B", forged, record -> record.put("action_id", shared[0])).commit();
    for (boolean first : List.of(true, false)) {
      export.clear();
      export.addAll(ledger.export());
      List<String> both =
          export.stream()
              .filter(line -> line.contains("\"evidence\"") && line.contains(shared[0]))
              .toList();
      assertThat(both).hasSize(2);
      export.remove(both.get(first ? 0 : 1));
      // Whoever forges an export does not forget its last line.
      export.set(export.size() - 1, export.getLast().replace("\"evidence\":4", "\"evidence\":3"));
      agree(false, "one id", export);
    }
  }

  // PF-47
  @Test
  void PF_47_votes_and_policy_are_read_alike() throws IOException {
    agree(true, "as it is", _ -> {});
    agree(false, "no votes", it -> it.put("by", "olga").remove("votes"));
    agree(false, "votes by name", it -> it.put("by", "olga").putObject("votes").putObject("a"));
    agree(false, "a vote of nobody", it -> vote(it.put("by", "olga")).remove("by"));
    agree(false, "a vote of a number", it -> vote(it.put("by", "olga")).put("by", 5));
    agree(false, "a vote that is a text", it -> it.put("by", "olga").putArray("votes").add("olga"));
    agree(
        false,
        "a key and no signature",
        it -> vote(it.put("by", "olga")).put("by", "olga").remove("signature"));
    agree(
        false,
        "a signature and no key",
        it -> vote(it.put("by", "olga")).put("by", "olga").remove("key"));
    agree(false, "a principal of numbers", it -> vote(it).putArray("principal").add(1));
    agree(false, "a policy that is none", it -> it.putArray("policy"));
    agree(false, "a policy of null", it -> it.putNull("policy"));
    agree(
        false,
        "as many as a text says",
        it ->
            it.putObject("policy").put("signature_required", true).put("approvals_required", "1"));
    agree(false, "the revision as a text", it -> it.put("revision", "1"));
    for (String exp : List.of("01782813720", "+1782813720", " 1782813720", "-0", "1782813720.0")) {
      agree(false, "exp " + exp, it -> ((ObjectNode) vote(it).path("signature")).put("exp", exp));
    }
  }

  /** One approver and the owner of the audit key are not as many people as a policy wants. */
  @Test
  void PF_47_one_key_is_one_person_however_many_votes_it_signs() throws IOException {
    ObjectNode twice = good();
    twice.putObject("policy").put("signature_required", true).put("approvals_required", 2);
    vote(twice).put("principal", "ada");
    ((ArrayNode) twice.path("votes")).add(vote(twice).deepCopy().put("principal", "bob"));
    agree(false, "two names", introducing().decide("run_A", twice).commit().export());

    PaperLedger ledger = new PaperLedger();
    ledger.administer("state.adopted", PaperLedger.adopted()).commit();
    ObjectNode key = PaperLedger.key("apk_1", approver).put("principal", "ada");
    ledger.administer("approver_key.create", key).commit();
    ObjectNode one = good();
    vote(one).put("principal", "ada");
    agree(true, "ada", ledger.decide("run_A", one).commit().export());
    vote(one).put("principal", "bob");
    agree(false, "bob with the key of ada", ledger.decide("run_B", one).commit().export());
  }

  /** The owner of the audit key with a key that was revoked, because others have it too. */
  @Test
  void PF_47_an_earlier_vote_of_a_revoked_key_has_a_record_of_its_own() throws IOException {
    for (boolean endorsed : List.of(true, false)) {
      PaperLedger ledger = introducing();
      ObjectNode vote = good();
      if (endorsed) {
        ledger.decide("run_A", vote.deepCopy().put("decision", "endorse")).commit();
      }
      ledger.administer("approver_key.revoke", PaperLedger.key("apk_1", approver)).commit();
      vote.put("at_ms", 6).put("by", "deadline");
      agree(endorsed, "endorsed", ledger.decide("run_A", vote).commit().export());
    }
  }

  // PF-47
  @Test
  void PF_47_names_are_sorted_as_the_standard_says_and_levels_are_bounded() throws IOException {
    agree(true, "odd names", it -> it.put("\uE000", 1).put("\uD83D\uDE00", 2).put("\uFFFD", 3));
    agree(false, "many levels", it -> nested(it, 150));
    agree(true, "some levels", it -> nested(it, 90));
    List<String> export =
        introducing()
            .decide("run_A", good(), record -> record.put("odd", Long.MIN_VALUE))
            .commit()
            .export();
    agree(false, "the least of all longs", export);
  }

  private static void nested(ObjectNode detail, int levels) {
    ObjectNode inner = detail;
    for (int i = 0; i < levels; i++) {
      inner = inner.putObject("a");
    }
  }

  // PF-47
  @Test
  void PF_47_evidence_of_half_a_character_is_named() throws IOException {
    List<String> export = introducing().decide("run_A", good()).commit().export();
    agree(
        false,
        "half an id",
        with(
            export,
            export.size() - 2,
            line -> line.replaceFirst("\"action_id\":\"", "$0\\\\ud800")));
  }

  // PF-47
  @Test
  void PF_47_acts_that_name_no_key_introduce_none() throws IOException {
    PaperLedger ledger = introducing();
    ledger.administer("passkey.create", PaperLedger.JSON.createObjectNode());
    ledger.administer("approver_key.revoke", PaperLedger.JSON.createObjectNode().put("key_id", 5));
    ledger.administer(
        "approver_key.create", PaperLedger.JSON.createObjectNode().put("key_id", "passkeys"));
    ledger.administer(
        "state.adopted", PaperLedger.JSON.createObjectNode().put("approver_keys", "none"));
    agree(true, "odd acts", ledger.commit().decide("run_A", good()).commit().export());
  }

  // PF-62
  @Test
  void PF_62_a_passkey_has_signed_in_one_form_alone() throws IOException {
    Authenticator ec = new Authenticator(Kind.ES256, "http://localhost:1");
    agree(true, "a passkey", passkey(ec));
    UnaryOperator<byte[]> marked = it -> ("\uFEFF" + new String(it, UTF_8)).getBytes(UTF_8);
    UnaryOperator<byte[]> wide = it -> new String(it, UTF_8).getBytes(UTF_16BE);
    UnaryOperator<byte[]> framed =
        it -> new String(it, UTF_8).replace("false", "\"true\"").getBytes(UTF_8);
    for (UnaryOperator<byte[]> bend : List.of(marked, wide, framed)) {
      ec.clientBend = bend;
      agree(false, "client data", passkey(ec));
    }
    ec.clientBend = UnaryOperator.identity();
    boolean[] bent = {false};
    ec.signatureBend =
        it -> {
          byte[] shorter = Authenticator.withoutZero(it);
          bent[0] = shorter.length < it.length;
          return shorter;
        };
    List<String> export = passkey(ec);
    while (!bent[0]) {
      export = passkey(ec);
    }
    agree(false, "a number below 0", export);

    Authenticator rsa = new Authenticator(Kind.RS256, "http://localhost:1");
    agree(true, "a passkey of RSA", passkey(rsa));
    rsa.withNull = false;
    agree(false, "without NULL", passkey(rsa));
  }

  private static List<String> passkey(Authenticator by) {
    PaperLedger ledger = new PaperLedger();
    ledger.administer("state.adopted", PaperLedger.adopted()).commit();
    ledger.administer("approver_key.create", PaperLedger.key("apk_1", by)).commit();
    return ledger.decide("run_A", PaperLedger.signed("apk_1", by, 5)).commit().export();
  }
}
