package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever an agent writes into an approval is shown, and never run, hidden or turned round. */
class ApprovalTextTest extends ApprovalPages {
  private static final List<String> SHAPES = List.of("command", "write", "edit", "http", "json");

  private static Map<String, ?> input(String shape, String text) {
    return switch (shape) {
      case "command" -> Map.of("command", text);
      case "write" -> Map.of("path", text, "content", text);
      case "edit" -> Map.of("path", text, "old", "a " + text, "new", "b " + text);
      case "http" ->
          Map.of("method", text, "url", text, "headers", Map.of("x", text), "body", text);
      default -> Map.of(text, List.of(text, Map.of("deep", text)));
    };
  }

  /** Each shape of an input in an approval of its own, one after the other on the same page. */
  private void each(
      Page page, UnaryOperator<String> tool, String text, BiConsumer<Page, String> look) {
    for (String shape : SHAPES) {
      String reason = "As " + shape + ", why " + text;
      move(page, raise(tool.apply(text), input(shape, text), reason).path());
      assertThat(card(page)).containsText("As " + shape);
      look.accept(page, shape);
    }
  }

  @Test
  void markup_is_text() {
    String text =
        "<img src=x onerror=\"window.ran=true\"> \"><script>window.ran=true</script>"
            + " ${alert(1)} javascript:window.ran=true";
    each(
        open("/ui"),
        UnaryOperator.identity(),
        text,
        (page, shape) -> {
          assertThat(button(page, "Allow once")).isVisible();
          assertThat(input(page)).containsText(text);
          raw(page);
          button(page, "Allow and remember…").click();
          assertThat(dialog(page)).containsText(text);
          assertThat(dialog(page)).containsText("Matching past calls");
          inDialog(page, "Cancel").click();
          button(page, "Edit…").click();
          assertThat(page.evaluate("() => window.ran ?? null")).as(shape).isNull();
          Object made =
              page.evaluate(
                  "() => document.querySelectorAll('hp-approval :is(img, script)').length");
          assertThat(made).as(shape).isEqualTo(0);
        });
  }

  @Test
  void marks_that_hide_or_turn_text_are_shown_by_their_names() {
    each(
        open("/ui"),
        text -> "tool" + text,
        "a\u202eb\u2066c\u200bd\u001b[31me",
        (page, shape) -> {
          assertThat(input(page)).containsText("aRLObLRIcZWSPdESC[31me");
          assertThat(page.getByText("whyaRLO")).hasCount(0);
          raw(page);
          if (shape.equals(SHAPES.getFirst())) {
            axe(chosen(page));
          }
          Object bare =
              page.evaluate(
                  "() => /[\\u202e\\u2066\\u200b\\u001b]/.test(document.querySelector('hp-approval').innerText)");
          assertThat(bare).as(shape).isEqualTo(false);
        });
  }

  @Test
  void what_has_no_space_in_it_breaks_no_layout() {
    each(
        phone("/ui"),
        text -> text.substring(0, 200),
        "x".repeat(4_000),
        (page, shape) -> {
          assertThat(button(page, "Allow once")).isInViewport();
          assertThat(
                  (Boolean)
                      page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
              .as(shape)
              .isTrue();
        });
  }

  @Test
  void a_flood_of_marks_is_counted_and_freezes_nothing() {
    flood(8_000);
  }

  @Test
  @Tag("long")
  void a_hundred_thousand_marks_are_counted_and_freeze_nothing() {
    flood(100_000);
  }

  private void flood(int marks) {
    Asked same = raise("bash", Map.of("command", "\u202e".repeat(marks)), "Turned.");
    Page page = open(same.path());

    assertThat(input(page)).containsText("RLO ×%,d".formatted(marks));
    page.getByText("Show all %,d characters".formatted(marks)).click();
    assertThat(input(page)).containsText("RLO ×%,d".formatted(marks));
    assertThat(raw(page)).containsText("\"command\": \"RLO");

    assertThat(module(page, "format/text.js", "short", "\u202e".repeat(500) + "rm", 100).asString())
        .isEqualTo("⟨RLO ×400⟩…");

    String mixed = "\u202e\u202d".repeat(marks / 2) + " end";
    move(page, raise("bash", Map.of("command", mixed), "Mixed.").path());
    page.getByText("Show all %,d characters".formatted(marks + 4)).click();
    assertThat(input(page)).containsText("⟨RLO⟩⟨LRO⟩ end");
    assertThat(raw(page)).containsText("\"command\": \"RLO");
    assertThat((Integer) page.evaluate("() => document.querySelectorAll('.mark').length"))
        .isLessThan(5_000);
  }
}
