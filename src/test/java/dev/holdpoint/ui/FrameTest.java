package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is around every view: addresses, titles, the menu at each width. */
class FrameTest extends BrowserTest {
  private static final List<String> PLACES =
      List.of(
          "",
          "/history",
          "/sessions",
          "/runs",
          "/rules",
          "/stats",
          "/deliveries",
          "/audit",
          "/people",
          "/policies",
          "/status",
          "/settings",
          "/account",
          "/nowhere");

  @Override
  boolean isAlone() {
    return true;
  }

  private static Locator heading(Page page) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator menu(Page page) {
    return page.getByRole(
        AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Main").setExact(true));
  }

  private static void noSidewaysScroll(Page page, String place) {
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .as(place)
        .isEqualTo(0);
  }

  // PG-40
  @Test
  void PG_40_every_address_opens_its_view_with_its_own_title_and_one_heading() {
    String session = session();
    JsonNode run = park(session, Script.bash("echo titled"));
    String runId = run.path("run_id").asString();
    String approval = http().awaitApproval(runId);
    Map<String, String> titles = new LinkedHashMap<>();
    titles.put("", "Inbox");
    titles.put("/approvals/" + approval, "Run echo titled");
    titles.put("/history", "History");
    titles.put("/sessions", "Sessions");
    titles.put("/sessions/" + session, session);
    titles.put("/runs", "Runs");
    titles.put("/runs/" + runId, run.at("/request/title").asString());
    titles.put("/rules", "Rules");
    titles.put("/stats", "Insights");
    titles.put("/deliveries", "Deliveries");
    titles.put("/audit", "Audit");
    titles.put("/people", "People");
    titles.put("/policies", "Policies");
    titles.put("/status", "Status");
    titles.put("/settings", "Settings");
    titles.put("/account", "Account");
    titles.put("/nowhere/at/all", "Page not found");
    Page page = open("/ui");
    String before = "";
    for (var place : titles.entrySet()) {
      // By reload and by link.
      if (place.getKey().length() % 2 == 0) {
        page.navigate(address() + "/ui" + place.getKey());
      } else {
        move(page, "/ui" + place.getKey());
      }
      assertThat(page).hasTitle("(1) " + place.getValue() + " · Holdpoint");
      assertThat(heading(page)).hasCount(1);
      assertThat(heading(page)).isVisible();
      before = place.getValue();
    }
    page.goBack();
    assertThat(page).hasTitle("(1) Account · Holdpoint");
    assertThat(heading(page)).hasText("Account");
    page.goForward();
    assertThat(page).hasTitle("(1) " + before + " · Holdpoint");
    assertThat(heading(page)).hasText("Page not found");
    Asking.decide(http(), approval, "deny");
    assertThat(page).hasTitle("Page not found · Holdpoint");
    page.getByRole(AriaRole.MAIN)
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Go to the inbox"))
        .click();
    assertThat(page).hasTitle("Inbox · Holdpoint");
  }

  @Test
  void the_menu_has_what_a_role_can_use() {
    Page page = openAs(token("menu-agent", "agent"), "/ui");
    assertThat(link(page, "History")).isVisible();
    for (String none : List.of("Insights", "Audit", "People", "Policies")) {
      assertThat(link(page, none)).hasCount(0);
    }
    Page admin = open("/ui");
    for (String one : List.of("Insights", "Audit", "People", "Policies", "Settings", "admin")) {
      assertThat(link(admin, one)).isVisible();
    }
  }

  @Test
  void the_menu_of_a_token_of_one_tenant_has_only_what_it_can_read() {
    String tenant =
        http()
            .post("/v1/tenants", "{\"name\":\"bound menu\"}")
            .expect(201)
            .json()
            .path("tenant_id")
            .asString();
    String token =
        http()
            .post(
                "/v1/tokens",
                "{\"name\":\"bound\",\"role\":\"operator\",\"tenant_id\":\"" + tenant + "\"}")
            .expect(201)
            .json()
            .path("token")
            .asString();
    Page page = openAs(token, "/ui");
    assertThat(link(page, "History")).isVisible();
    for (String none : List.of("Runs", "Insights", "Deliveries", "Audit", "People", "Policies")) {
      assertThat(link(page, none)).hasCount(0);
    }
    for (String one : List.of("History", "Sessions", "Rules", "Status", "Settings")) {
      link(page, one).click();
      assertThat(heading(page)).containsText(one);
      assertThat(page.locator("main .spinner")).hasCount(0);
      assertThat(page.locator("main [role=alert]:not(:empty)")).hasCount(0);
    }
  }

  @Test
  void the_menu_is_at_the_side_from_1024_px_and_folds_to_icons() {
    Page page = open("/ui/status");
    page.setViewportSize(1024, 700);
    assertThat((Integer) page.locator(".side").evaluate("one => one.offsetWidth")).isEqualTo(216);
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Menu with names").setExact(true))
        .click();
    assertThat((Integer) page.locator(".side").evaluate("one => one.offsetWidth")).isEqualTo(56);
    page.reload();
    assertThat(link(page, "Status")).hasAttribute("aria-current", "page");
    assertThat((Integer) page.locator(".side").evaluate("one => one.offsetWidth")).isEqualTo(56);
    page.setViewportSize(1023, 700);
    assertThat(menu(page).getByRole(AriaRole.LINK)).hasCount(3);
    assertThat(page.locator(".side")).hasCount(0);
  }

  // PG-64: of the frame
  @Test
  void PG_64_a_phone_has_a_bar_four_tabs_and_nothing_to_the_side() {
    String approval =
        http().awaitApproval(park(session(), Script.bash("x")).path("run_id").asString());
    Page page = phone("/ui");
    for (int width : new int[] {390, 360, 320}) {
      page.setViewportSize(width, 640);
      for (String place : PLACES) {
        move(page, "/ui" + place);
        assertThat(heading(page)).hasCount(1);
        noSidewaysScroll(page, width + " " + place);
        Locator active = menu(page).locator("[aria-current=page], [aria-current=true]");
        assertThat(active).hasCount(1);
        assertThat(active)
            .isInViewport(
                new com.microsoft.playwright.assertions.LocatorAssertions.IsInViewportOptions()
                    .setRatio(1));
      }
    }
    assertThat((Integer) page.locator(".bar").evaluate("one => one.offsetHeight")).isEqualTo(48);
    for (Object size :
        (List<?>)
            menu(page)
                .locator(".entry")
                .evaluateAll(
                    "all => all.map(one => Math.min(one.offsetWidth, one.offsetHeight))")) {
      assertThat((Integer) size).isGreaterThanOrEqualTo(44);
    }
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More")).tap();
    Locator more = page.getByRole(AriaRole.DIALOG);
    axe(more);
    more.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Runs")).tap();
    assertThat(more).hasCount(0);
    assertThat(page).hasURL(address() + "/ui/runs");
    move(page, "/ui/approvals/" + approval + "?q=echo");
    assertThat(menu(page)).hasCount(0);
    assertThat((Integer) page.locator(".bar").evaluate("one => one.offsetHeight")).isEqualTo(48);
    noSidewaysScroll(page, "a card");
    link(page, "Back to the inbox").tap();
    assertThat(menu(page)).isVisible();
    assertThat(page).hasURL(address() + "/ui?q=echo");
  }

  @Test
  void settings_are_kept_and_change_what_is_seen() {
    Page page = open("/ui/settings");
    for (String choice : List.of("Dark", "High", "Comfortable", "10 s")) {
      page.getByLabel(choice, new Page.GetByLabelOptions().setExact(true)).check();
    }
    page.reload();
    for (String choice : List.of("Dark", "High", "Comfortable", "10 s")) {
      assertThat(page.getByLabel(choice, new Page.GetByLabelOptions().setExact(true))).isChecked();
    }
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(page.locator("html")).hasAttribute("data-contrast", "more");
    assertThat(page.locator("html")).hasAttribute("data-density", "comfortable");
    // PG-69: without a sending side
    assertThat(page.getByText("Not set up.")).isVisible();
    page.getByText("All keys").click();
    assertThat(page.locator(".settings-keys")).containsText("Undo what is held");
    assertThat(page.locator(".settings-keys")).not().containsText("Leave");
    assertThat(
            page.getByText(
                "Holdpoint " + http().get("/v1/status").json().path("version").asString()))
        .isVisible();
  }
}
