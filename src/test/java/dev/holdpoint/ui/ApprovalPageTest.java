package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.acceptance.Staged;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Approvals on the page: what is asked, and every way to decide it. */
class ApprovalPageTest extends ApprovalPages {
  private static final String ALLOWED = "Allowed by admin";
  private static final String DISABLED = "aria-disabled";

  private Asked bash(String command) {
    return asked(park(session(), Script.bash(command), Script.SAY_LAST_RESULT));
  }

  @Test
  void a_command_is_shown_and_allowed_once() {
    Asked asked = bash("echo one | tr a-z A-Z");
    Page page = open(asked.path());

    assertThat(input(page)).containsText("echo one | tr a-z A-Z");
    assertThat(card(page)).containsText(asked.session());
    axe(page);
    button(page, "Allow once").click();

    assertThat(end(page)).containsText(ALLOWED);
    assertThat(input(page)).containsText("echo one | tr a-z A-Z");
    assertThat(button(page, "Allow once")).hasCount(0);
    axe(chosen(page));
    assertThat(Staged.said(http().awaitRun(asked.run(), "completed"))).contains("ONE");
    assertThat(resolution(asked).has("rule_id")).isFalse();
  }

  @Test
  @DisplayName("PG-29 the dialog's default is the narrowest key, this session and 8 hours")
  void PG_29_remembering_is_narrow_unless_one_says_more() {
    String session = session();
    Asked asked =
        asked(
            park(
                session,
                Script.tool("write_file", "{\"path\":\"src/a.txt\",\"content\":\"one\\n\"}"),
                Script.SAY_LAST_RESULT));
    Page page = open(asked.path());

    assertThat(button(page, "Allow for the session")).hasCount(0);
    button(page, "Allow and remember…").click();
    assertThat(dialog(page).getByLabel("write_file of the file src/a.txt")).isChecked();
    assertThat(dialog(page).getByLabel("write_file in the folder src/")).isVisible();
    assertThat(dialog(page).getByLabel("every call of write_file")).isHidden();
    dialog(page).getByText("Show wider choices").click();
    assertThat(dialog(page)).containsText("This allows every call of the tool");
    assertThat(dialog(page).getByLabel("Expires after")).hasValue("28800000");
    assertThat(dialog(page)).containsText("Would have matched 1 of the last");
    axe(dialog(page));
    inDialog(page, "Allow and create rule").click();

    assertThat(end(page)).containsText("Created a rule");
    http().awaitRun(asked.run(), "completed");
    JsonNode rule =
        http()
            .get("/v1/permission-rules/" + resolution(asked).path("rule_id").asString())
            .expect(200)
            .json();
    assertThat(rule.path("target").asString()).isEqualTo("src/a.txt");
    assertThat(rule.at("/scope/id").asString()).isEqualTo(session);
    assertThat(rule.path("expires_at_ms").asLong() - rule.path("created_at_ms").asLong())
        .isBetween(28_700_000L, 28_900_000L);
  }

  @Test
  void always_shows_what_the_rule_would_have_matched_before_it_is_made() {
    Asked earlier = bash("git status --short");
    http()
        .post(
            "/v1/runs/" + earlier.run() + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"deny\"}]}"
                .formatted(earlier.id()))
        .expect(202);
    http().awaitRun(earlier.run(), "completed");
    Asked asked = asked(park(earlier.session(), Script.bash("git status")));
    Page page = open(asked.path());

    button(page, "Allow and remember…").click();
    dialog(page).getByLabel("simple commands that begin with").check();
    assertThat(dialog(page)).containsText("Would have matched 2 of the last");
    assertThat(dialog(page)).containsText("People denied 1 of them");
    assertThat(dialog(page).getByRole(AriaRole.LISTITEM)).hasCount(2);
    axe(dialog(page));
    dialog(page).getByLabel("Maximum uses (optional)").fill("3");
    dialog(page).getByLabel("Expires after").selectOption("1 day");
    inDialog(page, "Allow and create rule").click();

    assertThat(end(page)).containsText("Created a rule");
    assertThat(dialog(page)).hasCount(0);
    JsonNode rule =
        http()
            .get("/v1/permission-rules/" + resolution(asked).path("rule_id").asString())
            .expect(200)
            .json();
    assertThat(rule.path("command").asString()).isEqualTo("git status *");
    assertThat(rule.path("max_uses").asInt()).isEqualTo(3);
    assertThat(rule.at("/scope/id").asString()).isEqualTo(asked.session());
    assertThat(rule.path("expires_at_ms").asLong() - rule.path("created_at_ms").asLong())
        .isBetween(86_000_000L, 86_500_000L);
  }

