package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The language of the page: that of the browser, or the one that somebody chooses in Settings. */
class LanguageChoiceTest extends BrowserTest {
  private static Locator choice(Page page, String legend, String language) {
    return page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName(legend))
        .getByLabel(language, new Locator.GetByLabelOptions().setExact(true));
  }

  private static Locator heading(Page page, String text) {
    return page.getByRole(
        AriaRole.HEADING, new Page.GetByRoleOptions().setName(text).setExact(true).setLevel(1));
  }

  private Page german(String path) {
    return page(context(desktop().setLocale("de-DE"), http().token()), path);
  }

  // PG-70
  @Test
  @DisplayName("PG-70 a chosen language is kept, and System is that of the browser again")
  void PG_70_a_chosen_language_is_kept() {
    Page page = page(context(desktop(), http().token()), "/ui/settings");
    assertThat(heading(page, "Settings")).isVisible();
    assertThat(choice(page, "Language", "System")).isChecked();

    choice(page, "Language", "Deutsch").click();
    assertThat(heading(page, "Einstellungen")).isVisible();
    assertThat(choice(page, "Sprache", "Deutsch")).isChecked();
    assertThat(page.locator("html")).hasAttribute("lang", "de");
    page.reload();
    assertThat(heading(page, "Einstellungen")).isVisible();

    choice(page, "Sprache", "System").click();
    assertThat(heading(page, "Settings")).isVisible();
    assertThat(page.locator("html")).hasAttribute("lang", "en");
  }

  // PG-70
  @Test
  @DisplayName("PG-70 a German browser gets German views, and English where that is chosen")
  void PG_70_views_have_german_headings() {
    Map<String, String> headings = new LinkedHashMap<>();
    headings.put("/history", "Verlauf");
    headings.put("/sessions", "Sitzungen");
    headings.put("/runs", "Läufe");
    headings.put("/rules", "Regeln");
    headings.put("/stats", "Auswertung");
    headings.put("/deliveries", "Zustellungen");
    headings.put("/audit", "Audit");
    headings.put("/people", "Personen");
    headings.put("/policies", "Richtlinien");
    headings.put("/account", "Konto");
    headings.put("/nowhere", "Seite nicht gefunden");
    headings.put("/settings", "Einstellungen");
    Page page = german("/ui");
    for (Map.Entry<String, String> one : headings.entrySet()) {
      move(page, "/ui" + one.getKey());
      assertThat(heading(page, one.getValue())).isVisible();
    }
    choice(page, "Sprache", "English").click();
    assertThat(heading(page, "Settings")).isVisible();
  }

  // PG-70
  @Test
  @DisplayName("PG-70 a session and its run say in German what waits, since when and how often")
  void PG_70_a_run_is_told_in_german() {
    String session = session();
    String run = park(session, Script.bash("echo one")).path("run_id").asString();
    http().awaitApproval(run);
    Page page = german("/ui/sessions");
    Locator row =
        page.locator(".pg-row").filter(new Locator.FilterOptions().setHasText(session)).first();
    assertThat(row).containsText("wartet auf Freigabe");
    assertThat(row).containsText(Pattern.compile("1 Freigabe(?!n)"));

    move(page, "/ui/runs/" + run);
    assertThat(page.getByText("Wartet auf Entscheidung")).isVisible();
    assertThat(page.getByText(Pattern.compile("^vor \\d+")).first()).isVisible();
    assertThat(page.locator("time").first())
        .hasAttribute("title", Pattern.compile("\\d{2}\\.\\d{2}\\.\\d{4}, \\d{2}:\\d{2}:\\d{2}"));
  }
}
