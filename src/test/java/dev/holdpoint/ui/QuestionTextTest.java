package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever an agent writes into a question is shown, and never run; nothing of it hides. */
class QuestionTextTest extends QuestionPages {
  /** What is written, and a part of it as it must be seen. */
  record Written(String text, String seen) {
    @Override
    public String toString() {
      return seen;
    }
  }

  static List<Written> texts() {
    return List.of(
        new Written(
            "<img src=x onerror=\"document.title='run'\">",
            "<img src=x onerror=\"document.title='run'\">"),
        new Written("\"><script>document.title='run'</script>", "<script>document.title='run'"),
        new Written("${alert(1)} {{1+1}} <!-- a -->", "${alert(1)} {{1+1}} <!-- a -->"),
        new Written("red \u001b[31mnot\u001b[0m", "ESC"),
        new Written("file\u202egnp.exe", "RLO"),
        new Written("אבג ABC ١٢٣", "אבג ABC ١٢٣"),
        new Written("zero\u200bwidth", "ZWSP"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void it_is_shown_as_it_is(Written written) {
    Page page = open(raise(everywhere(written.text())).path());

    assertThat(radio(page, "Fine")).isVisible();
    // In the header, the question, an option's label, its description and the summary and text of
    // its preview.
    assertThat(card(page).getByText(written.seen())).not().hasCount(0);
    String shown = card(page).innerText();
    assertThat(shown.split(Pattern.quote(written.seen()), -1).length - 1)
        .as(shown)
        .isGreaterThanOrEqualTo(5);
    assertThat(card(page).getByRole(AriaRole.IMG)).hasCount(0);
    assertThat(page.title()).doesNotContain("run");

    page.keyboard().press("1");
    button(page, "Answer").click();
    assertThat(card(page).getByRole(AriaRole.DEFINITION)).containsText(written.seen());
    assertThat(page.title()).doesNotContain("run");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_phone_shows_it_whole(Written written) {
    Page page = phone(raise(everywhere(written.text())).path());

    assertThat(radio(page, "Fine")).isVisible();
    isWhole(page);
  }

  @ParameterizedTest
  @MethodSource("longest")
  void what_is_very_long_is_folded_and_breaks_nothing(String text) {
    Asked asked = raise(everywhere(text), NAME);
    Page page = phone(asked.path());

    assertThat(radio(page, "Fine").first()).isVisible();
    isWhole(page);
    card(page)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("more characters"))
        .first()
        .click();
    isWhole(page);
    axe(page);
  }

  static List<String> longest() {
    return List.of("w".repeat(10_000), "many words ".repeat(900));
  }

  private static String everywhere(String text) {
    return JSON.writeValueAsString(
        Map.of(
            "id",
            "q",
            "header",
            "To " + (text.length() > 190 ? text.substring(0, 190) : text),
            "question",
            text,
            "options",
            List.of(
                Map.of(
                    "id",
                    text.length() > 200 ? "long" : text,
                    "label",
                    text,
                    "description",
                    text,
                    "preview",
                    text),
                Map.of("id", "fine", "label", "Fine"))));
  }

  /** Nothing reaches beyond the screen. */
  private static void isWhole(Page page) {
    assertThat(
            (Integer)
                page.evaluate(
                    "() => Math.ceil(document.scrollingElement.scrollWidth - innerWidth)"))
        .isLessThanOrEqualTo(0);
    double right =
        ((Number)
                page.evaluate(
                    "() => Math.max(...[...document.querySelectorAll('hp-question *')]"
                        + ".filter(e => !e.closest('pre')).map(e => e.getBoundingClientRect().right))"))
            .doubleValue();
    assertThat(right).isLessThanOrEqualTo(390.5);
  }
}
