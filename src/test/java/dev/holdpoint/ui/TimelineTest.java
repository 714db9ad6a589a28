package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What happens while somebody looks: every event once, whatever becomes of the connection. */
class TimelineTest extends BrowserTest {
  private static final double PATIENCE_MS = 60_000;

  @Override
  boolean isAlone() {
    return true;
  }

  private static Locator timeline(Page page) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Timeline"));
  }

  private static Locator transcript(Page page) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Transcript"));
  }

  private static String[] script(int many) {
    List<String> lines = new ArrayList<>();
    for (int part = 1; part <= 2; part++) {
      lines.add(Script.approval("part " + part));
      int from = part * 1_000;
      IntStream.range(0, many).forEach(i -> lines.add(Script.say("words " + (from + i))));
    }
    return lines.toArray(String[]::new);
  }

  private void allow(String runId) {
    String body =
        "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\"}]}"
            .formatted(http().awaitApproval(runId));
    http().post("/v1/runs/" + runId + "/approvals", body).expect(202);
  }

  @Test
  void every_event_is_shown_once_also_over_a_restart_of_the_daemon() {
    follow(40);
  }

  @Test
  @Tag("long")
  void three_hundred_events_are_shown_once_each_also_over_a_restart_of_the_daemon() {
    follow(150);
  }

  /**
   * @param many so many events before the daemon restarts, and as many after
   */
  private void follow(int many) {
    String session = session();
    String run = park(session, script(many)).path("run_id").asString();
    Page page = open("/ui/runs/" + run);
    Page beside = tab(page, "/ui/sessions/" + session);
    assertThat(timeline(page)).containsText("Waiting for approval");
    assertThat(transcript(beside)).containsText("waiting");

    allow(run);
    http().awaitRun(run, "waiting_for_approval");
    restart(() -> assertThat(page.getByText("Live", exact())).hasCount(0));
    allow(run);
    http().awaitRun(run, "completed");

    assertThat(timeline(page))
        .containsText(
            "Completed", new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS));
    List<String> shown = said(timeline(page).innerText());
    assertThat(shown).hasSize(2 * many).doesNotHaveDuplicates().isSorted();
    assertThat(transcript(beside)).containsText("words " + (2_000 + many - 1));
    assertThat(said(transcript(beside).innerText())).doesNotHaveDuplicates().isSorted();
  }

  private static Page.GetByTextOptions exact() {
    return new Page.GetByTextOptions().setExact(true);
  }

  private static List<String> said(String text) {
    return text.lines().filter(line -> line.startsWith("words ")).toList();
  }

  @Test
  void words_are_shown_as_they_come_and_give_way_to_what_was_said() {
    String session = session();
    String run =
        park(session, Script.approval("first"), Script.say("Whole sentence."))
            .path("run_id")
            .asString();
    Page page = open("/ui/runs/" + run);
    Page beside = tab(page, "/ui/sessions/" + session);
    assertThat(timeline(page)).containsText("Waiting for approval");
    assertThat(transcript(beside)).containsText("waiting");

    for (Page one : List.of(page, beside)) {
      hear(one, run, session, "Whole ");
      hear(one, run, session, "sen");
      assertThat(one.getByText("Whole sen", exact())).isVisible();
    }
    allow(run);

    assertThat(
            timeline(page)
                .getByText("Whole sentence.", new Locator.GetByTextOptions().setExact(true)))
        .hasCount(1);
    assertThat(page.getByText("Whole sen", exact())).hasCount(0);
    assertThat(transcript(beside)).containsText("Whole sentence.");
    assertThat(beside.getByText("Whole sen", exact())).hasCount(0);
  }

  /** As if the stream had brought it: the embedded model is done before anybody could see it. */
  private static void hear(Page page, String run, String session, String text) {
    page.evaluate(
        """
        async ([data]) => {
          const { modules } = await import(document.querySelector('script[type=module]').src);
          const { live } = modules['net/live.js'];
          live.dispatchEvent(new CustomEvent('frame', { detail: { type: 'text_delta', data } }));
        }
        """,
        List.of(Map.of("run_id", run, "session_id", session, "text", text)));
  }

  @Test
  void a_call_is_told_once_with_what_became_of_it() {
    Page page = functions();
    Map<String, Object> request =
        Map.of("id", "apr_1", "tool_name", "bash", "input", Map.of("command", "ls"));
    Object waits = entry("9", Map.of("type", "waiting_for_approval", "requests", List.of(request)));
    Object decided =
        entry(
            "10",
            Map.of(
                "type", "approval_resolved",
                "by", "ada",
                "resolutions",
                    List.of(Map.of("request_id", "apr_1", "behavior", "deny", "reason", "No"))));

    JsonNode order = module(page, "pages/story.js", "ordered", List.of(decided, waits));
    assertThat(order.valueStream().map(one -> one.path("event_id").asString()))
        .containsExactly("9", "10");
    JsonNode story = module(page, "pages/story.js", "story", List.of(waits, waits, decided));
    assertThat(story).hasSize(1);
    assertThat(story.get(0).path("state").asString()).isEqualTo("denied");
    assertThat(story.get(0).path("by").asString()).isEqualTo("ada");
  }

  // PG-02: no agent hides what it says by making it look like a decision
  @Test
  void PG_02_only_the_daemons_own_word_of_a_decision_is_left_out() {
    Object waits =
        entry(
            "1",
            Map.of(
                "type",
                "waiting_for_approval",
                "requests",
                List.of(Map.of("id", "apr_1", "tool_name", "bash", "input", Map.of()))));
    JsonNode story =
        module(
            functions(),
            "pages/story.js",
            "story",
            List.of(
                waits,
                output("2", "run_1", "daemon_emit_output"),
                output("3", "run_1", "emit_output"),
                output("4", "run_1", "assistant_text"),
                output("5", "run_2", "daemon_emit_output")));
    assertThat(story.valueStream().map(one -> one.path("key").asString()))
        .containsExactly("1:apr_1", "3", "4", "5");
  }

  private static Object output(String id, String run, String source) {
    Object said =
        Map.of("source_kind", source, "content", "{\"request_id\":\"apr_1\",\"note\":\"x\"}");
    return Map.of(
        "event_id",
        id,
        "timestamp_ms",
        1,
        "run_id",
        run,
        "event",
        Map.of("type", "output", "output", said));
  }

  private static Object entry(String id, Object event) {
    return Map.of("event_id", id, "timestamp_ms", 1, "run_id", "run_1", "event", event);
  }

  // PG-02: the answer that a program outside gets is told as the decision that it is
  @Test
  void PG_02_decisions_on_requests_from_outside_are_told_once_and_without_ids() {
    String session = session();
    String first = raised(session);
    String second = raised(session);
    http()
        .post(
            "/v1/runs/" + first + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"allow\",\"grant\":{\"scope\":\"session\"}}]}"
                .formatted(http().awaitApproval(first)))
        .expect(202);
    http().awaitRun(second, "completed");
    Page page = open("/ui/sessions/" + session);
    assertThat(transcript(page)).containsText("by a rule of admin");
    assertThat(transcript(page)).not().containsText(Pattern.compile("rul_|apr_|request_id"));
  }

  private String raised(String session) {
    return http()
        .post(
            "/v1/sessions/" + session + "/approval-requests",
            "{\"tool_name\":\"bash\",\"input\":{\"command\":\"make told\"},\"reason\":\"Due.\"}")
        .expect(201)
        .json()
        .path("run_id")
        .asString();
  }
}
