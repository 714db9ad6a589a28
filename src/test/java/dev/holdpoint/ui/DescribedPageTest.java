package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows and cards say what the daemon says of a request: title, why, summary and risk. */
class DescribedPageTest extends ApprovalPages {
  private static Locator row(Page page, String text) {
    return page.getByRole(AriaRole.OPTION).filter(new Locator.FilterOptions().setHasText(text));
  }

  @Test
  @DisplayName("PG-05 PG-71 the words that the daemon names are underlined, behind an emoji too")
  void PG_05_the_named_words_are_underlined() {
    Page page =
        open(raise("bash", Map.of("command", "echo 🚀 && rm -rf build"), "Cleans up.").path());
    assertThat(input(page).locator(".sh-risk").first())
        .hasAttribute("title", "Deletes files recursively");
    assertThat(page.locator(".inbox-prompt .approval-code code"))
        .hasText("echo 🚀 && rm -rf build");
    assertThat(page.locator("h2").filter(new Locator.FilterOptions().setHasText("Run echo")))
        .hasText("Run echo 🚀 && rm -rf build");
    assertThat(card(page)).containsText("High risk: deletes files recursively.");
    assertThat(card(page)).containsText("Cleans up.");
    String marked =
        (String)
            page.evaluate(
                "() => [...document.querySelectorAll('.sh-risk')].map(one => one.textContent).join('')");
    org.assertj.core.api.Assertions.assertThat(marked).isEqualTo("rm -rf");
    axe(chosen(page));
  }

  @Test
  @DisplayName("PG-48 a reason with marks that turn text is said once, as the why")
  void PG_48_a_reason_with_marks_is_said_once() {
    Page page = open(raise("bash", Map.of("command", "make"), "It is \u202etime.").path());
    assertThat(card(page).locator(".approval-reason")).containsText("It is");
    assertThat(card(page).locator(".approval-line-of")).not().containsText("It is");
  }

  @Test
  @DisplayName("PG-05 PG-71 of a URL and of a parameter, too")
  void PG_05_words_of_a_url_and_a_parameter_are_underlined() {
    Page page =
        open(
            raise("http_request", Map.of("method", "GET", "url", "http://10.0.0.5/x"), "Looks.")
                .path());
    assertThat(input(page).locator(".sh-risk")).hasText("10.0.0.5");
    move(page, raise("deploy", Map.of("target", "to prod now"), "Deploys.").path());
    assertThat(input(page).locator(".sh-risk")).hasText("prod");
    assertThat(card(page)).containsText("Look twice: names production.");
  }

  @Test
  @DisplayName("PG-02 PG-71 a row has the title, the risk, and the why or the summary")
  void PG_71_a_row_says_what_the_daemon_says() {
    Asked high = raise("bash", Map.of("command", "sudo reboot"), "The node hangs.");
    raise("deploy", Map.of("service", "billing", "nested", Map.of("a", 1)), "Deploys.");
    Page page = open("/ui");
    assertThat(row(page, "Run sudo reboot")).containsText("High");
    assertThat(row(page, "Run sudo reboot"))
        .hasAccessibleName(Pattern.compile("^High risk\\. Run sudo reboot\\. "));
    assertThat(row(page, "Run sudo reboot")).containsText("The node hangs.");
    assertThat(row(page, "deploy: billing")).not().containsText("High");
    assertThat(page.getByRole(AriaRole.LISTBOX)).not().containsText(Pattern.compile("agt_|\\{\""));
    axe(page);
    move(page, high.path());
    assertThat(card(page)).not().containsText("agt_");
  }
}
