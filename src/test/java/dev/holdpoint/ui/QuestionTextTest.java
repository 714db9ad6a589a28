package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever an agent writes into a question is shown, and never run; nothing of it hides. */
class QuestionTextTest extends QuestionPages {
  /** What is written, and a part of it as it must be seen. */
  record Written(String text, String seen) {
    @Override
    public String toString() {
      return seen;
    }
  }

  private static final List<Written> TEXTS =
      List.of(
          new Written(
              "<img src=x onerror=\"document.title='run'\">",
              "<img src=x onerror=\"document.title='run'\">"),
          new Written("\"><script>document.title='run'</script>", "<script>document.title='run'"),
          new Written("${alert(1)} {{1+1}} <!-- a -->", "${alert(1)} {{1+1}} <!-- a -->"),
          new Written("red \u001b[31mnot\u001b[0m", "ESC"),
          new Written("file\u202egnp.exe", "RLO"),
          new Written("אבג ABC ١٢٣", "אבג ABC ١٢٣"),
          new Written("zero\u200bwidth", "ZWSP"));

  /** A question of each. */
  private Asked raiseAll() {
    return raise(
        TEXTS.stream()
            .map(written -> everywhere("q" + TEXTS.indexOf(written), written.text()))
            .toArray(String[]::new));
  }

  @Test
  void it_is_shown_as_it_is() {
    Page page = open(raiseAll().path());

    assertThat(radio(page, "Fine")).hasCount(TEXTS.size());
    String shown = card(page).innerText();
    for (Written written : TEXTS) {
      // In the header, the question, an option's label, its description and the summary and text of
      // its preview.
      assertThat(card(page).getByText(written.seen())).not().hasCount(0);
      assertThat(shown.split(Pattern.quote(written.seen()), -1).length - 1)
          .as(written + " in " + shown)
          .isGreaterThanOrEqualTo(5);
      card(page).getByRole(AriaRole.RADIO).nth(2 * TEXTS.indexOf(written)).check();
    }
    assertThat(card(page).getByRole(AriaRole.IMG)).hasCount(0);
    assertThat(page.title()).endsWith(" · Holdpoint");

    button(page, "Answer").click();
    for (Written written : TEXTS) {
      assertThat(card(page).getByRole(AriaRole.DEFINITION).nth(TEXTS.indexOf(written)))
          .containsText(written.seen());
    }
    assertThat(page.title()).endsWith(" · Holdpoint");
  }

  @Test
  void a_phone_shows_it_whole() {
    Page page = phone(raiseAll().path());

    assertThat(radio(page, "Fine")).hasCount(TEXTS.size());
    isWhole(page);
  }

  @Test
  void what_is_very_long_is_folded_and_breaks_nothing() {
    Asked asked =
        raise(
            everywhere("word", "w".repeat(10_000)),
            everywhere("words", "many words ".repeat(900)),
            NAME);
    Page page = phone(asked.path());

    assertThat(radio(page, "Fine")).hasCount(2);
    isWhole(page);
    for (String question : new String[] {"www", "many words"}) {
      card(page)
          .getByRole(AriaRole.GROUP, new Locator.GetByRoleOptions().setName(question))
          .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("more characters"))
          .first()
          .click();
      isWhole(page);
    }
    axe(chosen(page));
  }

  private static String everywhere(String id, String text) {
    return JSON.writeValueAsString(
        Map.of(
            "id",
            id,
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
