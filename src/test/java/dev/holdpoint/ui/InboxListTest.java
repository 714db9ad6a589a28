package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.MouseButton;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which rows the list has, in which order, and where a new one gets its place. */
class InboxListTest extends BrowserTest {
  private static final long MINUTE_MS = 60_000;

  private String raise(String session, String command, @Nullable Long expiresAtMs) {
    Map<String, Object> input = Map.of("command", command);
    Map<String, Object> body =
        expiresAtMs == null
            ? Map.of("tool_name", "bash", "input", input, "reason", "why")
            : Map.of(
                "tool_name", "bash", "input", input, "reason", "why", "expires_at_ms", expiresAtMs);
    return http()
        .post("/v1/sessions/" + session + "/approval-requests", JSON.writeValueAsString(body))
        .expect(201)
        .json()
        .at("/request/id")
        .asString();
  }

  private static Locator rows(Page page) {
    return page.getByRole(AriaRole.LISTBOX).getByRole(AriaRole.OPTION);
  }

  private static Locator row(Page page, String text) {
    return rows(page).filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  // PG-41
  @Test
  void PG_41_filters_sort_and_tab_are_in_the_address() {
    String session = session();
    raise(session, "sudo reboot now", null);
    raise(session, "sudo reboot later", null);
    raise(session, "git status", null);
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(3);
    page.keyboard().press("s");
    Locator sort = page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Sort"));
    assertThat(sort).isFocused();
    sort.selectOption("newest");
    page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Risk"))
        .selectOption("high");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("All")).click();
    assertThat(rows(page)).hasCount(2);
    assertThat(rows(page).first()).containsText("reboot later");
    assertThat(page).hasURL(Pattern.compile("\\?tab=all&sort=newest&risk=high$"));
    rows(page).first().click();
    assertThat(page).hasURL(Pattern.compile("/ui/approvals/apr_.*risk=high$"));
    page.reload();
    assertThat(rows(page)).hasCount(2);
    assertThat(rows(page).first()).containsText("reboot later");
    String shared = page.url().substring(address().length());
    Page other = openAs(token("otto", "operator"), shared.replaceFirst("/approvals/[^?]*", ""));
    assertThat(rows(other)).hasCount(2);
    assertThat(rows(other).first()).containsText("reboot later");
    assertThat(other.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("All")))
        .hasAttribute("aria-selected", "true");
    button(other, "Remove filter: High risk").click();
    assertThat(rows(other)).hasCount(3);
    button(other, "Remove filter: Newest first").click();
    assertThat(rows(other).first()).containsText("reboot now");
    assertThat(other).hasURL(address() + "/ui?tab=all");
    axe(page);
  }

  // PG-41
  @Test
  void PG_41_a_tool_narrows_the_list() {
    String session = session();
    raise(session, "git status", null);
    http()
        .post(
            "/v1/sessions/" + session + "/approval-requests",
            "{\"tool_name\":\"deploy\",\"input\":{\"service\":\"billing\"},\"reason\":\"why\"}")
        .expect(201);
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(2);
    page.keyboard().press("F");
    page.getByRole(AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName("Tool"))
        .selectOption("deploy");
    assertThat(rows(page)).hasCount(1);
    assertThat(rows(page)).containsText("billing");
    assertThat(page).hasURL(address() + "/ui?tool=deploy");
    button(page, "Remove filter: Tool deploy").click();
    assertThat(rows(page)).hasCount(2);
  }

  @Test
  void a_finger_that_rests_on_a_row_selects_it_and_one_that_scrolls_does_not() {
    String session = session();
    raise(session, "echo one", null);
    raise(session, "echo two", null);
    Page page = phone("/ui");
    assertThat(rows(page)).hasCount(2);
    CDPSession touch = page.context().newCDPSession(page);
    touch(touch, "touchStart", row(page, "echo two"), 0);
    assertThat(row(page, "echo two")).hasAttribute("aria-selected", "true");
    touch(touch, "touchEnd", null, 0);
    assertThat(page.getByText("1 selected")).isVisible();
    // What waits can be ticked one by one now, and nothing was opened.
    assertThat(row(page, "echo one").locator(".inbox-tick")).isVisible();
    assertThat(page).hasURL(address() + "/ui");
    row(page, "echo one").locator("[data-tick]").tap();
    assertThat(page.getByText("2 selected")).isVisible();
    axe(page);
    button(page, "Clear selection").tap();
    assertThat(row(page, "echo one").locator(".inbox-tick")).isHidden();

    page.clock().install();
    touch(touch, "touchStart", row(page, "echo two"), 0);
    touch(touch, "touchMove", row(page, "echo two"), 30);
    page.clock().runFor(2_000);
    touch(touch, "touchEnd", null, 0);
    assertThat(row(page, "echo two")).hasAttribute("aria-selected", "false");
    row(page, "echo two").locator(".inbox-title").tap();
    assertThat(page).hasURL(Pattern.compile("/ui/approvals/apr_"));
  }

  private static void touch(CDPSession page, String type, @Nullable Locator on, int down) {
    JsonArray points = new JsonArray();
    if (on != null) {
      BoundingBox box = on.boundingBox();
      JsonObject point = new JsonObject();
      point.addProperty("x", box.x + box.width / 2);
      point.addProperty("y", box.y + box.height / 2 + down);
      points.add(point);
    }
    JsonObject event = new JsonObject();
    event.addProperty("type", type);
    event.add("touchPoints", points);
    page.send("Input.dispatchTouchEvent", event);
  }

  @Test
  void a_row_is_like_a_link_its_title_underlined_and_the_middle_button_opens_a_tab() {
    raise(session(), "echo one", null);
    Page page = open("/ui");
    Locator title = rows(page).locator(".inbox-title");
    assertThat(title).not().hasCSS("text-decoration-line", "underline");
    title.hover();
    assertThat(title).hasCSS("text-decoration-line", "underline");
    Page opened =
        page.context()
            .waitForPage(
                () -> title.click(new Locator.ClickOptions().setButton(MouseButton.MIDDLE)));
    assertThat(opened).hasURL(Pattern.compile("/ui/approvals/apr_"));
    assertThat(page).hasURL(address() + "/ui");
    opened.close();
  }

  // PG-42
  @Test
  void PG_42_views_are_saved_renamed_ordered_opened_and_removed_by_keys() {
    raise(session(), "sudo reboot", null);
    raise(session(), "git status", null);
    Page page = open("/ui?risk=high");
    assertThat(rows(page)).hasCount(1);
    button(page, "Views").focus();
    page.keyboard().press("Enter");
    page.getByLabel("Save this list as").focus();
    page.keyboard().type("Risky");
    page.keyboard().press("Enter");
    Locator saved = page.locator(".inbox-saved > li");
    assertThat(saved).hasCount(1);
    page.keyboard().type("Again");
    page.keyboard().press("Enter");
    assertThat(saved).hasText(new Pattern[] {Pattern.compile("^Risky"), Pattern.compile("^Again")});
    press(button(page, "Move up Again"));
    assertThat(saved).hasText(new Pattern[] {Pattern.compile("^Again"), Pattern.compile("^Risky")});
    press(button(page, "Rename Again"));
    assertThat(page.getByLabel("New name of Again")).isFocused();
    page.keyboard().type("Other");
    page.keyboard().press("Enter");
    assertThat(saved.first()).containsText("Other");
    axe(page);
    press(button(page, "Remove Other"));
    assertThat(saved).hasCount(1);
    for (int i = 1; i < 31; i++) {
      page.getByLabel("Save this list as").fill("View " + i);
      page.keyboard().press("Enter");
    }
    assertThat(saved).hasCount(30);
    assertThat(page.getByText("You can save 30 views. Remove one first.")).isVisible();
    page.keyboard().press("Escape");
    button(page, "Clear filters").click();
    assertThat(rows(page)).hasCount(2);
    page.reload();
    assertThat(rows(page)).hasCount(2);
    button(page, "Views").click();
    press(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Risky")));
    assertThat(rows(page)).hasCount(1);
    assertThat(page).hasURL(address() + "/ui?risk=high");
  }

  private static void press(Locator what) {
    what.focus();
    what.press("Enter");
  }

  // PG-43
  @Test
  void PG_43_rows_keep_their_places_until_new_ones_are_let_in() {
    String session = session();
    for (int i = 0; i < 5; i++) {
      raise(session, "echo known " + i, null);
    }
    Page page = open("/ui?sort=newest");
    assertThat(rows(page)).hasCount(5);
    Locator third = row(page, "echo known 2");
    third.hover();
    BoundingBox before = third.boundingBox();
    IntStream.range(0, 50).forEach(i -> raise(session, "echo later " + i, null));
    assertThat(button(page, "50 new")).isVisible();
    assertThat(rows(page)).hasCount(5);
    assertThat(third.boundingBox().y).isEqualTo(before.y);
    assertThat(page).hasTitle(Pattern.compile("^\\(55\\) "));
    axe(page);
    page.keyboard().press(".");
    assertThat(rows(page).first()).containsText("echo later 49");
    assertThat(rows(page).nth(1)).containsText("echo later 48");
    assertThat(rows(page).first()).hasAttribute("aria-setsize", "50");
    assertThat(button(page, "50 new")).hasCount(0);
  }

  // PG-44, PG-73
  @Test
  void PG_44_PG_73_what_expires_soon_stands_first_and_names_say_what_matters() {
    String session = session();
    long now = System.currentTimeMillis();
    raise(session, "echo calm", null);
    raise(session, "echo eleven", now + 11 * MINUTE_MS + 30_000);
    raise(session, "sudo reboot", now + 5 * MINUTE_MS + 30_000);
    Page page = page(context(desktop(), http().token()), "/ui");
    assertThat(rows(page)).hasCount(3);
    assertThat(rows(page).first()).containsText("sudo reboot");
    Locator soon =
        page.getByRole(
            AriaRole.GROUP, new Page.GetByRoleOptions().setName("Expires within 10 minutes"));
    assertThat(soon.getByRole(AriaRole.OPTION)).hasCount(1);
    assertThat(rows(page).first())
        .hasAccessibleName(
            Pattern.compile(
                "^High risk\\. Run sudo reboot\\. Session "
                    + session
                    + "\\. Waiting \\d+ (second|minute)s?\\. Expires in 5 minutes\\. .*"));
    axe(page);
    page.clock().install();
    page.reload();
    Locator deadline = row(page, "echo eleven").locator(".deadline");
    assertThat(deadline).not().hasClass(Pattern.compile("near"));
    page.locator(".inbox-list").hover();
    page.clock().fastForward(2 * MINUTE_MS);
    page.clock().runFor(1_000);
    assertThat(deadline).hasClass(Pattern.compile("near"));
    // Dates in full are for the pointer that rests on them.
    deadline.hover();
    assertThat(deadline).hasAttribute("title", Pattern.compile("^Expires .*\\d{4}"));
    Locator age = row(page, "echo eleven").locator(".inbox-age");
    age.hover();
    assertThat(age).hasAttribute("title", Pattern.compile("\\d{4}, \\d"));
    assertThat(rows(page).nth(1)).containsText("echo calm");
    page.navigate(address() + "/ui?sort=deadline");
    assertThat(rows(page).nth(1)).containsText("echo eleven");
    page.navigate(address() + "/ui?sort=newest");
    assertThat(rows(page).nth(0)).containsText("sudo reboot");
    assertThat(soon).hasCount(0);
  }
}
