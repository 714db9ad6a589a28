package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Staged;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The keys of the page are those of the table, and each does what the table says. */
class KeysPageTest extends ApprovalPages {
  private static final Map<String, String> NAMES =
      Map.of(
          " ",
          "Space",
          "ArrowDown",
          "Down",
          "ArrowUp",
          "Up",
          "Escape",
          "Esc",
          "PageUp",
          "PgUp",
          "PageDown",
          "PgDn");
  private static final int OPTIONS = 9;

  /** What was pressed since the test began. */
  private final Set<String> pressed = new HashSet<>();

  private static List<JsonNode> table() {
    try (InputStream in = KeysPageTest.class.getResourceAsStream("/web/keys.json")) {
      assertThat(in).isNotNull();
      return JSON.readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .valueStream()
          .filter(row -> !row.path("only").asString("page").equals("terminal"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> texts(JsonNode row, String member) {
    return row.path(member).valueStream().map(JsonNode::asString).toList();
  }

  private void press(Page page, String key) {
    pressed.add(key);
    page.keyboard().press(key.equals(" ") ? "Space" : key);
  }

  private static void leaveField(Page page) {
    page.evaluate("() => document.activeElement.blur()");
  }

  private static Locator list(Page page) {
    return page.getByRole(
        AriaRole.LISTBOX, new Page.GetByRoleOptions().setName("Waiting requests"));
  }

  private static Locator rows(Page page) {
    return list(page).getByRole(AriaRole.OPTION);
  }

  private static void isActive(Page page, int place) {
    assertThat(list(page))
        .hasAttribute("aria-activedescendant", rows(page).nth(place).getAttribute("id"));
  }

  private String question() {
    List<Map<String, String>> options = new ArrayList<>();
    for (int i = 1; i <= OPTIONS; i++) {
      options.add(Map.of("id", "o" + i, "label", "Choice " + i));
    }
    return "/ui/questions/"
        + http()
            .post(
                "/v1/sessions/" + session() + "/question-requests",
                JSON.writeValueAsString(
                    Map.of(
                        "questions",
                        List.of(Map.of("id", "q", "question", "Which?", "options", options)))))
            .expect(201)
            .json()
            .at("/request/id")
            .asString();
  }

  @Test
  @DisplayName("PG-63 the help lists exactly the table")
  void PG_63_the_help_lists_exactly_the_table() {
    Page page = open("/ui");
    assertThat(page.getByText("You're all caught up")).isVisible();
    page.keyboard().press("?");
    assertThat(dialog(page)).isVisible();
    Object shown =
        dialog(page)
            .evaluate(
                "dialog => [...dialog.querySelectorAll('.keys > div')].map(row =>"
                    + " [...row.querySelectorAll('kbd')].map(key => key.textContent).join(' ') +"
                    + " ': ' + row.querySelector('dd').textContent)");
    List<String> told =
        table().stream()
            .map(
                row -> {
                  List<String> keys = new ArrayList<>(texts(row, "keys"));
                  keys.addAll(texts(row, "then"));
                  keys.replaceAll(key -> NAMES.getOrDefault(key, key));
                  return String.join(" ", keys) + ": " + row.path("label").asString();
                })
            .toList();
    assertThat(shown).isEqualTo(told);
  }

  @Test
  @DisplayName("PG-63 each key of the table does what it says, and none while somebody types")
  void PG_63_each_key_does_what_it_says() {
    Asked one = raise("bash", Map.of("command", "echo one"), "first");
    Asked two = raise("bash", Map.of("command", "echo two"), "second");
    String question = question();
    pressed.clear();
    Page page = open("/ui");
    assertThat(rows(page)).hasCount(3);

    ofTheList(page);
    press(page, "Enter");
    assertThat(page).hasURL(Pattern.compile(".*" + one.path()));
    takesKeys(page);
    press(page, "u");
    assertThat(page).hasURL(Pattern.compile(".*/ui"));
    press(page, "Enter");
    assertThat(page).hasURL(Pattern.compile(".*" + one.path()));
    assertThat(button(page, "Allow once")).hasAttribute("aria-disabled", "false");
    takesKeys(page);
    ofTheCard(page, one);

    press(page, "a");
    assertThat(end(page)).containsText("Allowed by");
    leaveField(page);
    press(page, "Enter");
    assertThat(page).hasURL(Pattern.compile(".*" + two.path()));

    move(page, question);
    assertThat(card(page)).containsText("Which?");
    takesKeys(page);
    for (int i = 1; i <= OPTIONS; i++) {
      press(page, String.valueOf(i));
      assertThat(page.getByRole(AriaRole.RADIO).nth(i - 1)).isChecked();
    }
    leaveField(page);
    List<String> places = List.of("", "/history", "/sessions", "/runs", "/rules", "/stats");
    List<String> then = List.of("i", "h", "s", "r", "u", "n");
    for (int i = 0; i < then.size(); i++) {
      press(page, "g");
      press(page, then.get(i));
      assertThat(page).hasURL(address() + "/ui" + places.get(i));
    }
    // Of a pair that is none, nothing is done.
    page.keyboard().press("g");
    page.keyboard().press("?");
    page.keyboard().press("h");
    assertThat(dialog(page)).isHidden();
    assertThat(page).hasURL(address() + "/ui/stats");
    page.waitForResponse(
        answer -> answer.url().contains("/v1/stats"), () -> page.keyboard().press("R"));
    press(page, "?");
    assertThat(dialog(page)).isVisible();

    Set<String> all = new HashSet<>();
    for (JsonNode row : table()) {
      all.addAll(texts(row, "keys"));
      all.addAll(texts(row, "then"));
    }
    assertThat(pressed).isEqualTo(all);
  }

  private void ofTheList(Page page) {
    press(page, "j");
    isActive(page, 0);
    press(page, "ArrowDown");
    isActive(page, 1);
    press(page, "ArrowUp");
    isActive(page, 0);
    press(page, "x");
    assertThat(page.getByText("1 selected")).isVisible();
    press(page, "j");
    press(page, "X");
    assertThat(page.getByText("2 selected")).isVisible();
    press(page, "Escape");
    assertThat(page.getByText("2 selected")).isHidden();
    press(page, "*");
    assertThat(page.getByText("3 selected")).isVisible();
    press(page, "Escape");
    press(page, "/");
    assertThat(page.locator("#inbox-search")).isFocused();
    leaveField(page);
    press(page, "F");
    assertThat(page.locator("#inbox-filters")).isVisible();
    press(page, "F");
    assertThat(page.locator("#inbox-filters")).isHidden();
    press(page, "s");
    assertThat(page.locator(".inbox-sort")).isFocused();
    leaveField(page);
    press(page, "F");
    press(page, ".");
    assertThat(page.getByText("Nothing new.")).isVisible();
    page.waitForResponse(answer -> answer.url().contains("/v1/inbox"), () -> press(page, "R"));
    press(page, "k");
    isActive(page, 0);
  }

  private void ofTheCard(Page page, Asked asked) {
    Locator pane = chosen(page);
    page.setViewportSize(1280, 480);
    press(page, " ");
    assertThat((Integer) pane.evaluate("pane => Math.round(pane.scrollTop)")).isPositive();
    press(page, "PageUp");
    assertThat((Integer) pane.evaluate("pane => Math.round(pane.scrollTop)")).isZero();
    press(page, "PageDown");
    assertThat((Integer) pane.evaluate("pane => Math.round(pane.scrollTop)")).isPositive();
    page.setViewportSize(1280 + 216, 800);

    press(page, "e");
    assertThat(page.locator("hp-edit-input textarea, hp-edit-fields textarea").first()).isFocused();
    page.keyboard().press("Escape");
    assertThat(button(page, "Deny…")).isVisible();
    press(page, "d");
    assertThat(page.getByLabel("Reason (optional)")).isFocused();
    page.keyboard().press("Escape");
    Map<String, String> replies =
        Map.of(
            "f", "What should the agent change?",
            "t", "The result that the agent gets.",
            "b", "Your question.");
    for (var reply : replies.entrySet()) {
      assertThat(button(page, "Deny…")).isVisible();
      press(page, reply.getKey());
      assertThat(page.getByLabel(reply.getValue())).isFocused();
      page.keyboard().press("Escape");
    }
    press(page, "r");
    assertThat(dialog(page)).containsText("Allow and remember");
    inDialog(page, "Cancel").click();
    press(page, "c");
    assertThat(card(page)).containsText("Claimed by you");
    press(page, "z");
    assertThat(
            card(page).getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("1 hour")))
        .isFocused();
    page.keyboard().press("Escape");
    press(page, "m");
    assertThat(page.locator("#talk-text")).isFocused();
    page.keyboard().type("adrgi1U");
    assertThat(page.locator("#talk-text")).hasValue("adrgi1U");
    assertThat(page).hasURL(Pattern.compile(".*" + asked.path()));
    assertThat(dialog(page)).hasCount(0);
    page.locator("#talk-text").fill("");
    leaveField(page);
    looks(page);
    press(page, "U");
    assertThat(page.getByText("Nothing to undo.")).isVisible();
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  /** What works on a card that waits, and on one that was decided. */
  private void looks(Page page) {
    press(page, "w");
    assertThat(
            page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName("What led to this")))
        .isFocused();
    leaveField(page);
    press(page, "v");
    assertThat(page.getByText("This request is not a revision").first()).isVisible();
  }

  @Test
  @DisplayName("PG-63 a double press opens another row and allows nothing")
  void PG_63_a_double_press_opens_and_does_not_allow() {
    Asked first = raise("bash", Map.of("command", "echo one"), "first");
    Asked second = raise("bash", Map.of("command", "echo two"), "second");
    Page page = open(first.path());
    assertThat(rows(page)).hasCount(2);
    assertThat(button(page, "Allow once")).hasAttribute("aria-disabled", "false");
    page.keyboard().press("j");
    isActive(page, 1);
    takesKeys(page);
    // No time passes between the two: the clock is held while the card comes up.
    page.evaluate(
        """
        async id => {
          const now = performance.now();
          performance.now = () => now;
          const drawn = () => new Promise(requestAnimationFrame);
          const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
          const allow = () => [...document.querySelectorAll('.approval-bar button')].find(one => one.textContent.trim() === 'Allow once');
          press();
          do await drawn();
          while (document.querySelector('hp-approval')?.prompt?.id !== id || allow()?.getAttribute('aria-disabled') !== 'false');
          press();
          delete performance.now;
        }
        """,
        second.id());
    assertThat(page.getByText("Opened. Press a again to allow.")).isVisible();
    takesKeys(page);
    assertThat(resolution(first).isMissingNode()).isTrue();
    assertThat(resolution(second).isMissingNode()).isTrue();
    page.keyboard().press("a");
    assertThat(end(page)).containsText("Allowed by");
    looks(page);

    move(page, first.path());
    assertThat(button(page, "Allow once")).isVisible();
    Asking.decide(http().as(token("rob", "operator")), first.id(), "deny");
    assertThat(page.getByText("Denied by rob while you were reading")).isVisible();
  }

  @Test
  @DisplayName("PG-63 digits choose an agent's own options, with all that a click asks first")
  void PG_63_digits_choose_what_an_agent_offers() {
    String permission = Staged.permission("c1", "a.txt");
    String run = Staged.tell(http(), session(), "stage", Staged.ask(permission));
    Asked asked = asked(Staged.waiting(http(), run));
    Page page = open(asked.path());
    assertThat(button(page, "Yes allows once")).hasAttribute("aria-disabled", "false");
    takesKeys(page);
    page.keyboard().press("9");
    page.keyboard().press("2");
    assertThat(dialog(page)).containsText("Holdpoint can't revoke this.");
    inDialog(page, "Go back").click();
    assertThat(dialog(page)).hasCount(0);
    page.keyboard().press("3");
    assertThat(page.getByLabel("Reason (optional)")).isFocused();
    page.keyboard().press("Escape");
    assertThat(button(page, "Yes allows once")).isVisible();
    assertThat(resolution(asked).isMissingNode()).isTrue();
    page.keyboard().press("1");
    assertThat(end(page)).containsText("Allowed by");
    assertThat(Staged.said(Staged.ended(http(), run))).contains("once");

    String risky =
        permission
            .replace("'kind':'edit'", "'kind':'execute'")
            .replace("{'path':'a.txt'}", "{'command':'rm -rf build'}");
    run = Staged.tell(http(), session(), "stage", Staged.ask(risky));
    Asked high = asked(Staged.waiting(http(), run));
    move(page, high.path());
    assertThat(button(page, "Yes allows once")).hasAttribute("aria-disabled", "false");
    takesKeys(page);
    page.keyboard().press("1");
    assertThat(dialog(page)).containsText("Deletes files recursively");
    page.keyboard().press("1");
    inDialog(page, "Go back").click();
    assertThat(dialog(page)).hasCount(0);
    assertThat(resolution(high).isMissingNode()).isTrue();
  }
}
