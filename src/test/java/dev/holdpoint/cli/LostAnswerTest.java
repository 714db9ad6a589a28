package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TypedHere.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tokens and keys whose answer is lost on the way. */
class LostAnswerTest {
  @TempDir Path folder = Path.of("");

  @Test
  // KT-13
  void KT_13_a_token_whose_answer_is_lost_is_taken_back_and_made_anew() throws Exception {
    try (Desk desk = new Desk(folder);
        LossyProxy line = new LossyProxy(desk.address(), 1)) {
      Outcome added = desk.typeAt(line.address(), "tokens", "add", "ci", "--role", "agent");

      assertThat(added.exitCode()).as(added.toString()).isZero();
      JsonNode tokens = desk.json("tokens", "list");
      assertThat(tokens.valueStream().filter(row -> row.path("name").asString().equals("ci")))
          .hasSize(1);
      desk.http().as(added.out().strip()).get("/v1/sessions").expect(200);

      String tenant = desk.json("tenants", "add", "acme").path("tenant_id").asString();
      try (LossyProxy worse = new LossyProxy(desk.address(), 1)) {
        Outcome key = desk.typeAt(worse.address(), "keys", "service", "add", tenant, "host");
        assertThat(key.exitCode()).as(key.toString()).isZero();
        JsonNode keys = desk.json("keys", "service", "list", tenant);
        assertThat(keys.valueStream().filter(row -> row.path("state").asString().equals("active")))
            .as(keys.toString())
            .hasSize(1);
      }
    }
  }
}
