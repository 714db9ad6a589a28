package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboundRequestsTest {
  @Test
  void a_signature_is_what_any_receiver_can_check() throws Exception {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    String secret = Signature.secret(random);
    long now = Instant.now().getEpochSecond();

    String signature =
        new Signature(new Credential("own", secret)).of("dlv_1", now, "{\"a\":\"é\"}");

    new Webhook(secret)
        .verify(
            "{\"a\":\"é\"}",
            Map.of(
                "webhook-id", List.of("dlv_1"),
                "webhook-timestamp", List.of("" + now),
                "webhook-signature", List.of(signature)));
  }

  @Test
  void a_signature_is_the_one_of_the_scheme() {
    // The example of the Standard Webhooks specification.
    Credential secret = new Credential("own", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    assertThat(
            new Signature(secret)
                .of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @ParameterizedTest
  @CsvSource({
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, true",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa, false",
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false",
    "whsec_, false",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa==Sw, false",
    "'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL Sw', false"
  })
  void a_secret_has_the_form_of_the_scheme(String text, boolean good) {
    assertThat(Signature.isSecret(text)).isEqualTo(good);
  }

  @Test
  void a_long_text_is_cut_with_a_mark_and_never_inside_a_character() {
    assertThat(Clip.to(20, "short")).isEqualTo("short");
    assertThat(Clip.to(20, "x".repeat(21))).hasSize(20).endsWith("x\n… (cut)");
    assertThat(Clip.to(20, "😀".repeat(11))).isEqualTo("😀".repeat(6) + "\n… (cut)");
    assertThat(Clip.to(19, "😀".repeat(11))).isEqualTo("😀".repeat(5) + "\n… (cut)");
  }

  @Test
  void what_would_be_markup_for_slack_is_written_out() {
    assertThat(Clip.forSlack(100, "<!channel> a & b <https://a|b>"))
        .isEqualTo("&lt;!channel&gt; a &amp; b &lt;https://a|b&gt;");
    assertThat(Clip.forSlack(20, "<".repeat(100))).isEqualTo("&lt;&lt;&lt;\n… (cut)");
  }

  @Test
  void nothing_secret_is_printed() {
    Credential token = new Credential("TOKEN", "very-secret");
    Connector connector =
        new Connector("ops", ConnectorKind.TELEGRAM, Connectors.TELEGRAM, token, token);
    OutboundRequest letter =
        new OutboundRequests(
                Map.of(), new Credential("own", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
            .write(
                Parcels.to("ops", "1"),
                new ResolvedTarget(
                    connector,
                    new Destination.Chat(
                        tools.jackson.databind.node.IntNode.valueOf(1), null, null)),
                Instant.EPOCH);

    assertThat(letter.url().toString()).contains("very-secret");
    assertThat("" + connector + letter + token).doesNotContain("very-secret");
  }
}
