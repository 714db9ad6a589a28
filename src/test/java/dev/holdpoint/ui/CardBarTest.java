package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.acceptance.Staged;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The bar of a card is always in view, never in the way, and has everything behind it. */
class CardBarTest extends ApprovalPages {
  private static final String BARS = ".approval-bar, .q-bar";

  /** Messages at the foot and at the top, as many as are shown at once. */
  private static void say(Page page) {
    page.evaluate(
        """
        async () => {
          const { modules } = await import(document.querySelector('script[type=module]').src);
          const { announce } = modules['parts/announce.js'];
          announce('Allowed: Run git push origin main', 'done');
          announce('A message of some length, which takes more than one line where there is little room for it', 'info');
          announce('Something went wrong, and this is said in a sentence that is not short at all', 'wrong');
          await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }
        """);
  }

  /** Which buttons of the bar a message or a strip lies on. */
  private static Object covered(Page page) {
    return page.evaluate(
        """
        () => {
          const boxes = (all) => [...document.querySelectorAll(all)].map(one => one.getBoundingClientRect()).filter(box => box.width > 0 && box.height > 0);
          const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          const buttons = [...document.querySelectorAll('.approval-buttons button, .approval-held button, .inbox-bar button, .foot .entry')].filter(one => one.checkVisibility());
          const over = boxes('.toast, .approval-held > span, .approval-lines');
          return buttons.filter(one => over.some(box => meet(one.getBoundingClientRect(), box))).map(one => one.textContent);
        }
        """);
  }

  private static double share(Page page) {
    return ((Number)
            page.evaluate(
                "bars => document.querySelector(bars).getBoundingClientRect().height / innerHeight",
                BARS))
        .doubleValue();
  }

