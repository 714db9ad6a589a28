package dev.holdpoint.client.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An export is whole, or what is wrong with it is named; two programs say so. */
final class VerifierTest {
  private final PaperLedger.Pen first = PaperLedger.Pen.make();
  private final PaperLedger ledger = new PaperLedger(first);

  @TempDir private Path folder;

  VerifierTest() {
    ledger
        .act("run_A", "bash")
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
      assertThat(verdict.actions()).isEqualTo(8);
      assertThat(verdict.runs()).isEqualTo(2);
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
    assertThat(SecondOpinion.on(file, first.publicKey().line()).text()).startsWith("whole: 8 act");
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
