package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The list of what waits: it is live, keeps its places, and is worked with keys alone. */
class InboxPageTest extends BrowserTest {
  private final Http[] bob = new Http[1];

  private Http bob() {
    if (bob[0] == null) {
      bob[0] = http().as(token("bob", "operator"));
    }
    return bob[0];
  }

  private static Locator rows(Page page) {
    return page.getByRole(AriaRole.LISTBOX, named("Waiting requests")).getByRole(AriaRole.OPTION);
  }

  private static Locator row(Page page, String text) {
    return rows(page).filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  @Test
  void what_is_asked_shows_up_by_itself_behind_what_has_waited_longer() {
    Page page = open("/ui");
    assertThat(page.getByText("You're all caught up")).isVisible();
    axe(page);
    String session = session();
    Asking.approval(http(), session, "echo first");
    Asking.question(http(), session, "Which second?");
    Asking.approval(http(), session, "echo third");
    assertThat(rows(page)).hasCount(3);
    assertThat(rows(page).nth(0)).containsText("echo first");
    assertThat(rows(page).nth(1)).containsText("Which second?");
    assertThat(rows(page).nth(2)).containsText(session);
    assertThat(rows(page).nth(2)).hasAttribute("aria-posinset", "3");
    assertThat(page).hasTitle("(3) Inbox · Holdpoint");
    axe(page);
    page.reload();
    assertThat(rows(page)).hasCount(3);
    assertThat(rows(page).nth(1)).containsText("Which second?");
  }

  @Test
  void what_was_chosen_has_an_address_and_the_browsers_back_leads_to_the_list() {
    String session = session();
    String id = Asking.approval(http(), session, "echo chosen");
    Page page = phone("/ui");
    row(page, "echo chosen").tap();
    assertThat(page).hasURL(Pattern.compile(".*/ui/approvals/" + id));
    assertThat(page.getByRole(AriaRole.REGION, named("Approval: Run echo chosen"))).isVisible();
    assertThat(page.getByRole(AriaRole.LISTBOX)).isHidden();
    page.goBack();
    assertThat(row(page, "echo chosen")).isVisible();
    row(page, "echo chosen").tap();
    page.getByRole(AriaRole.LINK, named("Back to the inbox")).tap();
    assertThat(row(page, "echo chosen")).isVisible();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  @Test
  void an_address_of_what_is_settled_already_shows_it() {
    String id = Asking.approval(http(), session(), "echo long ago");
    Asking.decide(bob(), id, "deny");
    Page page = open("/ui/approvals/" + id);
    assertThat(page.getByRole(AriaRole.REGION, named("Approval: Run echo")))
        .containsText("echo long ago");
    assertThat(page.getByText("You're all caught up")).isVisible();
    move(page, "/ui/approvals/apr_nothing");
    assertThat(page.getByText("Not found")).isVisible();
  }

  @Test
  void what_is_settled_elsewhere_says_by_whom_and_nothing_moves() {
    String session = session();
    Asking.approval(http(), session, "echo one");
    String two = Asking.approval(http(), session(), "echo two");
    Asking.approval(http(), session(), "echo three");
    Page page = open("/ui/approvals/" + two);
    Locator third = row(page, "echo three");
    third.hover();
    BoundingBox before = third.boundingBox();
    Asking.decide(bob(), two, "allow");
    assertThat(row(page, "echo two")).containsText("allowed by bob");
    Asking.approval(http(), session, "echo four");
    assertThat(rows(page)).hasCount(4);
    BoundingBox after = third.boundingBox();
    assertThat(after.x).isEqualTo(before.x);
    assertThat(after.y).isEqualTo(before.y);
    assertThat(page).hasURL(Pattern.compile(".*/ui/approvals/" + two));
    assertThat(page.getByRole(AriaRole.REGION, named("Approval: Run echo")))
        .containsText("echo two");
    page.navigate(address() + "/ui");
    assertThat(rows(page)).hasCount(3);
  }

  @Test
  void settled_rows_go_when_the_person_clears_them() {
    String first = Asking.approval(http(), session(), "echo one");
    Asking.approval(http(), session(), "echo two");
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(2);
    rows(page).first().hover();
    Asking.decide(bob(), first, "deny");
    assertThat(row(page, "denied by bob")).isVisible();
    axe(page);
    button(page, "Hide 1 decided").click();
    assertThat(rows(page)).hasCount(1);
    assertThat(page).hasTitle("(1) Inbox · Holdpoint");
  }

  @Test
  void a_filter_and_a_search_show_a_part_and_say_how_large_it_is() {
    String one = session();
    String other = session();
    Asking.approval(http(), one, "make release");
    Asking.approval(http(), one, "make clean");
    Asking.approval(http(), other, "rm -rf build");
    Asking.question(http(), other, "Which release?");
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(4);
    page.keyboard().press("/");
    page.keyboard().type("RELEASE");
    assertThat(rows(page)).hasCount(2);
    assertThat(page.getByText("2 results")).isVisible();
    assertThat(rows(page).first().locator("mark")).hasText("release");
    button(page, "Filter").first().click();
    page.getByRole(AriaRole.COMBOBOX, named("Kind").setExact(true)).selectOption("question");
    assertThat(rows(page)).hasCount(1);
    axe(page);
    button(page, "Remove filter: Questions").click();
    assertThat(rows(page)).hasCount(2);
    button(page, "Clear filters").click();
    assertThat(rows(page)).hasCount(4);
    page.getByRole(AriaRole.COMBOBOX, named("Session").setExact(true)).selectOption(one);
    assertThat(rows(page)).hasCount(2);
    page.getByLabel("Deadline within 10 min").check();
    assertThat(page.getByText("No results.")).isVisible();
    assertThat(page.getByText("4 other requests are waiting.")).isVisible();
  }

  @Test
  void several_are_selected_and_decided_by_keys_with_a_result_each() {
    String free = Asking.approval(http(), session(), "echo free");
    String taken = Asking.approval(http(), session(), "echo taken");
    Asking.question(http(), session(), "Why not?");
    Asking.approval(http(), session(), "echo hidden");
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(4);
    // Somebody is quicker by a moment.
    page.route(
        "**/v1/approvals/resolutions",
        route -> {
          Asking.decide(bob(), taken, "deny");
          route.resume();
        });
    page.keyboard().press("j");
    page.keyboard().press("x");
    page.keyboard().press("j");
    page.keyboard().press("j");
    page.keyboard().press("Shift+X");
    assertThat(page.getByText("3 selected")).isVisible();
    axe(page);
    button(page, "Allow all").focus();
    page.keyboard().press("Enter");
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText("Allow 2 approvals?");
    assertThat(dialog).containsText("a question, which needs its own answer");
    axe(page);
    button(page, "Allow 2").focus();
    page.keyboard().press("Enter");
    assertThat(dialog).containsText("1 allowed, 1 already decided");
    Locator results = dialog.getByRole(AriaRole.LISTITEM);
    assertThat(results).hasCount(2);
    assertThat(results.nth(0)).containsText("allowed");
    assertThat(results.nth(1)).containsText("already denied by bob");
    axe(page);
    dialog.getByRole(AriaRole.BUTTON).click();
    assertThat(row(page, "echo free")).containsText("allowed by");
    assertThat(row(page, "echo hidden")).not().containsText("by");
    assertThat(http().get("/v1/approvals/" + free).json().at("/resolution/behavior").asString())
        .isEqualTo("allow");
  }

  @Test
  void what_nobody_may_decide_here_is_left_out_of_several_with_the_reason() {
    String tenant = guarded();
    try {
      String session =
          http()
              .post("/v1/sessions", JSON.writeValueAsString(Map.of("tenant_id", tenant)))
              .expect(201)
              .json()
              .path("session_id")
              .asString();
      String signed = Asking.approval(http(), session, "echo signed");
      String free = Asking.approval(http(), session(), "echo free");
      Page page = open("/ui");
      assertThat(rows(page)).hasCount(1); // what waits for a key that nobody here has is in All
      page.getByRole(AriaRole.TAB, named("All")).click();
      assertThat(rows(page)).hasCount(2);
      page.keyboard().press("*");
      button(page, "Allow all").click();
      Locator dialog = page.getByRole(AriaRole.DIALOG);
      assertThat(dialog).containsText("Allow 1 approval?");
      Locator items = dialog.getByRole(AriaRole.LISTITEM);
      assertThat(items).hasCount(2);
      assertThat(items.nth(0)).containsText("echo free");
      assertThat(items.nth(1)).containsText("echo signed");
      assertThat(items.nth(1)).containsText("Needs a signature");
      button(page, "Allow 1").click();
      assertThat(dialog.getByRole(AriaRole.HEADING)).hasText("Done");
      assertThat(items).hasCount(1);
      assertThat(items).containsText("echo free");
      assertThat(status(free)).isEqualTo("resolved");
      assertThat(status(signed)).isEqualTo("pending");
    } finally {
      signatureRequired(tenant, false);
    }
  }

  /** A tenant whose approvals are decided by signatures, which no page can make. */
  private String guarded() {
    String tenant =
        http()
            .post("/v1/tenants", "{\"name\":\"guarded\"}")
            .expect(201)
            .json()
            .path("tenant_id")
            .asString();
    signatureRequired(tenant, true);
    return tenant;
  }

  private void signatureRequired(String tenant, boolean required) {
    http()
        .send(
            "PUT",
            "/v1/tenants/" + tenant + "/approval-policy",
            JSON.writeValueAsString(Map.of("signature_required", required)),
            _ -> {})
        .expect(200);
  }

  private String status(String approvalId) {
    return http().get("/v1/approvals/" + approvalId).expect(200).json().path("status").asString();
  }

  @Test
  void of_several_those_are_meant_that_offer_what_is_decided() {
    Page page = open("/ui");
    List<Object> all =
        List.of(
            offering("both", true, true),
            offering("yes", true, false),
            offering("no", false, true),
            offering("neither", false, false));
    assertThat(sorted(page, all, "allow"))
        .containsExactly("both", "yes", "no: may not allow", "neither: may not allow");
    assertThat(sorted(page, all, "deny"))
        .containsExactly("both", "no", "yes: may not deny", "neither: may not deny");
  }

  private static Map<String, Object> offering(String id, boolean allow, boolean deny) {
    Object actions = List.of(action("allow", allow), action("deny", deny));
    return Map.of("id", id, "kind", "approval", "request", Map.of("actions", actions));
  }

  private static Map<String, Object> action(String name, boolean allowed) {
    return allowed
        ? Map.of("action", name, "allowed", true)
        : Map.of("action", name, "allowed", false, "reason", "may not " + name);
  }

  /** Those that are meant, then those that are left out, with why. */
  private static List<String> sorted(Page page, List<Object> all, String behavior) {
    JsonNode sorted = module(page, "inbox/bulk.js", "sorted", all, behavior);
    List<String> told = new ArrayList<>();
    for (JsonNode prompt : sorted.path("meant")) {
      told.add(prompt.path("id").asString());
    }
    for (JsonNode out : sorted.path("out")) {
      told.add(out.at("/prompt/id").asString() + ": " + out.path("why").asString());
    }
    return told;
  }

  @Test
  void marks_in_what_is_announced_are_named() {
    Page page = open("/ui");
    module(page, "parts/announce.js", "announce", "a\u202eb");
    assertThat(page.getByRole(AriaRole.STATUS).getByText("aRLOb")).isVisible();
    Object asked =
        Map.of(
            "kind",
            "approval",
            "request",
            Map.of("title", "Run \u202els", "input", Map.of("command", "\u202els")));
    assertThat(module(page, "state/arrivals.js", "sentence", List.of(asked)).asString())
        .isEqualTo("New request: Run ⟨RLO⟩ls");
  }

  @Test
  void approvals_of_one_run_are_denied_together_with_a_reason() {
    String session = session();
    park(
        session,
        "{\"tools\":[{\"tool\":\"request_approval\",\"input\":{\"reason\":\"one\"}},"
            + "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"two\"}}]}");
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(2);
    page.keyboard().press("*");
    button(page, "Deny all…").click();
    page.getByLabel("Reason (optional). The agents will see it.").fill("not today");
    button(page, "Deny 2").click();
    assertThat(page.getByRole(AriaRole.DIALOG)).containsText("2 denied");
    JsonNode all = http().get("/v1/approvals?status=resolved&session_id=" + session).json();
    assertThat(all).hasSize(2);
    for (JsonNode row : all) {
      assertThat(row.at("/resolution/reason").asString()).isEqualTo("not today");
    }
  }

  @Test
  // PG-45
  void PG_45_the_card_stays_after_a_decision_and_enter_or_a_setting_lead_on() {
    String first = Asking.approval(http(), session(), "echo one");
    String second = Asking.approval(http(), session(), "echo two");
    String third = Asking.approval(http(), session(), "echo three");
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(3);
    page.keyboard().press("j");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*/" + first));
    allowHere(page, first);
    assertThat(row(page, "echo one")).containsText("allowed by");
    assertThat(page).hasURL(Pattern.compile(".*/" + first));
    page.keyboard().press("Enter");
    assertThat(page).hasURL(Pattern.compile(".*/" + second));
    Asking.decide(bob(), second, "allow");
    assertThat(row(page, "echo two")).containsText("allowed by bob");
    assertThat(page).hasURL(Pattern.compile(".*/" + second));
    button(page, "Next request ›").click();
    assertThat(page).hasURL(Pattern.compile(".*/" + third));

    // With the setting on the next one opens, and a key that was on its way is not taken for it.
    String fourth = Asking.approval(http(), session(), "echo four");
    assertThat(rows(page)).hasCount(4);
    setting(page, "goOn", true);
    assertThat(button(page, "Allow once")).isVisible();
    page.evaluate(
        """
        fourth => void new MutationObserver((_, watch) => {
          if (!location.pathname.endsWith(fourth) || !document.querySelector('hp-approval .approval-bar')) return;
          watch.disconnect();
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
          window.pressed = true;
        }).observe(document.body, { childList: true, subtree: true })
        """,
        fourth);
    allowHere(page, third);
    assertThat(page).hasURL(Pattern.compile(".*/" + fourth));
    page.waitForFunction("() => window.pressed");
    assertThat(page.getByLabel("Reason (optional)")).hasCount(0);
    takesKeys(page);
    page.keyboard().press("d");
    assertThat(page.getByLabel("Reason (optional)")).isVisible();
  }

  private static void setting(Page page, String name, Object value) {
    page.evaluate(
        """
        async ([name, value]) => {
          const { modules } = await import(document.querySelector('script[type=module]').src);
          modules['state/settings.js'].settings.set(name, value);
        }
        """,
        List.of(name, value));
  }

  /** As the buttons of an approval do it. */
  private static void allowHere(Page page, String id) {
    page.evaluate(
        """
        async id => {
          const { modules } = await import(document.querySelector('script[type=module]').src);
          const { inbox } = modules['state/inbox.js'];
          const { decide } = modules['state/decide.js'];
          await decide([inbox.get('approval', id)], { behavior: 'allow' });
        }
        """,
        id);
  }

  @Test
  void who_may_only_look_is_told_why_nothing_can_be_decided() {
    Asking.approval(http(), session(), "echo look");
    // What was refused before they signed in is asked for again.
    Page page = openAs(null, "/ui");
    page.getByLabel("Token").fill(token("vera", "viewer"));
    page.getByLabel("Token").press("Enter");
    assertThat(rows(page)).hasCount(1);
    page.locator("h1").first().click();
    page.keyboard().press("*");
    assertThat(button(page, "Allow all")).hasAttribute("aria-disabled", "true");
    assertThat(page.getByText("Your role (viewer) can't decide.")).isVisible();
    button(page, "Allow all").click(new Locator.ClickOptions().setForce(true));
    assertThat(page.getByRole(AriaRole.DIALOG)).isHidden();
  }

  @Test
  void the_list_stays_still_under_a_pointer_that_is_down() {
    String session = session();
    for (int i = 0; i < 20; i++) {
      Asking.approval(http(), session, "echo number " + i);
    }
    Page page = open("/ui");
    assertThat(rows(page).first()).isVisible();
    Locator list = page.getByRole(AriaRole.LISTBOX);
    list.evaluate("list => { list.scrollTop = 440; }");
    Locator wanted = row(page, "echo number 9");
    assertThat(wanted).isVisible();
    BoundingBox before = wanted.boundingBox();
    page.mouse().move(before.x + 20, before.y + before.height / 2);
    page.mouse().down();
    assertThat(list).isFocused();
    page.evaluate("() => new Promise(requestAnimationFrame)");
    assertThat(wanted.boundingBox().y).isEqualTo(before.y);
    page.mouse().up();
    assertThat(page.getByText("1 selected")).isVisible();
    assertThat(wanted).hasAttribute("aria-selected", "true");
    assertThat(page).hasURL(address() + "/ui");
  }

  // PF-87
  @Test
  void PF_87_where_a_no_is_suggested_the_focus_is_on_deny_and_a_asks_once_more() {
    String session = session();
    var hook =
        CompletableFuture.supplyAsync(
            () ->
                http()
                    .post(
                        "/hooks/claude/permission-request",
                        "{\"session_id\":\"%s\",\"hook_event_name\":\"PermissionRequest\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"echo no\"},\"default_to_no\":true}"
                            .formatted(session)));
    String id =
        http()
            .await("/v1/approvals?session_id=" + session, list -> list.size() == 1)
            .at("/0/request/id")
            .asString();
    Page page = open("/ui/approvals/" + id);
    assertThat(button(page, "Deny…")).isFocused();
    assertThat(page.getByRole(AriaRole.ARTICLE)).containsText("The agent suggests denying this");
    assertThat(button(page, "Allow once")).hasAttribute("aria-disabled", "false");
    takesKeys(page);
    page.keyboard().press("a");
    assertThat(page.getByText("Press a again to allow it")).isVisible();
    assertThat(button(page, "Deny…")).isFocused();
    assertThat(hook).isNotDone();
    page.keyboard().press("a");
    assertThat(row(page, "echo no")).containsText("allowed by admin");
    assertThat(hook.join().text()).contains("allow");
  }

  @Test
  void a_allows_and_d_denies_what_is_open_and_j_opens_the_next_one() {
    String first = Asking.approval(http(), session(), "echo one");
    String second = Asking.approval(http(), session(), "echo two");
    Page page = open("/ui/approvals/" + first);
    assertThat(rows(page)).hasCount(2);
    assertThat(button(page, "Allow once")).isVisible();
    takesKeys(page);
    page.keyboard().press("a");
    assertThat(row(page, "echo one")).containsText("allowed by admin");
    assertThat(page).hasURL(Pattern.compile(".*/" + first));
    page.keyboard().press("j");
    assertThat(page).hasURL(Pattern.compile(".*/" + second));
    assertThat(page.getByRole(AriaRole.REGION, named("Approval: Run echo")))
        .containsText("echo two");
    assertThat(button(page, "Allow once")).isVisible();
    // A key that was meant for the one before is not taken for this one.
    takesKeys(page);
    page.keyboard().press("d");
    assertThat(page.getByLabel("Reason (optional)")).isFocused();
  }
}