  @Test
  void what_always_cannot_do_is_said_where_it_was_wanted_and_stays() {
    Asked asked = bash("echo never");
    Page page = open(asked.path());

    button(page, "Allow and remember…").click();
    Locator calls = dialog(page).getByLabel("Maximum uses (optional)");
    assertThat(dialog(page)).containsText("Would have matched");
    for (String typed : new String[] {"0", "5-", "1.5"}) {
      calls.clear();
      calls.pressSequentially(typed);
      inDialog(page, "Allow and create rule").click();
      assertThat(dialog(page).getByText("A whole number from 1")).isVisible();
      assertThat(calls).isFocused();
      calls.fill("1");
      assertThat(dialog(page).getByText("A whole number from 1")).hasCount(0);
    }
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  void no_rule_is_made_before_what_it_would_have_matched_was_seen() {
    Asked asked = bash("echo unseen");
    Page page = open(asked.path());
    page.route("**/v1/permission-rules/preview", Route::abort);

    button(page, "Allow and remember…").click();
    assertThat(dialog(page)).containsText("The test against past calls failed");
    assertThat(inDialog(page, "Allow and create rule")).hasAttribute(DISABLED, "true");
    dialog(page).getByLabel("Maximum uses (optional)").press("Enter");
    page.unroute("**/v1/permission-rules/preview");
    inDialog(page, "Try again").click();

    assertThat(dialog(page)).containsText("Would have matched");
    assertThat(inDialog(page, "Allow and create rule")).hasAttribute(DISABLED, "false");
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  void numbers_that_lose_digits_are_named_before_they_are_sent() {
    Map<String, Object> input =
        Map.of("command", "echo", "most", new BigInteger("12345678901234567890"));
    Page page = open(raise("bash", input, "Counts.").path());

    button(page, "Edit…").click();
    page.getByLabel("Input: command").fill("echo 1");
    assertThat(card(page)).containsText("lose digits when they are sent: most.");
    page.getByText("Edit the whole input as JSON").click();
    assertThat(card(page)).containsText("lose digits when they are sent: most.");
  }

  @Test
  void a_command_is_edited_and_the_difference_is_seen_before_it_is_sent() {
    Asked asked = bash("echo wrong words");
    Page page = open(asked.path());

    button(page, "Edit…").click();
    assertThat(page.getByLabel("Input: command")).isFocused();
    assertThat(button(page, "Allow edited version")).hasAttribute(DISABLED, "true");
    page.getByLabel("Input: command").fill("echo right words");
    var difference =
        page.getByRole(
            AriaRole.GROUP, new Page.GetByRoleOptions().setName("Your changes").setExact(true));
    assertThat(difference.getByRole(AriaRole.DELETION)).hasText("wrong");
    assertThat(difference.getByRole(AriaRole.INSERTION)).hasText("right");
    axe(chosen(page));
    page.reload();
    assertThat(page.getByLabel("Input: command")).hasValue("echo right words");
    button(page, "Allow edited version").click();

    assertThat(end(page)).containsText("It ran with edited input");
    assertThat(end(page).getByRole(AriaRole.INSERTION)).hasText("right");
    assertThat(Staged.said(http().awaitRun(asked.run(), "completed"))).contains("right words");
  }

  @Test
  void an_input_is_edited_as_json_and_what_is_wrong_with_it_is_said() {
    Asked asked = bash("echo json");
    Page page = open(asked.path());

    button(page, "Edit…").click();
    page.getByText("Edit the whole input as JSON").click();
    page.getByLabel("Input, as JSON").fill("{\"command\":");
    assertThat(page.getByText("This is not JSON")).isVisible();
    assertThat(button(page, "Allow edited version")).hasAttribute(DISABLED, "true");
    page.getByLabel("Input, as JSON").fill("{\"command\":7}");
    button(page, "Allow edited version").click();

    assertThat(card(page).getByRole(AriaRole.ALERT)).containsText("Nothing was resolved");
    assertThat(page.getByLabel("Input, as JSON")).hasValue("{\"command\":7}");
    page.getByLabel("Input, as JSON").fill("{\"command\":\"echo mended\"}");
    button(page, "Allow edited version").click();
    assertThat(end(page)).containsText(ALLOWED);
    assertThat(Staged.said(http().awaitRun(asked.run(), "completed"))).contains("mended");
  }

  @Test
  void a_call_is_denied_with_a_reason_that_the_model_is_told() {
    Asked asked = bash("echo no");
    Page page = open(asked.path());

    button(page, "Deny…").click();
    assertThat(page.getByLabel("Reason (optional)")).isFocused();
    page.getByLabel("Reason (optional)").fill("Not on a Friday.");
    axe(chosen(page));
    page.reload();
    assertThat(page.getByLabel("Reason (optional)")).hasValue("Not on a Friday.");
    button(page, "Deny").click();

    assertThat(end(page)).containsText("Denied by admin");
    assertThat(end(page)).containsText("Not on a Friday.");
    assertThat(Staged.said(http().awaitRun(asked.run(), "completed")))
        .contains("\"denied\":true", "Not on a Friday.");
  }

  @Test
  @DisplayName("PG-51 an agent's options are the buttons; what it remembers itself asks once more")
  void PG_51_what_an_agent_offers_are_the_buttons() {
    String session = session();
    String run =
        Staged.tell(http(), session, "stage", Staged.ask(Staged.permission("c1", "a.txt")));
    Asked asked = asked(Staged.waiting(http(), run));
    Page page = open(asked.path());

    assertThat(card(page)).containsText("Write a.txt");
    assertThat(button(page, "Yes allows once")).isVisible();
    assertThat(button(page, "No denies once")).isVisible();
    assertThat(button(page, "Allow once")).hasCount(0);
    assertThat(button(page, "Edit…")).hasCount(0);
    axe(chosen(page));
    button(page, "Always allows from now on").click();
    assertThat(dialog(page)).containsText("Holdpoint can't revoke this.");
    axe(dialog(page));
    inDialog(page, "Go back").click();
    assertThat(dialog(page)).hasCount(0);
    assertThat(resolution(asked).isMissingNode()).isTrue();
    button(page, "Always allows from now on").click();
    inDialog(page, "Always").click();

    assertThat(end(page)).containsText(ALLOWED);
    assertThat(Staged.said(Staged.ended(http(), run))).contains("ever");
  }

  @Test
  void a_viewer_sees_why_nothing_can_be_done() {
    Asked asked = bash("echo look");
    Page page = openAs(token("vera", "viewer"), asked.path());

    String why = "Your role (viewer) can't decide.";
    assertThat(card(page)).containsText(why);
    for (String name : new String[] {"Allow once", "Deny…", "Allow and remember…", "Edit…"}) {
      assertThat(button(page, name)).hasAttribute(DISABLED, "true");
      assertThat(button(page, name)).hasAccessibleDescription(why);
    }
    axe(chosen(page));
    button(page, "Allow once").focus();
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.STATUS).getByText(why)).isVisible();
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  void what_can_be_allowed_only_once_says_so() {
    Asked asked = asked(park(session(), Script.approval("May I?")));
    Page page = open(asked.path());

    assertThat(button(page, "Allow and remember…")).hasAttribute(DISABLED, "true");
    assertThat(card(page)).containsText("Such a call can only be allowed once, each time.");
    button(page, "Allow once").click();
    assertThat(end(page)).containsText(ALLOWED);
  }

  @Test
  void where_a_signature_is_required_the_page_shows_how_to_sign() {
    String tenant =
        http()
            .post("/v1/tenants", "{\"name\":\"signing\"}")
            .expect(201)
            .json()
            .path("tenant_id")
            .asString();
    http()
        .send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            "{\"signature_required\":true}",
            _ -> {})
        .expect(200);
    String session =
        http()
            .post("/v1/sessions", "{\"tenant_id\":\"%s\"}".formatted(tenant))
            .expect(201)
            .json()
            .path("session_id")
            .asString();
    Asked asked = asked(park(session, Script.bash("echo signed")));
    Page page = open(asked.path());

    assertThat(card(page)).containsText("Signature required");
    assertThat(card(page))
        .containsText("holdpoint approve " + asked.id() + " --key KEYFILE --deny");
    assertThat(button(page, "Allow once")).hasAttribute(DISABLED, "true");
    assertThat(button(page, "Allow and remember…")).hasCount(0);
    axe(chosen(page));
  }

