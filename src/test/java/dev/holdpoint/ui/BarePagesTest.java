package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pages where there is nothing to show, and where there is nobody to ask. */
class BarePagesTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  @Test
  void where_there_is_nothing_the_page_says_so() {
    Page page = phone("/ui/sessions");
    says(page, "No sessions yet");
    axe(page);
    Map<String, String> places =
        Map.of(
            "runs", "No runs yet",
            "rules", "No rules yet",
            "deliveries", "No deliveries yet",
            "audit", "No decisions yet",
            "status", "No problems",
            "runs/x", "Not found");
    places.forEach(
        (place, text) -> {
          move(page, "/ui/" + place);
          says(page, text);
        });
    move(page, "/ui/sessions/x");
    says(page, "Not found");
    axe(page);
    move(page, "/ui/nowhere");
    says(page, "Check the address, or go to the inbox.");
  }

  private static void says(Page page, String text) {
    assertThat(page.getByText(text)).isVisible();
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
        .hasCount(1);
  }

  @Test
  void a_daemon_that_is_gone_is_told_and_what_was_shown_comes_back_with_it() {
    Page beside = open("/ui/status");
    assertThat(beside.getByText("Longest wait")).isVisible();
    List<Page> pages = new ArrayList<>();
    List<String> menu = List.of("Sessions", "Runs", "Rules", "Deliveries", "Audit");
    while (pages.size() < menu.size()) {
      Page page = tab(beside, "/ui/status");
      assertThat(page.getByText("Longest wait")).isVisible();
      pages.add(page);
    }
    restart(
        () -> {
          assertThat(beside.getByText("The data shown may be outdated.")).isVisible();
          for (int i = 0; i < menu.size(); i++) {
            pages
                .get(i)
                .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(menu.get(i)))
                .click();
            assertThat(pages.get(i).getByText("Can't reach Holdpoint.").first()).isVisible();
          }
          axe(pages.getFirst());
        });

    assertThat(beside.getByText("The data shown may be outdated.")).hasCount(0);
    for (Page page : pages) {
      assertThat(page.getByText("Can't reach Holdpoint.")).hasCount(0);
    }
    assertThat(pages.getFirst().getByText("No sessions yet")).isVisible();
  }
}
