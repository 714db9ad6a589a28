package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Acceptance.JSON;
import static dev.holdpoint.acceptance.Acceptance.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Authenticator;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Together;
import dev.holdpoint.daemon.TestDaemon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Passkeys where there are two nodes behind one name. */
final class PasskeyAtNodesTest {
  private static final String PAGE = "http://localhost";
  private static final int BROWSERS = 8;

  private final SharedLedger ledger = new SharedLedger();

  private TestDaemon node(String name) {
    return ledger.node(name, Map.of("HOLDPOINT_PASSKEYS_ORIGINS", PAGE));
  }

  /** As the browser sees it, which has a name for it. */
  private static Http named(TestDaemon daemon, String token) {
    return new Http("http://localhost:" + daemon.http().address().getPort(), token);
  }

  private static String challenge(Http at) {
    return text(at.as(null).post("/v1/passkeys/challenges", null).expect(201).json(), "challenge");
  }

  // PF-63
  @Test
  void PF_63_a_challenge_of_one_node_works_once_over_both() {
    try (TestDaemon one = node("one");
        TestDaemon two = node("two")) {
      String token = String.valueOf(one.http().withRole("operator", "olga").token());
      Http here = named(one, token);
      Http there = named(two, token);
      Authenticator by = new Authenticator(Authenticator.Kind.ES256, PAGE);
      here.post("/v1/passkeys", by.registers(challenge(there)).toString()).expect(201);

      ObjectNode body = JSON.createObjectNode();
      body.set("passkey", by.signsIn(challenge(here)));
      List<Http> nodes = List.of(here.as(null), there.as(null));
      List<Http.Answer> answers =
          Together.call(BROWSERS, i -> nodes.get(i % 2).post("/v1/web-sessions", body.toString()));

      assertThat(answers.stream().map(Http.Answer::status))
          .hasSize(BROWSERS)
          .containsOnly(201, 401)
          .containsOnlyOnce(201);
    }
  }
}