  /** What stands at its foot whatever the card is, by what it is. */
  private Map<String, String> cards() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("command", raise("bash", Map.of("command", "echo 1\n".repeat(90)), "Many.").path());
    all.put(
        "http",
        raise("http_request", Map.of("method", "GET", "url", "https://example.com/"), "Reads.")
            .path());
    all.put("other", raise("deploy", Map.of("service", "x".repeat(300)), "Rolls out.").path());
    all.put("once", asked(park(session(), Script.approval("May I?"))).path());
    String staged =
        Staged.tell(http(), session(), "stage", Staged.ask(Staged.permission("c1", "a.txt")));
    all.put("options", asked(Staged.waiting(http(), staged)).path());
    all.put("question", question("Which refund should customer 88213 get?"));
    return all;
  }

  private String question(String text) {
    String session = session();
    Asking.question(http(), session, text);
    return "/ui/questions/"
        + http()
            .get("/v1/questions?session_id=" + session)
            .expect(200)
            .json()
            .at("/0/request/id")
            .asString();
  }

  @Test
  @DisplayName(
      "PG-64 on a phone the bar of every kind of card takes a fifth, and has the rest in More")
  void PG_64_the_bar_takes_a_fifth_of_a_phone() {
    Map<String, String> cards = cards();
    Page page = phone("/ui");
    List<String> wrong = new ArrayList<>();
    for (var card : cards.entrySet()) {
      move(page, card.getValue());
      Locator bar = page.locator(BARS);
      assertThat(bar).isVisible();
      for (int[] size : new int[][] {{390, 844}, {360, 640}, {320, 640}}) {
        page.setViewportSize(size[0], size[1]);
        assertThat(bar).isInViewport();
        double share = share(page);
        Object wider = page.evaluate("() => document.documentElement.scrollWidth - innerWidth");
        if (share > 0.2 || !Integer.valueOf(0).equals(wider)) {
          wrong.add(
              "%s at %d: %.2f of the height, %s too wide"
                  .formatted(card.getKey(), size[0], share, wider));
        }
        Object small =
            page.evaluate(
                "() => [...document.querySelectorAll('.approval-buttons button')].filter(one => one.checkVisibility() && one.offsetHeight < 44).map(one => one.textContent)");
        assertThat((List<?>) small).as(card.getKey()).isEmpty();
      }
    }
    assertThat(wrong).isEmpty();
    page.setViewportSize(390, 844);
    move(page, Objects.requireNonNull(cards.get("http")));
    assertThat(button(page, "Edit…")).hasCount(0);
    button(page, "More").tap();
    for (String name :
        List.of(
            "Allow and remember…", "Edit…", "Claim", "Snooze…", "Assign…", "Watch", "Comment…")) {
      assertThat(button(page, name)).isVisible();
    }
    axe(chosen(page));
    button(page, "Edit…").tap();
    assertThat(page.getByLabel("Input, as JSON")).isFocused();
  }

  /** How many lines its buttons take. */
  private static final String LINES =
      """
      () => new Set([...document.querySelectorAll('.approval-buttons > button, .more-button')]
        .filter(one => one.checkVisibility()).map(one => one.offsetTop)).size
      """;

  @Test
  @DisplayName("PG-64 the bar has one line at any width, and what does not fit is in More")
  void PG_64_the_bar_has_one_line_at_any_width() {
    Map<String, String> cards = cards();
    for (String language : List.of("en-US", "de-DE")) {
      Page page = page(context(desktop().setLocale(language), http().token()), "/ui");
      for (var card : cards.entrySet()) {
        page.setViewportSize(1496, 800);
        move(page, card.getValue());
        Locator more = page.locator(".more-button");
        assertThat(more).isVisible();
        List<String> all = offered(page);
        for (int width : new int[] {1270, 1024, 800, 390}) {
          page.setViewportSize(width, 800);
          page.evaluate(
              "() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)))");
          String what = card.getKey() + " at " + width + " in " + language;
          assertThat(page.evaluate(LINES)).as(what).isEqualTo(1);
          assertThat(offered(page)).as(what).containsExactlyInAnyOrderElementsOf(all);
        }
      }
    }
  }

  /** What its buttons and its panel say, each once. */
  private static List<String> offered(Page page) {
    page.locator(".more-button").click();
    Object shown =
        page.evaluate(
            "() => [...document.querySelectorAll('.approval-buttons > button, .more-panel button')].filter(one => one.checkVisibility()).map(one => one.textContent.trim())");
    page.keyboard().press("Escape");
    return ((List<?>) shown).stream().map(Object::toString).toList();
  }

  @Test
  @DisplayName("PG-46 no message or strip lies on a button of the bar")
  void PG_46_no_message_covers_a_button() {
    String approval = cards().get("command");
    String question = question("Which one?");
    for (int[] size : new int[][] {{1440, 900}, {1000, 420}, {390, 844}}) {
      for (String path : List.of(approval, question)) {
        Page page = open(path);
        page.setViewportSize(size[0], size[1]);
        assertThat(page.locator(BARS)).isInViewport();
        say(page);
        assertThat(page.locator(".toast")).hasCount(3);
        assertThat((List<?>) covered(page)).as(path + " at " + size[0]).isEmpty();
        page.setViewportSize(1280, 800);
        page.close();
      }
    }
    // Nor on the bar of a selection, or on the tabs of a phone.
    Page list = open("/ui");
    list.getByRole(AriaRole.OPTION).first().waitFor();
    list.keyboard().press("*");
    for (int[] size : new int[][] {{1440, 900}, {390, 844}}) {
      list.setViewportSize(size[0], size[1]);
      assertThat(list.locator(".inbox-bar")).isInViewport();
      say(list);
      assertThat((List<?>) covered(list)).as("the list at " + size[0]).isEmpty();
    }
  }

  @Test
  @DisplayName("PG-52 triage and replies are in More and by key, and absent for who cannot decide")
  void PG_52_everything_is_reachable() {
    Asked asked = raise("deploy", Map.of("service", "billing"), "Rolls out.");
    Page page = open(asked.path());
    button(page, "More").click();
    for (String name :
        List.of(
            "Request changes…",
            "Answer in the tool's place…",
            "Ask the agent…",
            "Claim",
            "Snooze…",
            "Assign…",
            "Watch",
            "Comment…")) {
      assertThat(button(page, name)).isVisible();
    }
    axe(chosen(page));
    page.keyboard().press("Escape");
    assertThat(button(page, "Request changes…")).hasCount(0);
    assertThat(button(page, "More")).isFocused();
    button(page, "More").click();
    button(page, "Claim").click();
    assertThat(card(page)).containsText("Claimed by you");
    button(page, "More").click();
    button(page, "Request changes…").click();
    assertThat(page.getByLabel("What should the agent change?")).isFocused();
    page.keyboard().press("Escape");
    takesKeys(page);
    page.keyboard().press("w");
    assertThat(
            page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName("What led to this")))
        .isFocused();
    page.keyboard().press("r");
    assertThat(dialog(page)).containsText("Allow and remember");
    inDialog(page, "Cancel").click();

    Page viewer = openAs(token("viewer-" + asked.run(), "viewer"), asked.path());
    assertThat(button(viewer, "Allow once")).isVisible();
    assertThat(button(viewer, "More")).hasCount(0);
  }
}