  @Test
  // DX-73
  void who_comes_second_is_told_who_was_first_and_the_card_stays() {
    Asked asked = bash("echo race");
    Page first = openAs(token("ada", "operator"), asked.path());
    Page second = openAs(token("bob", "operator"), asked.path());
    assertThat(button(first, "Deny…")).hasAttribute(DISABLED, "false");
    assertThat(button(second, "Allow once")).hasAttribute(DISABLED, "false");
    button(second, "Deny…").click();
    second.getByLabel("Reason (optional)").fill("Mine.");
    // What the second one does not hear of yet, as on a slow line.
    second.route(
        "**/v1/runs/*/approvals",
        route -> {
          button(first, "Allow once").click();
          assertThat(end(first)).containsText("Allowed by ada");
          route.resume();
        });
    button(second, "Deny").click();

    assertThat(end(second)).containsText("Allowed by ada");
    assertThat(second.getByText("Already allowed by ada")).isVisible();
    assertThat(second.locator("#late-text")).hasValue("Mine.");
    assertThat(second.getByText("what you sent is kept with the request")).isVisible();
    assertThat(input(second)).containsText("echo race");
    assertThat(button(second, "Deny")).hasCount(0);
  }

  @Test
  void a_revision_shows_what_it_changes_and_what_was_said() {
    Asked first = bash("deploy prod");
    http()
        .post(
            "/v1/runs/" + first.run() + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"request_changes\",\"reason\":\"use <b>staging</b>\"}]}"
                .formatted(first.id()))
        .expect(202);
    String session =
        http().get("/v1/approvals/" + first.id()).expect(200).json().path("session_id").asString();
    String second =
        http()
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                "{\"tool_name\":\"bash\",\"input\":{\"command\":\"deploy staging\"},\"reason\":\"again\",\"revises\":\"%s\",\"reply\":\"done\"}"
                    .formatted(first.id()))
            .expect(201)
            .json()
            .at("/request/id")
            .asString();
    Page page = open("/ui/approvals/" + second);
    assertThat(card(page)).containsText("Revision 2");
    takesKeys(page);
    page.keyboard().press("v");
    assertThat(page.getByLabel("What the revision changes")).containsText("deploy prod");
    assertThat(page.getByLabel("What was said between")).containsText("use <b>staging</b>");
    axe(chosen(page));
  }

  @Test
  void the_buttons_stay_in_sight_on_a_phone() {
    Asked asked =
        raise("write_file", Map.of("path", "a.txt", "content", "line\n".repeat(300)), "Long.");
    Page page = phone(asked.path());

    assertThat(button(page, "Allow once")).isInViewport();
    assertThat(button(page, "More")).isInViewport();
    assertThat(page.getByText("300 lines added")).isVisible();
    assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
    button(page, "Deny…").tap();
    button(page, "Deny").tap();
    assertThat(end(page)).containsText("Denied by admin");
  }

  @Test
  void what_is_shown_readably_is_there_as_it_is_too() {
    Asked asked =
        raise(
            "http_request",
            Map.of("method", "POST", "url", "https://example.com/x", "body", "{\"a\":[1,2]}"),
            "Calls.");
    Page page = open(asked.path());

    assertThat(input(page)).containsText("POST https://example.com/x");
    Locator raw = raw(page);
    assertThat(raw).containsText("\"method\": \"POST\"");
    assertThat(raw)
        .containsText(
            http()
                .get("/v1/approvals/" + asked.id())
                .expect(200)
                .json()
                .at("/request/digest")
                .asString());
  }
}
