package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/** The daemon goes away under an open page, and comes back. */
class ReconnectTest extends BrowserTest {
  @Test
  void the_page_says_so_and_goes_on_without_a_row_lost_or_doubled() {
    String session = session();
    Asking.approval(http(), session, "echo before");
    Page page = open("/ui");
    Locator rows = page.getByRole(AriaRole.OPTION);
    assertThat(rows).hasCount(1);
    String second = Asking.approval(http(), session, "echo live");
    assertThat(rows).hasCount(2);
    restart(() -> assertThat(page.getByText("Offline")).isVisible());
    // Settled and raised before the page has come back, or after: it is the same to it.
    Asking.decide(http(), second, "allow");
    Asking.approval(http(), session, "echo after");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    assertThat(rows).hasCount(3);
    assertThat(rows.nth(0)).containsText("echo before");
    assertThat(rows.nth(1)).containsText("allowed by");
    assertThat(rows.nth(2)).containsText("echo after");
    assertThat(page).hasTitle("(2) Holdpoint");
    Asking.approval(http(), session, "echo at last");
    assertThat(rows).hasCount(4);
    assertThat(rows.nth(3)).containsText("echo at last");
    forgive("net::ERR");
  }

  @Test
  void a_page_that_opens_while_another_waits_for_the_daemon_reads_what_there_is() {
    Page page = open("/ui");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    restart(() -> assertThat(page.getByText("Offline")).isVisible());
    String session = session();
    Asking.approval(http(), session, "echo joined");
    Page beside = tab(page, "/ui");
    for (Page each : new Page[] {page, beside}) {
      assertThat(
              each.getByRole(AriaRole.OPTION)
                  .filter(new Locator.FilterOptions().setHasText("echo joined")))
          .hasCount(1);
    }
    forgive("net::ERR");
  }
}
