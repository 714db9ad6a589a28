package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What people do about a request on its card before somebody decides it. */
class TriagePageTest extends ApprovalPages {
  private static final String NO_LOOK =
      "() => new Promise(done => setTimeout(done, 1300))"; // longer than a look takes

  private static Locator named(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator care(Page page) {
    return page.getByRole(
        AriaRole.REGION, new Page.GetByRoleOptions().setName("Who takes care of it"));
  }

  private JsonNode triage(String id) {
    return http().get("/v1/gates/" + id + "/triage").expect(200).json();
  }

  private static void act(Http who, String id, Map<String, ?> body) {
    who.post("/v1/gates/" + id + "/triage", JSON.writeValueAsString(body)).expect(200);
  }

  private void policy(Map<String, ?> body) {
    http().post("/v1/approval-policies", JSON.writeValueAsString(body)).expect(201);
  }

  private static List<String> looks(Page page) {
    List<String> posted = new ArrayList<>();
    page.onRequest(
        (Request request) -> {
          if (request.method().equals("POST")
              && request.url().endsWith("/triage")
              && String.valueOf(request.postData()).contains("\"seen\"")) {
            posted.add(request.url());
          }
        });
    return posted;
  }

  // DX-57
  @Test
  void a_card_in_a_focused_window_is_looked_at_once_and_a_viewer_or_a_tab_behind_is_not() {
    Asked asked = raise("bash", Map.of("command", "echo look"), "look");
    Page viewer = page(context(desktop(), token("vera", "viewer")), "/ui");
    List<String> ofViewer = looks(viewer);
    move(viewer, asked.path());
    assertThat(care(viewer)).containsText("Nobody has looked yet.");
    assertThat(named(viewer, "Claim")).hasCount(0);
    viewer.evaluate(NO_LOOK);
    assertThat(ofViewer).isEmpty();

    Page page = page(context(desktop(), token("olga", "operator")), "/ui");
    List<String> posted = looks(page);
    page.evaluate("() => { document.hasFocus = () => false; dispatchEvent(new Event('blur')); }");
    move(page, asked.path());
    page.evaluate(NO_LOOK);
    assertThat(posted).as("of a window without the focus").isEmpty();
    page.evaluate("() => { document.hasFocus = () => true; dispatchEvent(new Event('focus')); }");
    assertThat(care(page)).containsText("Seen by you.");
    assertThat(care(viewer)).containsText("Seen by olga.");
    move(page, "/ui");
    move(page, asked.path());
    page.evaluate(NO_LOOK);
    assertThat(posted).as("again within a minute").hasSize(1);
    assertThat(triage(asked.id()).path("seen")).hasSize(1);
  }

  // DX-65
  @Test
  void what_people_said_is_shown_however_much_has_happened_since() {
    Asked asked = raise("bash", Map.of("command", "echo much"), "much");
    act(http(), asked.id(), Map.of("action", "comment", "text", "Wait for the freeze."));
    for (int i = 0; i < 55; i++) {
      act(http(), asked.id(), Map.of("action", "watch"));
      act(http(), asked.id(), Map.of("action", "unwatch"));
    }
    Page page = openAs(token("mia", "operator"), asked.path());
    Locator comments =
        page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Comments"));
    assertThat(comments).containsText("Wait for the freeze.");
    act(http(), asked.id(), Map.of("action", "comment", "text", "It is over."));
    assertThat(comments).containsText("It is over.");
    assertThat(comments).containsText("Wait for the freeze.");
  }

  // DX-65, DX-89
  @Test
  void claims_snoozes_and_comments_by_keys_alone_and_on_a_small_screen() {
    Asked asked = raise("bash", Map.of("command", "echo talk"), "talk");
    Page page = openAs(token("kim", "operator"), asked.path());
    assertThat(named(page, "Claim")).isVisible();
    takesKeys(page);
    page.keyboard().press("c");
    assertThat(care(page)).containsText("Claimed by you");
    assertThat(named(page, "Release")).hasAttribute("aria-disabled", "false");
    page.keyboard().press("c");
    assertThat(named(page, "Claim")).hasAttribute("aria-disabled", "false");

    page.keyboard().press("z");
    assertThat(named(page, "1 hour")).isFocused();
    axe(page);
    page.keyboard().press("Tab");
    assertThat(named(page, "Tomorrow 9:00")).isFocused();
    page.keyboard().press("Enter");
    assertThat(care(page)).containsText("Snoozed for you until");
    assertThat(named(page, "Snoozed…")).isFocused();
    page.keyboard().press("Enter");
    page.keyboard().press("Enter"); // show it again now
    assertThat(care(page)).not().containsText("Snoozed for you");

    String words = "Is <b>this</b> right? <script>alert(1)</script>";
    act(http(), asked.id(), Map.of("action", "comment", "text", words));
    Locator comments =
        page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Comments"));
    assertThat(comments).containsText(words);
    assertThat(comments.locator("b, script")).hasCount(1); // the writer's name
    page.keyboard().press("m");
    page.keyboard().type("Yes, it is.");
    page.keyboard().press("Control+Enter");
    assertThat(comments).containsText("Yes, it is.");
    assertThat(page.locator("#talk-text")).hasValue("");
    assertThat(triage(asked.id()).path("comments").asInt()).isEqualTo(2);
    page.getByText("Log", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator(".tri-log")).containsText("kim claimed it");
    assertThat(page.locator(".tri-log")).containsText("no longer snoozes it");

    page.setViewportSize(320, 640);
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
    axe(chosen(page));
    page.setViewportSize(1280, 800);
    page.locator("#talk-text").blur();
    page.keyboard().press("?");
    assertThat(dialog(page)).containsText("Claim, or end your claim");
    assertThat(dialog(page)).containsText("Snooze");
    assertThat(dialog(page)).containsText("Comment, for people only");
  }

  @Test
  void who_decides_what_somebody_else_has_claimed_is_asked_once_more() {
    Asked asked = raise("bash", Map.of("command", "echo claimed"), "claimed");
    Http mia = http().as(token("mia", "operator"));
    Page page = openAs(token("noa", "operator"), asked.path());
    assertThat(button(page, "Allow once")).isVisible();
    act(mia, asked.id(), Map.of("action", "claim"));
    assertThat(care(page)).containsText("Claimed by mia");
    button(page, "Allow once").click();
    assertThat(dialog(page)).containsText("mia has claimed this request until");
    axe(page);
    inDialog(page, "Go back").click();
    assertThat(resolution(asked).isMissingNode()).isTrue();

    named(page, "Take over…").click();
    inDialog(page, "Take over").click();
    assertThat(care(page)).containsText("Claimed by you");
    named(page, "Assign…").click();
    page.getByLabel("Assign to").selectOption("mia");
    named(page, "Assign").click();
    assertThat(care(page)).containsText("Claimed by mia, assigned by you");
    named(page, "Watch").click();
    assertThat(care(page)).containsText("Watched by you");

    button(page, "Deny…").click();
    page.keyboard().type("not today");
    button(page, "Deny").click();
    inDialog(page, "Decide anyway").click();
    assertThat(end(page)).containsText("Denied by noa");
    assertThat(named(page, "Take over…")).hasCount(0);
    assertThat(page.locator("#talk-text")).isVisible(); // there is more to say afterwards
  }

  // DX-54
  @Test
  void fields_that_nobody_may_change_are_locked_with_the_reason_and_stages_are_listed() {
    String token = token("pia", "operator");
    http().post("/v1/groups", "{\"name\":\"payers\",\"members\":[\"pia\"]}").expect(201);
    policy(
        Map.of(
            "name",
            "payments",
            "match",
            Map.of("tools", List.of("pay_page")),
            "needs",
            "1 of group:payers within 2h or unseen 10m else 1 of role:admin within 1h else deny",
            "editable",
            List.of("/amount")));
    Asked asked = raise("pay_page", Map.of("amount", 80, "to", "ACME"), "invoice");
    Page page = openAs(token, asked.path());
    Locator stages = page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Stages"));
    assertThat(stages.getByRole(AriaRole.LISTITEM).nth(0))
        .containsText("1 of payers open now, waits 2 h, or 10 min if nobody looks");
    assertThat(stages.getByRole(AriaRole.LISTITEM).nth(1))
        .containsText(Pattern.compile("1 of admins opens in 1 h 59 min")); // somebody has looked
    assertThat(card(page)).containsText("Without a decision it is denied after the last stage.");

    button(page, "Edit…").click();
    Locator locked = page.getByLabel("to locked");
    assertThat(locked).hasValue("ACME");
    assertThat(locked).not().isEditable();
    assertThat(page.getByText("The agent or the policy does not let people change this field."))
        .isVisible();
    page.getByLabel("amount as JSON").fill("9x");
    assertThat(page.getByText("This is not JSON")).isVisible();
    page.getByLabel("amount as JSON").fill("90");
    axe(page);
    button(page, "Allow edited version").click();
    assertThat(end(page)).containsText("Allowed by pia");
    assertThat(resolution(asked).at("/updated_input/amount").asInt()).isEqualTo(90);
    assertThat(resolution(asked).at("/updated_input/to").asString()).isEqualTo("ACME");
    assertThat(end(page)).containsText("Policy payments, version 1");
  }
}
