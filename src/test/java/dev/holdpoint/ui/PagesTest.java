package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every page but the inbox shows what the daemon holds, and does what it offers. */
class PagesTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
  }

  private static Locator list(Page page, String name) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator row(Page page, String text) {
    return page.locator(".pg-row, tr").filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator dialog(Page page) {
    return page.getByRole(AriaRole.DIALOG);
  }

  private static void inDialog(Page page, String button) {
    dialog(page)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true))
        .click();
    assertThat(dialog(page)).hasCount(0);
  }

  /** Nothing sticks out to the side, where nobody would look for it. */
  private static void fits(Page page) {
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
  }

  @Test
  void sessions_are_listed_and_follow_what_happens() {
    String busy = session();
    String idle = session();
    String unnamed =
        http().post("/v1/sessions", "{}").expect(201).json().path("session_id").asString();
    http()
        .post("/v1/sessions/" + unnamed + "/input", "{\"content\":\"Sum up the week\"}")
        .expect(200);
    Page page = open("/ui/sessions");
    assertThat(row(page, "Sum up the week")).isVisible();
    assertThat(page.locator("main")).not().containsText(unnamed);

    assertThat(row(page, busy)).containsText("idle");
    park(busy, Script.bash("make"));
    assertThat(row(page, busy)).containsText("waiting for approval");
    assertThat(row(page, busy)).containsText("1 approval");
    axe(page);
    page.getByLabel("Filter sessions").fill(busy);
    assertThat(row(page, busy)).isVisible();
    assertThat(row(page, idle)).hasCount(0);
    page.getByLabel("Status").selectOption("ended");
    assertThat(page.getByText("No matching sessions")).isVisible();
  }

  @Test
  void a_session_is_made_and_a_name_that_cannot_be_is_refused_at_its_field() {
    Page page = open("/ui/sessions");

    button(page, "New session").click();
    dialog(page).getByLabel("Name").fill("a/b");
    axe(dialog(page));
    dialog(page).getByText("Create").click();
    assertThat(page.getByText("must not contain")).isVisible();
    dialog(page).getByLabel("Name").fill("made-here");
    dialog(page).getByText("Create").click();

    assertThat(heading(page, "made-here")).isVisible();
    http().get("/v1/sessions/made-here").expect(200);
  }

  @Test
  void a_session_shows_what_was_said_what_waits_and_its_runs() {
    String session = session();
    JsonNode run = park(session, Script.say("Looking at it."), Script.bash("make all"));
    Page page = open("/ui/sessions/" + session);

    assertThat(list(page, "Transcript")).containsText("Looking at it.");
    assertThat(list(page, "Transcript")).containsText("make all");
    assertThat(link(page, "Run make all")).isVisible();
    assertThat(heading(page, "Access")).isVisible();
    assertThat(list(page, "Runs, newest first")).containsText("waiting for approval (1)");
    axe(page);
    decide(run, "deny", "Not today.");
    assertThat(list(page, "Transcript")).containsText("Not today.");
    assertThat(list(page, "Transcript")).containsText("by admin");
    assertThat(link(page, "Run make all")).hasCount(0);

    Page phone = phone("/ui/sessions/" + session);
    assertThat(list(phone, "Transcript")).containsText("make all");
    fits(phone);
    axe(phone);
  }

  @Test
  void a_session_is_ended_when_that_is_meant() {
    String session = session();
    Page page = open("/ui/sessions/" + session);

    button(page, "End session").click();
    axe(dialog(page));
    inDialog(page, "Go back");
    assertThat(status(session)).isEqualTo("idle");
    button(page, "End session").click();
    dialog(page).getByLabel("Reason (optional)").fill("All is done.");
    inDialog(page, "End session");

    assertThat(page.getByText("The session has ended and accepts no more messages.")).isVisible();
    assertThat(page.getByText("All is done.")).isVisible();
    assertThat(status(session)).isEqualTo("ended");
  }

  private String status(String session) {
    return http().get("/v1/sessions/" + session).json().at("/snapshot/status").asString();
  }

  @Test
  void runs_are_listed_by_their_status_as_they_change() {
    String session = session();
    Page page = open("/ui/runs");
    assertThat(heading(page, "Runs")).isVisible();
    JsonNode run = park(session, Script.bash("one"));

    assertThat(row(page, session)).containsText("waiting for approval");
    page.getByLabel("Status").selectOption("waiting_for_approval");
    assertThat(row(page, session)).isVisible();
    axe(page);
    decide(run, "deny", "No.");
    assertThat(row(page, session)).hasCount(0);
    page.getByLabel("Status").selectOption("completed");
    assertThat(row(page, session)).containsText("completed");
  }

  @Test
  void a_run_shows_its_states_its_events_and_the_chain_of_what_it_did_outside() {
    JsonNode run = park(session(), Script.bash("echo one"), Script.bash("echo two"));
    Page page = open("/ui/runs/" + run.path("run_id").asString());
    Locator now = list(page, "States of the run").locator("[aria-current=step]");

    assertThat(now).containsText("Waiting for approval");
    assertThat(page.getByText("No external actions.")).isVisible();
    decide(run, "allow", null);
    assertThat(list(page, "Timeline")).containsText("Decided");
    assertThat(page.getByText("The chain is intact")).isVisible();
    assertThat(row(page, "Command, response")).containsText("✓ follows");
    axe(page);
    button(page, "Cancel run").click();
    inDialog(page, "Cancel run");
    assertThat(now).hasText("Cancelled");
    assertThat(list(page, "Timeline")).containsText("Cancelled");
    assertThat(button(page, "Cancel run")).hasCount(0);

    Page phone = phone("/ui/runs/" + run.path("run_id").asString());
    assertThat(phone.getByText("The chain is intact")).isVisible();
    fits(phone);
    axe(phone);
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  @Test
  void a_broken_chain_is_seen() {
    Page page = functions();
    Map<String, Object> first = Map.of("sequence", 1, "record_hash", "a");
    Map<String, Object> second = Map.of("sequence", 2, "record_hash", "b", "prev_hash", "a");
    Map<String, Object> other = Map.of("sequence", 2, "record_hash", "b", "prev_hash", "x");
    Map<String, Object> gap = Map.of("sequence", 3, "record_hash", "c", "prev_hash", "a");

    assertThat(whole(page, first, second)).isTrue();
    assertThat(whole(page, first, other)).isFalse();
    assertThat(whole(page, first, gap)).isFalse();
    assertThat(whole(page, second)).isFalse();
  }

  private static boolean whole(Page page, Object... records) {
    return module(page, "pages/chain.js", "checked", List.of(records)).path("whole").asBoolean();
  }

  @Test
  void a_rule_is_tried_made_and_revoked() {
    String session = session();
    decide(park(session, Script.bash("git push origin")), "deny", "No.");
    Page page = open("/ui/rules");

    button(page, "New rule").click();
    page.getByLabel("Tool").fill("bash");
    page.getByLabel("Command").fill("git push *");
    page.getByLabel("Session", new Page.GetByLabelOptions().setExact(true)).fill(session);
    // PG-29: nothing is stored before its preview was seen; the button asks for that first.
    assertThat(button(page, "Create rule")).hasAttribute("aria-disabled", "true");
    button(page, "Create rule").click(new Locator.ClickOptions().setForce(true));
    assertThat(page.getByText("Would have matched 1 of")).isVisible();
    assertThat(list(page, "Calls it would have matched")).containsText("git push origin");
    axe(page);
    button(page, "Create rule").click();
    Locator rules = list(page, "Rules");
    assertThat(rules).containsText("Allows commands that begin with git push");
    axe(page);
    rules.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Revoke")).click();
    inDialog(page, "Revoke");
    assertThat(page.getByText("No rules yet")).isVisible();
    assertThat(http().get("/v1/permission-rules").json()).isEmpty();
  }

  @Test
  void what_the_daemon_refuses_of_a_rule_stands_at_its_field() {
    Page page = open("/ui/rules");

    button(page, "New rule").click();
    page.getByLabel("Tool").fill("ba*sh");
    page.getByLabel("For").selectOption("user");
    button(page, "Test against past calls").click();

    assertThat(page.getByLabel("Tool"))
        .hasAccessibleDescription(Pattern.compile("alone\\. .+", Pattern.DOTALL));
  }

  @Test
  void a_dead_letter_is_sent_again_and_once_more_when_that_is_meant() {
    String session = session();
    http()
        .post(
            "/v1/sessions/" + session + "/runs",
            JSON.writeValueAsString(
                Map.of(
                    "content",
                    "hello",
                    "reply_targets",
                    List.of(Map.of("type", "http", "url", "http://127.0.0.1:1/x")))))
        .expect(202);
    http().await("/v1/deliveries/dead-letter?session_id=" + session, found -> found.size() == 1);
    Page page = open("/ui/deliveries");

    page.getByLabel("Status").selectOption("dead_lettered");
    assertThat(row(page, session)).containsText("Could not connect");
    axe(page);
    button(page, "Send again").click();
    inDialog(page, "Send it");
    assertThat(row(page, session)).hasCount(2);
    http().await("/v1/deliveries/dead-letter?session_id=" + session, found -> found.size() == 2);
    button(page, "Send again").last().click();
    dialog(page).getByText("Send it").click();
    assertThat(dialog(page)).containsText("Already sent again");
    inDialog(page, "Send again");
    assertThat(row(page, session)).hasCount(3);
  }

  @Test
  void the_audit_page_tells_who_decided_what_and_offers_the_proof() {
    String session = session();
    JsonNode run = park(session, Script.bash("echo proof"));
    Page page = open("/ui/audit");
    assertThat(heading(page, "Recent decisions")).isVisible();
    decide(run, "deny", "Not proven.");

    assertThat(row(page, session).first()).containsText("Denied");
    assertThat(row(page, "Not proven.")).containsText("admin");
    page.getByRole(AriaRole.TAB, named("Export and keys")).click();
    assertThat(page.getByText("signs", new Page.GetByTextOptions().setExact(true))).isVisible();
    axe(page);
    Download export = page.waitForDownload(() -> link(page, "Download the export").click());
    assertThat(export.suggestedFilename()).isEqualTo("ledger.ndjson");
  }

  // PF-42: the tab "Administration"
  @Test
  void acts_of_administration_are_a_tab_of_the_audit_page() {
    http().post("/v1/tokens", "{\"name\":\"auditor <b>x</b>\",\"role\":\"viewer\"}").expect(201);
    Page page = open("/ui/audit");
    Locator tab = page.getByRole(AriaRole.TAB, named("Administration"));
    page.getByRole(AriaRole.TAB, named("Decisions")).focus();
    page.keyboard().press("ArrowRight");

    assertThat(tab).isFocused();
    assertThat(tab).hasAttribute("aria-selected", "true");
    assertThat(row(page, "auditor <b>x</b>")).containsText("Token created");
    assertThat(row(page, "auditor <b>x</b>")).containsText("127.0.0.1");
    axe(page);
    page.getByLabel("Acts").selectOption("daemon.start");
    assertThat(row(page, "Token created")).hasCount(0);
    page.getByLabel("Acts").selectOption("token.*");
    row(page, "auditor <b>x</b>").getByText("Evidence").click();
    assertThat(row(page, "auditor <b>x</b>")).containsText("\"role\": \"viewer\"");
    page.setViewportSize(320, 640);
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
    page.reload();
    assertThat(tab).hasAttribute("aria-selected", "true");
  }

  // PG-02
  @Test
  void PG_02_acts_are_told_of_people_and_not_of_the_ids_of_their_tokens() {
    Http dora = http().withRole("operator", "dora");
    JsonNode run = park(session(), Script.bash("make docs"));
    String id = run.path("pending_approval_ids").path(0).asString();
    dora.post(
            "/v1/runs/" + run.path("run_id").asString() + "/approvals",
            JSON.writeValueAsString(
                Map.of(
                    "resolutions",
                    List.of(
                        Map.of(
                            "request_id",
                            id,
                            "behavior",
                            "allow",
                            "grant",
                            Map.of("scope", "session"))))))
        .expect(202);
    Page page = open("/ui/audit?tab=administration&target=grant.create");
    assertThat(row(page, "Grant created").first()).containsText("by dora");
    assertThat(page.locator("main")).not().containsText("tok_");
    move(page, "/ui/people?tab=tokens");
    // No use of a token is recorded, so none is told.
    assertThat(row(page, "dora").first()).containsText("created");
    assertThat(page.locator("main")).not().containsText("never used");
    for (JsonNode rule : http().get("/v1/permission-rules").json()) {
      String path = "/v1/permission-rules/" + rule.path("rule_id").asString();
      http().send("DELETE", path, null, _ -> {}).expect(204);
    }
  }

  // PG-02
  @Test
  void PG_02_why_a_run_failed_is_said_in_words() {
    String session = session();
    String run =
        http()
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                JSON.writeValueAsString(
                    Map.of(
                        "tool_name",
                        "bash",
                        "input",
                        Map.of("command", "make late"),
                        "reason",
                        "Late.",
                        "expires_after_ms",
                        1_000)))
            .expect(201)
            .json()
            .path("run_id")
            .asString();
    http().awaitRun(run, "failed");
    String words = "There was no decision before the deadline";
    Page page = open("/ui/runs");
    assertThat(row(page, session).first()).containsText(words);
    move(page, "/ui/runs/" + run);
    assertThat(page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Error")))
        .containsText(words);
    assertThat(heading(page, "Timeline")).isVisible();
    assertThat(page.locator("main")).not().containsText("approval_expired");
    assertThat(page.locator("main")).not().containsText("route external");
    move(page, "/ui/sessions/" + session);
    assertThat(page.locator("main")).containsText(words);
    assertThat(page.locator("main")).not().containsText("approval_expired");
  }

  @Test
  void the_status_page_shows_what_there_is_to_look_at_and_goes_on_looking() {
    Page page = open("/ui/status");
    Locator people = page.getByRole(AriaRole.REGION, named("Waiting"));

    assertThat(people).isVisible();
    axe(page);
    park(session(), Script.bash("later"));
    int waiting = http().get("/v1/status").json().at("/runs/pending_approval_count").asInt();
    assertThat(people).containsText("Approvals" + waiting);
  }

  @Test
  void files_of_outputs_are_saved_and_never_opened() {
    String asset =
        http()
            .post(
                "/v1/assets",
                "{\"file_name\":\"report.html\",\"media_type\":\"text/html\","
                    + "\"content_base64\":\"PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==\"}")
            .expect(201)
            .json()
            .path("asset_id")
            .asString();
    JsonNode run =
        park(
            session(),
            Script.tool(
                "emit_output", "{\"content\":\"Here\",\"artifact_ids\":[\"" + asset + "\"]}"));
    Page page = open("/ui/runs/" + run.path("run_id").asString());

    Locator file = link(page, "Save report.html").first();
    Download saved = page.waitForDownload(file::click);
    assertThat(saved.suggestedFilename()).isEqualTo("report.html");
    var answer = http().get("/v1/assets/" + asset + "/raw").expect(200);
    assertThat(answer.header("Content-Disposition")).startsWith("attachment");
    assertThat(answer.header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void who_may_only_look_sees_no_buttons_that_change_anything() {
    String session = session();
    JsonNode run = park(session, Script.bash("make"));
    Page page = openAs(token("onlooker", "viewer"), "/ui/sessions");

    for (String path :
        new String[] {
          "sessions", "sessions/" + session, "runs/" + run.path("run_id").asString(), "rules"
        }) {
      move(page, "/ui/" + path);
      assertThat(page.getByRole(AriaRole.HEADING).first()).isVisible();
      assertThat(page.getByText("Loading…")).hasCount(0);
      for (String action :
          new String[] {"New session", "End session", "Cancel run", "New rule", "Revoke"}) {
        assertThat(button(page, action)).hasCount(0);
      }
    }
  }

  private void decide(JsonNode run, String behavior, @Nullable String reason) {
    String body =
        "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"%s\"%s}]}"
            .formatted(
                http().awaitApproval(run.path("run_id").asString()),
                behavior,
                reason == null ? "" : ",\"reason\":\"" + reason + "\"");
    http().post("/v1/runs/" + run.path("run_id").asString() + "/approvals", body).expect(202);
  }
}
