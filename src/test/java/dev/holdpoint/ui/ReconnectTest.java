package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The daemon goes away under an open page, and comes back. */
class ReconnectTest extends BrowserTest {
  @AfterEach
  void nothing_is_left_waiting() {
    for (JsonNode row : http().get("/v1/approvals").expect(200).json()) {
      Asking.decide(http(), row.at("/request/id").asString(), "deny");
    }
  }

  @Override
  boolean isAlone() {
    return true;
  }

  @Test
  void the_page_says_so_and_goes_on_without_a_row_lost_or_doubled() {
    String session = session();
    Asking.approval(http(), session, "echo before");
    Page page = open("/ui");
    Locator rows = page.getByRole(AriaRole.OPTION);
    assertThat(rows).hasCount(1);
    String second = Asking.approval(http(), session, "echo live");
    assertThat(rows).hasCount(2);
    // Under a pointer no settled row is cleared away, however long all of this takes.
    rows.first().hover();
    restart(
        () -> {
          // PG-61
          assertThat(page.locator(".offline")).containsText("Can't reach Holdpoint. Last updated");
          assertThat(rows).hasCount(2);
          page.keyboard().press("*");
          assertThat(page.getByText("Allow all")).hasAttribute("aria-disabled", "true");
          assertThat(page.locator("#inbox-bar-why")).hasText("Can't reach Holdpoint.");
          page.keyboard().press("Escape");
        });
    // Settled and raised before the page has come back, or after: it is the same to it.
    Asking.decide(http(), second, "allow");
    Asking.approval(http(), session, "echo after");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    assertThat(rows).hasCount(3);
    assertThat(rows.nth(0)).containsText("echo before");
    assertThat(rows.nth(1)).containsText("allowed by");
    assertThat(rows.nth(2)).containsText("echo after");
    assertThat(page).hasTitle("(2) Inbox · Holdpoint");
    Asking.approval(http(), session, "echo at last");
    assertThat(rows).hasCount(4);
    assertThat(rows.nth(3)).containsText("echo at last");
    forgive("net::ERR");
  }

  @Test
  void a_page_that_opens_while_another_waits_for_the_daemon_reads_what_there_is() {
    Page page = open("/ui");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    restart(
        () ->
            assertThat(page.getByText("Offline", new Page.GetByTextOptions().setExact(true)))
                .isVisible());
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

  // PG-68
  @Test
  void PG_68_an_old_tab_goes_on_when_a_new_version_is_served_and_offers_to_reload() {
    String session = session();
    Page page = page(context(desktop(), http().token()), "/ui");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    restart(() -> assertThat(page.locator(".offline")).containsText("Last updated"));
    // The daemon that comes back is of another version.
    page.route(
        "**/v1/me",
        route -> {
          APIResponse answer = route.fetch();
          Map<String, String> headers = new HashMap<>(answer.headers());
          assertThat(headers).containsKey("x-holdpoint-page");
          headers.put("x-holdpoint-page", "another");
          route.fulfill(new Route.FulfillOptions().setResponse(answer).setHeaders(headers));
        });
    Locator offer = page.locator(".offline");
    assertThat(offer).containsText("Holdpoint was updated.");
    Asking.approval(http(), session, "echo still here");
    assertThat(page.getByRole(AriaRole.OPTION)).containsText("echo still here");
    page.unrouteAll();
    offer.getByText("Reload").click();
    assertThat(page.getByRole(AriaRole.OPTION)).containsText("echo still here");
    assertThat(offer).hasCount(0);
    forgive("net::ERR");
  }

  /** A tab alone holds the stream itself, where a test can come between it and the daemon. */
  @Test
  void a_page_that_is_told_of_a_gap_reads_what_it_has_missed() {
    String session = session();
    String known = Asking.approval(http(), session, "echo known");
    BrowserContext context = context(desktop(), http().token());
    context.addInitScript("delete window.SharedWorker");
    List<Route> cut = new ArrayList<>();
    // The first stream ends at once, at a place that this daemon has never had.
    context.route(
        "**/v1/events/stream?cursor=*",
        route -> {
          if (route.request().url().endsWith("=999999999999")) {
            if (cut.isEmpty()) {
              cut.add(route);
            } else {
              route.resume();
            }
          } else {
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody("id: 999999999999\nevent: heartbeat\ndata: {}\n\n"));
          }
        });
    Page page = page(context, "/ui");
    Locator rows = page.getByRole(AriaRole.OPTION);
    // The pointer keeps the row from being cleared away once it is settled.
    row(rows, "echo known").hover();
    page.waitForCondition(() -> !cut.isEmpty());

    // Nobody tells the page of these.
    Asking.decide(http(), known, "deny");
    Asking.approval(http(), session, "echo missed");
    cut.getFirst().resume();

    assertThat(row(rows, "echo known")).containsText("denied by");
    assertThat(row(rows, "echo missed")).hasCount(1);
    Asking.approval(http(), session, "echo live");
    assertThat(row(rows, "echo live")).hasCount(1);
  }

  private static Locator row(Locator rows, String text) {
    return rows.filter(new Locator.FilterOptions().setHasText(text));
  }
}
