package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The inbox of one person among others: what waits for them, and what others do about it. */
class ForMeTest extends BrowserTest {
  private static final String CUT =
      """
      () => [...document.querySelectorAll('.inbox-end .deadline')]
        .filter(one => one.scrollWidth > one.clientWidth
          || one.getBoundingClientRect().right > one.closest('.inbox-row').getBoundingClientRect().right).length
      """;

  private String ines = "";
  private String otto = "";

  @BeforeAll
  void people() {
    ines = token("ines", "operator");
    otto = token("otto", "operator");
    http().post("/v1/groups", "{\"name\":\"keepers\",\"members\":[\"ines\"]}").expect(201);
    http().post("/v1/groups", "{\"name\":\"others\",\"members\":[\"otto\"]}").expect(201);
    http()
        .post(
            "/v1/approval-policies",
            JSON.writeValueAsString(
                Map.of(
                    "name",
                    "keepers",
                    "match",
                    Map.of("tools", List.of("keep_page")),
                    "needs",
                    "1 of group:keepers within 2h else deny")))
        .expect(201);
  }

  private String guarded(String what) {
    return http()
        .post(
            "/v1/sessions/" + session() + "/approval-requests",
            JSON.writeValueAsString(
                Map.of("tool_name", "keep_page", "input", Map.of("name", what), "reason", "why")))
        .expect(201)
        .json()
        .at("/request/id")
        .asString();
  }

  private static void act(Http who, String id, String body) {
    who.post("/v1/gates/" + id + "/triage", body).expect(200);
  }

  private static Locator rows(Page page) {
    return page.getByRole(AriaRole.LISTBOX, new Page.GetByRoleOptions().setName("Waiting requests"))
        .getByRole(AriaRole.OPTION);
  }

  private static Locator row(Page page, String text) {
    return rows(page).filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator turn(Page page, String name) {
    return page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  // DX-60
  @Test
  void what_waits_for_others_and_what_one_has_snoozed_is_not_for_me() {
    String free = Asking.approval(http(), session(), "echo free");
    guarded("first");
    Page hers = openAs(ines, "/ui");
    Page ottos = openAs(otto, "/ui");
    assertThat(turn(hers, "For me")).hasAttribute("aria-selected", "true");
    assertThat(rows(hers)).hasCount(2);
    assertThat(rows(ottos)).hasCount(1);
    assertThat(rows(ottos)).containsText("echo free");
    guarded("second");
    assertThat(row(hers, "second")).isVisible();
    Asking.approval(http(), session(), "echo last");
    assertThat(row(ottos, "echo last")).isVisible();
    assertThat(rows(ottos)).hasCount(2);

    act(
        http().as(ines),
        free,
        "{\"action\":\"snooze\",\"until_ms\":%d}"
            .formatted(System.currentTimeMillis() + 3_600_000));
    assertThat(row(hers, "echo free")).hasCount(0);
    assertThat(row(ottos, "echo free")).isVisible();
    hers.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Filter")).click();
    hers.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setName("Snoozed by you"))
        .check();
    assertThat(rows(hers)).hasCount(1);
    assertThat(rows(hers)).containsText("echo free");
    hers.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setName("Snoozed by you"))
        .uncheck();
    assertThat(row(hers, "echo free")).hasCount(0);
    act(http().as(ines), free, "{\"action\":\"wake\"}");
    // It has waited longer than the others: it comes in between them when that is asked for.
    assertThat(hers.getByText("1 new", new Page.GetByTextOptions().setExact(true))).isVisible();
    hers.locator("h1").first().click();
    hers.keyboard().press(".");
    assertThat(row(hers, "echo free")).isVisible();

    turn(ottos, "For me").focus();
    ottos.keyboard().press("ArrowRight");
    assertThat(turn(ottos, "All")).isFocused();
    assertThat(rows(ottos)).hasCount(4);
    axe(ottos);
    ottos.reload();
    assertThat(turn(ottos, "All")).hasAttribute("aria-selected", "true");
    assertThat(rows(ottos)).hasCount(4);
    Page viewer = openAs(token("vera", "viewer"), "/ui");
    assertThat(turn(viewer, "All")).hasAttribute("aria-selected", "true");
    assertThat(rows(viewer)).hasCount(4);
  }

  // DX-89
  @Test
  void rows_tell_who_has_claimed_them_and_whether_anybody_looked_and_filters_narrow_them() {
    String free = Asking.approval(http(), session(), "echo free");
    String kept = guarded("kept");
    Page page = openAs(ines, "/ui");
    assertThat(row(page, "echo free").locator(".inbox-dot")).isVisible();
    act(http().as(otto), free, "{\"action\":\"seen\"}");
    assertThat(row(page, "echo free").locator(".inbox-dot")).hasCount(0);
    act(http().as(otto), free, "{\"action\":\"claim\"}");
    assertThat(row(page, "echo free")).containsText("claimed by otto");
    assertThat(row(page, "kept")).containsText("1 more of keepers");

    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Filter")).click();
    page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Claim"))
        .selectOption("none");
    assertThat(rows(page)).hasCount(1);
    assertThat(rows(page)).containsText("kept");
    page.getByText("Clear filters").click();
    page.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setName("Nobody has looked"))
        .check();
    assertThat(rows(page)).hasCount(1);
    assertThat(rows(page)).containsText("kept");
    page.getByRole(AriaRole.CHECKBOX, new Page.GetByRoleOptions().setName("Nobody has looked"))
        .uncheck();
    page.getByLabel("Waits for group").selectOption("others");
    assertThat(rows(page)).hasCount(1);
    assertThat(rows(page)).containsText("echo free");
    axe(page);
    page.getByText("Clear filters").click();
    assertThat(rows(page)).hasCount(2);

    page.setViewportSize(320, 640);
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
    assertThat(page.evaluate(CUT)).as("deadlines that are cut").isEqualTo(0);
    axe(page);
    page.setViewportSize(1280, 800);
    assertThat(page.evaluate(CUT)).as("deadlines that are cut").isEqualTo(0);

    page.keyboard().press("Escape");
    page.locator("h1").first().click();
    page.keyboard().press("*");
    page.getByText("Allow all").click();
    Locator dialog = page.getByRole(AriaRole.DIALOG);
    assertThat(dialog).containsText("Allow 0 approvals?");
    assertThat(dialog).containsText("more than one person decides it, or a policy");
    dialog.getByLabel("Claimed by otto").check();
    assertThat(dialog).containsText("Allow 1 approval?");
    axe(page);
    dialog.getByText("Allow 1", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(dialog).containsText("1 allowed");
    assertThat(status(free)).isEqualTo("resolved");
    assertThat(status(kept)).isEqualTo("pending");
  }

  private String status(String approvalId) {
    return http().get("/v1/approvals/" + approvalId).expect(200).json().path("status").asString();
  }
}
