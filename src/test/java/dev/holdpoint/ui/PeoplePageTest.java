package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People, groups and policies on the page: read by everybody, written by admins. */
class PeoplePageTest extends BrowserTest {
  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator item(Page page, String list, String text) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName(list).setExact(true))
        .locator("> li")
        .filter(new Locator.FilterOptions().setHasText(text));
  }

  private static void fits(Page page) {
    page.setViewportSize(320, 640);
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
    axe(page);
    page.setViewportSize(1280, 800);
  }

  private JsonNode named(String path, String name) {
    for (JsonNode one : http().get(path).expect(200).json()) {
      if (one.path("name").asString().equals(name)) {
        return one;
      }
    }
    throw new AssertionError("there is no " + name + " in " + path);
  }

  // DX-01, DX-02, DX-04, DX-89
  @Test
  void groups_are_made_changed_and_removed_by_keys_and_one_that_a_policy_names_stays() {
    token("ada-people", "operator");
    Page page = open("/ui/people");
    button(page, "New group").focus();
    page.keyboard().press("Enter");
    assertThat(page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true))).isFocused();
    page.keyboard().type("Auditors");
    page.keyboard().press("Tab");
    page.keyboard().type("ada-people");
    page.keyboard().press("Enter");
    page.keyboard().type("<i>nobody</i>");
    page.keyboard().press("Enter");
    axe(page);
    button(page, "Create group").focus();
    page.keyboard().press("Enter");
    assertThat(item(page, "Groups", "Auditors")).containsText("<i>nobody</i> (cannot decide)");
    assertThat(button(page, "New group")).isFocused();
    Locator ada = item(page, "People", "ada-people");
    assertThat(ada).containsText("Auditors");
    assertThat(ada).containsText("Can decide");
    fits(page);

    button(page, "New group").click();
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("AUDITORS");
    button(page, "Create group").click();
    assertThat(page.locator("hp-group-form [role=alert]"))
        .containsText("There is already a group named Auditors.");
    button(page, "Go back").click();

    http()
        .post(
            "/v1/approval-policies",
            JSON.writeValueAsString(
                Map.of(
                    "name",
                    "audit",
                    "match",
                    Map.of("tools", List.of("audit_page")),
                    "needs",
                    "1 of group:Auditors")))
        .expect(201);
    button(page, "Remove Auditors").click();
    button(page, "Remove").click();
    assertThat(page.locator(".toast.wrong"))
        .containsText("The policy audit names this group, so it can be neither removed nor");
    page.locator(".toast.wrong button").click();
    assertThat(item(page, "Groups", "Auditors")).isVisible();
    button(page, "Change Auditors").click();
    button(page, "Take out <i>nobody</i>").click();
    button(page, "Save").click();
    assertThat(button(page, "Save")).hasCount(0);
    assertThat(item(page, "Groups", "Auditors")).not().containsText("nobody");
    assertThat(named("/v1/groups", "Auditors").path("members")).hasSize(1);

    Page viewer = openAs(token("vera", "viewer"), "/ui/people");
    assertThat(item(viewer, "Groups", "Auditors")).isVisible();
    assertThat(button(viewer, "New group")).hasCount(0);
    assertThat(button(viewer, "Remove Auditors")).hasCount(0);
  }

  // DX-07, DX-12, DX-41, DX-89
  @Test
  void a_policy_is_written_with_its_fault_marked_previewed_saved_moved_and_disabled() {
    http().post("/v1/groups", "{\"name\":\"writers\",\"members\":[\"ada-policies\"]}").expect(201);
    token("ada-policies", "operator");
    String asked =
        http()
            .post(
                "/v1/sessions/" + session() + "/approval-requests",
                "{\"tool_name\":\"write_page\",\"input\":{},\"reason\":\"why\"}")
            .expect(201)
            .json()
            .at("/request/id")
            .asString();
    Page page = open("/ui/policies");
    button(page, "New policy").click();
    page.keyboard().type("Writing");
    page.getByLabel("Who must agree").fill("1 group:writers");
    page.getByLabel("Tools (optional)").fill("write_page");
    button(page, "Preview").click();
    assertThat(page.locator("#policy-needs-problem")).containsText("at character 3: expected");
    assertThat(page.locator(".pol-fault mark")).hasText("g");
    assertThat(page.getByLabel("Who must agree")).isFocused();
    assertThat(page.evaluate("() => document.activeElement.selectionStart")).isEqualTo(2);
    axe(page);
    page.getByLabel("Who must agree").fill("1 of group:writers within 2h else deny");
    assertThat(page.locator(".pol-fault")).hasCount(0);
    assertThat(button(page, "Save policy")).hasAttribute("aria-disabled", "true");
    button(page, "Preview").click();
    assertThat(page.getByText("It matches 1 of the")).isVisible();
    axe(page);
    button(page, "Save policy").click();
    Locator card = item(page, "Policies", "Writing");
    assertThat(card).containsText("1 of group:writers within 2h else deny");
    assertThat(card).containsText("Approvals, tools write_page.");
    assertThat(card).containsText("1 request waiting");
    assertThat(
            http()
                .get("/v1/approvals/" + asked)
                .json()
                .at("/request/standing/policy/name")
                .asString())
        .isEqualTo("Writing");

    int last = named("/v1/approval-policies", "Writing").path("position").asInt();
    http()
        .post(
            "/v1/approval-policies",
            "{\"name\":\"Later\",\"match\":{\"tools\":[\"later_page\"]},\"needs\":\"1 of anyone\"}")
        .expect(201);
    page.reload();
    button(page, "Move up Later").focus();
    page.keyboard().press("Enter");
    assertThat(item(page, "Policies", "Later").locator("h2")).hasText(last + ". Later");
    assertThat(button(page, "Move up Later")).isFocused();
    button(page, "Disable Later").click();
    assertThat(item(page, "Policies", "Later")).containsText("disabled");
    fits(page);
    button(page, "Change Writing").click();
    page.getByLabel("Who must agree").fill("2 of group:writers");
    button(page, "Preview").click();
    assertThat(page.getByText("It matches 1 of the")).isVisible();
    button(page, "Save policy").click();
    assertThat(card.getByRole(AriaRole.LIST, new Locator.GetByRoleOptions().setName("Warnings")))
        .containsText("needs 2 people");
    card.getByText("Version 2").click();
    assertThat(card.getByRole(AriaRole.LIST, new Locator.GetByRoleOptions().setName("Versions")))
        .containsText("1 of group:writers within 2h else deny");
    JsonNode stored = named("/v1/approval-policies", "Writing");
    assertThat(stored.at("/match/tools/0").asString()).isEqualTo("write_page");
    button(page, "Remove Writing").click();
    button(page, "Remove").click();
    assertThat(item(page, "Policies", "Writing")).hasCount(0);
    Page viewer = openAs(token("vera", "viewer"), "/ui/policies");
    assertThat(item(viewer, "Policies", "Later")).isVisible();
    assertThat(button(viewer, "New policy")).hasCount(0);
  }
}
