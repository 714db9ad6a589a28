package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages where there is nothing to show, and where there is nobody to ask. */
class BarePagesTest extends BrowserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sessions   | No session yet",
        "runs       | No run yet",
        "rules      | No rule yet",
        "deliveries | Nothing was sent out yet",
        "audit      | Nothing was decided yet",
        "status     | Nothing needs to be looked at",
        "sessions/x | Not found",
        "runs/x     | Not found",
        "nowhere    | There is nothing here"
      })
  void where_there_is_nothing_the_page_says_so(String path, String text) {
    Page page = phone("/ui/" + path);

    assertThat(page.getByText(text)).isVisible();
    if (!path.equals("nowhere")) {
      assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
          .hasCount(1);
      axe(page);
    }
  }

  @Test
  void a_daemon_that_is_gone_is_told_and_what_was_shown_comes_back_with_it() {
    Page beside = open("/ui/status");
    assertThat(beside.getByText("Waits for people")).isVisible();
    List<Page> pages = new ArrayList<>();
    List<String> menu = List.of("Sessions", "Runs", "Rules", "Deliveries", "Audit");
    while (pages.size() < menu.size()) {
      Page page = tab(beside, "/ui/status");
      assertThat(page.getByText("Waits for people")).isVisible();
      pages.add(page);
    }
    restart(
        () -> {
          assertThat(beside.getByText("What is shown may be old.")).isVisible();
          for (int i = 0; i < menu.size(); i++) {
            pages
                .get(i)
                .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(menu.get(i)))
                .click();
            assertThat(pages.get(i).getByText("The daemon cannot be reached.").first()).isVisible();
          }
          axe(pages.getFirst());
        });

    assertThat(beside.getByText("What is shown may be old.")).hasCount(0);
    for (Page page : pages) {
      assertThat(page.getByText("The daemon cannot be reached.")).hasCount(0);
    }
    assertThat(pages.getFirst().getByText("No session yet")).isVisible();
  }
}
