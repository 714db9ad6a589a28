package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.engine.json.RenderingVectors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the terminal says that it showed comes from the rows that were on the screen. */
class RenderedRowsTest {
  private static final String ID = "apr_1";
  private static final int ROWS = 24;

  /** A long card is laid out anew for each screen: what it takes grows with their number. */
  private static final int TALL = 2_000;

  private static Inbox with(JsonNode vector) {
    ObjectNode row =
        JsonMapper.shared()
            .createObjectNode()
            .put("session_id", "s")
            .put("agent_id", "a")
            .put("run_id", "run_1")
            .put("run_kind", "input")
            .put("status", "pending");
    ObjectNode request =
        row.putObject("request")
            .put("id", ID)
            .put("title", "Run it")
            .put("tool_call_id", "call_1")
            .put("scope", "session")
            .put("created_at_ms", 1)
            .put("digest", "d".repeat(64))
            .put("signature_required", false)
            .put("assertion_version", 1);
    request.putArray("pattern_keys");
    for (String name :
        List.of("tool_name", "input", "reason", "revision", "requested_items", "preconditions")) {
      if (vector.has(name)) {
        request.set(name, vector.path(name));
      }
    }
    Card card = new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
    return Cards.with(card);
  }

  private static Drawing.Picture draw(Inbox inbox, int columns, int rows) {
    return Drawing.of(inbox, Map.of(), "http://127.0.0.1:4747", columns, rows, 60_000, true);
  }

  @Test
  @DisplayName("PF-05 Rows that were all on the screen have the digests of the vectors")
  void PF_05_rows_that_were_on_the_screen_have_the_digests_of_the_vectors() {
    for (JsonNode vector : RenderingVectors.all()) {
      for (int columns : new int[] {33, 100}) {
        Inbox inbox = with(vector);
        SeenLines seen = new SeenLines();
        int rows = vector.has("repeat") ? TALL : ROWS;
        int scroll = 0;
        while (!seen.add(draw(inbox.scrolled(scroll), columns, rows).seen())) {
          assertThat(scroll).isLessThan(100_000);
          scroll += rows - 16;
        }
        assertThat(seen.rendered(ID))
            .as(vector.path("name").stringValue())
            .isEqualTo(vector.path("sha256").stringValue());
      }
    }
  }

  @Test
  void rows_that_nobody_saw_are_not_in_the_digest() {
    JsonNode vector =
        RenderingVectors.all().stream().filter(one -> one.has("repeat")).findFirst().orElseThrow();
    SeenLines seen = new SeenLines();
    assertThat(seen.add(draw(with(vector), 80, ROWS).seen())).isFalse();
    assertThat(seen.rendered(ID)).isNotEqualTo(vector.path("sha256").stringValue());
    assertThat(seen.rendered("apr_2")).isNull();
  }
}
