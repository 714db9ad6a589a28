package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdpoint.blackbox.Sse;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the card of a request from outside says of who waits for it, and offers. */
class HookCardTest extends ApprovalPages {
  private static final String USE =
      "{\"session_id\":\"%s\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_use_id\":\"t\",\"tool_input\":{\"command\":\"touch"
          + " ran\"}}";

  private String pending(String session) {
    return "/ui/approvals/"
        + http()
            .await("/v1/approvals?session_id=" + session, list -> list.size() == 1)
            .at("/0/request/id")
            .asString();
  }

  @Test
  @DisplayName("AG-34 AG-23 a card whose program takes no edit has no editor; its hook waits now")
  void AG_34_no_editor_where_an_edit_cannot_be_said() {
    String session = session();
    var hook =
        CompletableFuture.supplyAsync(
            () -> http().post("/hooks/qwen/pre-tool-use", USE.formatted(session)));
    Page page = open(pending(session));
    assertThat(card(page)).containsText("Qwen Code wants to use Bash");
    assertThat(card(page)).containsText("The agent is waiting now.");
    assertThat(button(page, "Allow once")).isVisible();
    assertThat(button(page, "Edit…")).hasAttribute("aria-disabled", "true");
    button(page, "Allow once").click();
    assertThat(end(page)).isVisible();
    hook.join().expect(200);
  }

  @Test
  @DisplayName("AG-23 the card says who comes back, and until when a decision is kept for nobody")
  void AG_23_the_card_says_who_waits() {
    String session = session();
    http().post("/hooks/claude/pre-tool-use?wait_ms=0", USE.formatted(session)).expect(200);
    Page page = open(pending(session));
    assertThat(card(page))
        .containsText("The agent is not waiting now. It receives the decision later.");

    String other = session();
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"request_approval\",\"arguments\":{\"tool_name\":\"x\",\"input\":{},\"session_id\":\"%s\",\"reason\":\"r\"}}}"
            .formatted(other);
    try (Sse _ =
        http().stream(
            "/mcp",
            request ->
                request
                    .POST(HttpRequest.BodyPublishers.ofString(call))
                    .setHeader("Content-Type", "application/json")
                    .setHeader("Accept", "application/json, text/event-stream"))) {
      pending(other);
    }
    http()
        .await(
            "/v1/approvals?session_id=" + other,
            all -> all.path(0).path("request").path("waits").asString().equals("nobody"));
    move(page, pending(other));
    assertThat(card(page))
        .containsText("Nobody waits for this now. A decision is kept for the same request until ");
  }
}
