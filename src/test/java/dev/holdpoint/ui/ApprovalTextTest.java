package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an agent writes into an approval is shown, and never run, hidden or turned round. */
class ApprovalTextTest extends ApprovalPages {
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

  @ParameterizedTest
  @ValueSource(strings = {"command", "write", "edit", "http", "json"})
  void markup_is_text(String shape) {
    String text =
        "<img src=x onerror=\"window.ran=true\"> \"><script>window.ran=true</script>"
            + " ${alert(1)} javascript:window.ran=true";
    Asked asked = raise(text, input(shape, text), text);
    Page page = open(asked.path());

    assertThat(button(page, "Allow once")).isVisible();
    assertThat(input(page)).containsText(text);
    page.getByText("Raw JSON").click();
    button(page, "Always…").click();
    assertThat(dialog(page)).containsText(text);
    assertThat(dialog(page)).containsText("What it would have matched");
    inDialog(page, "Cancel").click();
    button(page, "Edit and allow").click();
    assertThat(page.evaluate("() => window.ran ?? null")).isNull();
    Object made =
        page.evaluate("() => document.querySelectorAll('hp-approval :is(img, script)').length");
    assertThat(made).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"command", "write", "edit", "http", "json"})
  void marks_that_hide_or_turn_text_are_shown_by_their_names(String shape) {
    String text = "a\u202eb\u2066c\u200bd\u001b[31me";
    Asked asked = raise("tool" + text, input(shape, text), "why " + text);
    Page page = open(asked.path());

    assertThat(card(page)).containsText("aRLObLRIcZWSPdESC[31me");
    assertThat(page.getByText("whyaRLO")).hasCount(0);
    page.getByText("Raw JSON").click();
    axe(page);
    Object bare =
        page.evaluate(
            "() => /[\\u202e\\u2066\\u200b\\u001b]/.test(document.querySelector('hp-approval').innerText)");
    assertThat(bare).isEqualTo(false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"command", "write", "edit", "http", "json"})
  void what_has_no_space_in_it_breaks_no_layout(String shape) {
    String text = "x".repeat(4_000);
    Map<String, Object> input = new HashMap<>(input(shape, text));
    Asked asked = raise("t".repeat(200), input, text);
    Page page = phone(asked.path());

    assertThat(button(page, "Allow once")).isInViewport();
    assertThat((Boolean) page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
  }

  @Test
  void a_flood_of_marks_is_counted_and_freezes_nothing() {
    Asked same = raise("bash", Map.of("command", "\u202e".repeat(100_000)), "Turned.");
    Page page = open(same.path());

    assertThat(input(page)).containsText("RLO ×6,000");
    page.getByText("Show all 100,000 characters").click();
    assertThat(input(page)).containsText("RLO ×100,000");
    page.getByText("Raw JSON").click();
    assertThat(input(page)).containsText("\"command\": \"RLO");

    assertThat(module(page, "format/text.js", "short", "\u202e".repeat(500) + "rm", 100).asString())
        .isEqualTo("⟨RLO ×400⟩…");

    String mixed = "\u202e\u202d".repeat(20_000) + " end";
    page = open(raise("bash", Map.of("command", mixed), "Mixed.").path());
    page.getByText("Show all 40,004 characters").click();
    assertThat(input(page)).containsText("⟨RLO⟩⟨LRO⟩ end");
    page.getByText("Raw JSON").click();
    assertThat(input(page)).containsText("\"command\": \"RLO");
    assertThat((Integer) page.evaluate("() => document.querySelectorAll('.mark').length"))
        .isLessThan(5_000);
  }
}
