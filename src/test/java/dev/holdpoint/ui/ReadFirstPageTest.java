package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A request is allowed after all that would run was on the screen. */
class ReadFirstPageTest extends ApprovalPages {
  private static final String TO_READ = "Scroll to the end to allow";
  private static final String DISABLED = "aria-disabled";

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "echo line " + i)
        .collect(Collectors.joining("\n"));
  }

  private Asked command(int count) {
    return asked(park(session(), Script.bash(lines(count))));
  }

  private static Locator box(Page page) {
    return page.getByRole(
        AriaRole.GROUP, new Page.GetByRoleOptions().setName("All of the command").setExact(true));
  }

  private static boolean isAtEnd(Page page) {
    return (Boolean)
        box(page).evaluate("box => box.scrollTop + box.clientHeight >= box.scrollHeight - 2");
  }

  private void isAllowedOnlyAtItsEnd(Page page, Asked asked, Consumer<Locator> press) {
    Locator allow = button(page, "Allow once");
    assertThat(allow).hasAccessibleDescription(TO_READ);
    if (page.viewportSize().width > 760) { // on a phone it is in More
      assertThat(button(page, "Allow and remember…")).hasAttribute(DISABLED, "true");
    }
    assertThat(button(page, "Deny…")).hasAttribute(DISABLED, "false");
    takesKeys(page);
    int pressed = 0;
    while (!isRead(allow)) {
      assertThat(isAtEnd(page)).isFalse();
      press.accept(allow);
      assertThat(++pressed).isLessThan(100);
    }
    assertThat(pressed).isGreaterThan(2);
    assertThat(isAtEnd(page)).isTrue();
    assertThat(resolution(asked).isMissingNode()).as("decided while it was read").isTrue();
    assertThat(card(page)).containsText("You have seen all of it.");
    press.accept(allow);
    assertThat(end(page)).containsText("Allowed by");
  }

  @Test
  @DisplayName("PG-15 a long command: a scrolls on, and allows after the last line")
  void PG_15_the_key_allows_after_the_last_line() {
    Asked asked = command(200);
    Page page = open(asked.path());
    isAllowedOnlyAtItsEnd(page, asked, _ -> page.keyboard().press("a"));
  }

  @Test
  @DisplayName("PG-15 a long command: the button scrolls on, and allows after the last line")
  void PG_15_the_button_allows_after_the_last_line() {
    Asked asked = command(200);
    Page page = open(asked.path());
    isAllowedOnlyAtItsEnd(
        page, asked, allow -> allow.click(new Locator.ClickOptions().setForce(true)));
  }

  @Test
  @DisplayName("PG-15 a long command: Enter on the button scrolls on, and held down presses once")
  void PG_15_enter_allows_after_the_last_line() {
    Asked asked = command(200);
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).hasAccessibleDescription(TO_READ);
    button(page, "Allow once").focus();
    for (int i = 0; i < 60; i++) {
      page.keyboard().down("Enter");
    }
    page.keyboard().up("Enter");
    assertThat(isRead(button(page, "Allow once"))).isFalse();
    isAllowedOnlyAtItsEnd(page, asked, allow -> allow.press("Enter"));
  }

  @Test
  @DisplayName("PG-15 a long command on a phone")
  void PG_15_on_a_phone_too() {
    Asked asked = command(120);
    Page page = phone(asked.path());
    isAllowedOnlyAtItsEnd(page, asked, allow -> allow.tap(new Locator.TapOptions().setForce(true)));
  }

  @Test
  @DisplayName("PG-15 what was jumped over was not on the screen; what was seen stays seen")
  void PG_15_what_was_jumped_over_is_to_be_read() {
    Asked asked = command(200);
    Page page = open(asked.path());
    Locator allow = button(page, "Allow once");
    assertThat(allow).hasAccessibleDescription(TO_READ);
    box(page).evaluate("box => { box.scrollTop = box.scrollHeight; }");
    assertThat(isRead(allow)).isFalse();
    read(page, "Allow once");

    move(page, "/ui");
    move(page, asked.path());
    assertThat(allow).hasAttribute(DISABLED, "false");
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  @DisplayName("PG-15 a new revision starts anew")
  void PG_15_a_revision_starts_anew() {
    Asked first = raise("bash", Map.of("command", lines(200)), "Long.");
    Page page = open(first.path());
    read(page, "Allow once");
    http()
        .post(
            "/v1/runs/" + first.run() + "/approvals",
            "{\"resolutions\":[{\"request_id\":\"%s\",\"behavior\":\"request_changes\",\"reason\":\"shorter\"}]}"
                .formatted(first.id()))
        .expect(202);
    String second =
        http()
            .post(
                "/v1/sessions/" + first.session() + "/approval-requests",
                JSON.writeValueAsString(
                    Map.of(
                        "tool_name",
                        "bash",
                        "input",
                        Map.of("command", lines(200)),
                        "reason",
                        "again",
                        "revises",
                        first.id())))
            .expect(201)
            .json()
            .at("/request/id")
            .asString();
    move(page, "/ui/approvals/" + second);
    assertThat(button(page, "Allow once")).hasAccessibleDescription(TO_READ);
    read(page, "Allow once");
  }

  @Test
  @DisplayName("PG-15 what fits is read at once")
  void PG_15_what_fits_is_read_at_once() {
    Page page = open(command(2).path());
    assertThat(button(page, "Allow once")).hasAttribute(DISABLED, "false");
    assertThat(card(page)).not().containsText(TO_READ);
  }

  @Test
  @DisplayName("PG-15 an edited command is allowed after all of what was asked was on the screen")
  void PG_15_editing_is_no_way_around() {
    Asked asked = command(200);
    Page page = open(asked.path());
    button(page, "Edit…").click();
    page.getByLabel("Input: command").press("End");
    page.getByLabel("Input: command").pressSequentially(" more");
    button(page, "Allow edited version").click();
    assertThat(page.getByRole(AriaRole.STATUS).getByText(TO_READ)).isVisible();
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  @DisplayName("PG-16 a folded part of a body counts as unread until it is opened; deny works")
  void PG_16_a_folded_body_is_unread() {
    Map<String, Object> body = new LinkedHashMap<>();
    for (int i = 0; i < 40; i++) {
      body.put("member " + i, "value " + i);
    }
    body.put("folded", Map.of("inner", "all of it"));
    Asked asked =
        raise(
            "http_request",
            Map.of("method", "POST", "url", "https://example.com/x", "body", body),
            "Calls.");
    foldedIsUnread(asked, "folded");
  }

  @Test
  @DisplayName("PG-16 a closed parameter counts as unread until it is opened; deny works")
  void PG_16_a_closed_parameter_is_unread() {
    Map<String, Object> input = new LinkedHashMap<>();
    for (int i = 0; i < 60; i++) {
      input.put("parameter " + i, "value " + i);
    }
    input.put("closed", Map.of("inner", "all of it"));
    foldedIsUnread(raise("deploy", input, "Deploys."), "closed");
  }

  private void foldedIsUnread(Asked asked, String name) {
    Page page = open(asked.path());
    Locator allow = button(page, "Allow once");
    assertThat(allow).hasAccessibleDescription(TO_READ);
    Locator fold =
        input(page)
            .getByRole(AriaRole.ROW)
            .filter(new Locator.FilterOptions().setHasText(name))
            .last()
            .locator("details");
    // Closed before anybody has scrolled to it.
    fold.evaluate("fold => { fold.open = false; }");
    page.locator(".inbox-prompt").hover();
    for (int i = 0; i < 40; i++) {
      page.mouse().wheel(0, 200);
      assertThat(isRead(allow)).isFalse();
    }
    assertThat(fold).not().hasAttribute("open", "");
    allow.click(new Locator.ClickOptions().setForce(true));
    assertThat(fold).hasAttribute("open", "");
    assertThat(allow).hasAttribute(DISABLED, "false");
    assertThat(fold.getByText("all of it")).isInViewport();
    fold.evaluate("fold => { fold.open = false; }");
    assertThat(isRead(allow)).as("what was seen and folded then").isTrue();
  }

  @Test
  @DisplayName("PG-16 what is nested deeply is text that wraps, and is read to its end")
  void PG_16_what_is_nested_deeply_does_not_run_off_the_edge() {
    Map<String, Object> nested = Map.of("last", "all of it");
    for (int i = 0; i < 30; i++) {
      nested = Map.of("inner", nested);
    }
    Asked asked = raise("deploy", Map.of("nested", nested), "Deploys.");
    Page page = open(asked.path());
    Locator all =
        page.getByRole(
            AriaRole.GROUP, new Page.GetByRoleOptions().setName("All of the JSON").setExact(true));
    assertThat(all).containsText("all of it");
    assertThat(button(page, "Allow once")).hasAccessibleDescription(TO_READ);
    allow(page);
    assertThat(end(page)).containsText("Allowed by");
    assertThat(resolution(asked).at("/rendered/as_asked").asBoolean(false)).isTrue();
  }

  @Test
  @DisplayName("PG-16 deny works at any time")
  void PG_16_a_no_needs_no_reading() {
    Asked asked = command(200);
    Page page = open(asked.path());
    assertThat(button(page, "Allow once")).hasAccessibleDescription(TO_READ);
    button(page, "Deny…").click();
    button(page, "Deny").click();
    assertThat(end(page)).containsText("Denied by");
  }
}
