package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What the page does where no stream comes through: it polls, says so, and goes back to the stream.
 */
class NoStreamTest extends BrowserTest {
  /** The shortest time between two polls. */
  private static final long BEAT_MS = 4_000;

  @Override
  boolean isAlone() {
    return true;
  }

  private static Locator row(Page page, String text) {
    return page.getByRole(AriaRole.OPTION).filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator lamp(Page page, String text) {
    return page.locator(".connection")
        .getByText(text, new Locator.GetByTextOptions().setExact(true));
  }

  private Page through(Between between, String path) {
    Page page = contextOf(between).newPage();
    page.navigate(between.address() + path);
    return page;
  }

  /** The cookie is of the address at which one signs in. */
  private BrowserContext contextOf(Between between) {
    BrowserContext context = context(desktop(), null);
    var answer =
        context
            .request()
            .post(
                between.address() + "/v1/web-sessions",
                RequestOptions.create()
                    .setHeader("Content-Type", "application/json")
                    .setData(Map.of("token", http().token())));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return context;
  }

  // PG-58, PG-59
  @Test
  void PG_58_PG_59_without_a_stream_rows_come_by_polling_until_the_stream_is_back() {
    String session = session();
    String id = Asking.approval(http(), session, "echo before");
    Map<Between.Manner, Between> all = new EnumMap<>(Between.Manner.class);
    Map<Between, Page> pages = new java.util.LinkedHashMap<>();
    for (Between.Manner manner :
        List.of(
            Between.Manner.UNAVAILABLE,
            Between.Manner.HANG,
            Between.Manner.BUFFER,
            Between.Manner.BLOCK)) {
      Between between = Between.browserAnd(address(), manner);
      all.put(manner, between);
      pages.put(between, through(between, "/ui"));
    }
    // Nobody waits for a stream.
    pages.values().forEach(page -> assertThat(row(page, "echo before")).isVisible());
    pages.values().forEach(page -> assertThat(lamp(page, "Updates every 5 s")).isVisible());
    Between unavailable = pages.keySet().iterator().next();
    Page runs = Objects.requireNonNull(pages.get(unavailable)).context().newPage();
    runs.navigate(unavailable.address() + "/ui/runs");
    assertThat(lamp(runs, "Updates every 5 s")).isVisible();
    Locator listed = runs.locator(".pg-row");
    listed.first().waitFor();
    int before = listed.count();
    Asking.approval(http(), session, "echo polled");
    pages.values().forEach(page -> assertThat(row(page, "echo polled")).hasCount(1));
    assertThat(listed).hasCount(before + 1);
    runs.close();
    Page one = pages.values().iterator().next();
    axe(one);
    // Everything can be decided meanwhile, and what others decide shows.
    Asking.decide(http(), id, "deny");
    pages.values().forEach(page -> page.locator(".inbox-row").first().hover());
    pages.values().forEach(page -> assertThat(row(page, "echo before")).containsText("denied by"));

    all.values().forEach(between -> between.now(Between.Manner.PASS));
    pages.values().forEach(page -> assertThat(lamp(page, "Live")).isVisible());
    List<Long> polls =
        all.values().stream().map(between -> between.count("/v1/inbox", true)).toList();
    assertThat(polls).allSatisfy(count -> assertThat(count).isPositive());
    Asking.approval(http(), session, "echo live");
    pages.values().forEach(page -> assertThat(row(page, "echo live")).hasCount(1));
    pages.values().forEach(page -> assertThat(row(page, "echo polled")).hasCount(1));
    assertThat(all.values().stream().map(between -> between.count("/v1/inbox", true)).toList())
        .as("polls once the stream is there")
        .isEqualTo(polls);
    pages.keySet().forEach(Between::close);
    forgive("request to");
    forgive("net::ERR");
  }

  // PG-58, PG-60
  @Test
  void PG_60_a_worker_without_the_cookie_is_left_and_signs_nobody_out() {
    try (Between between = Between.browserAnd(address(), Between.Manner.WORKER_HAS_NO_SESSION)) {
      String session = session();
      Asking.approval(http(), session, "echo alone");
      Page page = through(between, "/ui");
      assertThat(lamp(page, "Live")).isVisible();
      assertThat(row(page, "echo alone")).isVisible();
      Asking.approval(http(), session, "echo live");
      assertThat(row(page, "echo live")).isVisible();
      assertThat(between.count("/v1/events/stream", true)).isPositive();
      assertThat(between.count("/v1/events/stream", false)).isEqualTo(1);
      assertThat(between.count("/v1/me", false)).isBetween(1L, 4L);
      page.context().close();
    }
    forgive("request to");
  }

  // PG-62
  @Test
  void PG_62_ten_tabs_make_one_poll_together() {
    try (Between between = Between.browserAnd(address(), Between.Manner.UNAVAILABLE)) {
      BrowserContext context = contextOf(between);
      long start = System.nanoTime();
      List<Page> tabs = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Page tab = context.newPage();
        tab.navigate(between.address() + "/ui");
        tabs.add(tab);
      }
      tabs.forEach(tab -> assertThat(lamp(tab, "Updates every 5 s")).isVisible());
      Asking.approval(http(), session(), "echo for ten");
      tabs.forEach(tab -> assertThat(row(tab, "echo for ten")).hasCount(1));
      long polls = between.count("/v1/inbox", true);
      long elapsedMs = (System.nanoTime() - start) / 1_000_000;
      assertThat(polls).isBetween(2L, elapsedMs / BEAT_MS + 2);
      context.close();
    }
    forgive("request to");
  }

  // PG-62, by the clock of the page alone
  @Test
  void PG_62_retry_after_is_obeyed_and_offline_says_when_it_is_tried_again() {
    BrowserContext context = context(desktop(), http().token());
    context.addInitScript("delete window.SharedWorker");
    context.route(
        "**/v1/events/stream**", route -> route.fulfill(new Route.FulfillOptions().setStatus(503)));
    String id = Asking.approval(http(), session(), "echo kept");
    Page page = context.newPage();
    page.clock().install();
    page.navigate(address() + "/ui/approvals/" + id);
    assertThat(lamp(page, "Updates every 5 s")).isVisible();
    assertThat(page.getByText("Allow once")).hasAttribute("aria-disabled", "false");
    AtomicInteger polls = new AtomicInteger();
    context.route(
        "**/v1/inbox?*",
        route -> {
          polls.incrementAndGet();
          route.fulfill(
              new Route.FulfillOptions()
                  .setStatus(polls.get() % 2 == 1 ? 429 : 503)
                  .setHeaders(Map.of("Retry-After", "30")));
        });
    page.clock().runFor(6_500);
    assertThat(page.locator(".offline")).containsText("Can't reach Holdpoint. Last updated");
    assertThat(page.locator(".offline")).containsText("Retrying in");
    // Rows stay, and nothing can be decided.
    assertThat(row(page, "echo kept")).isVisible();
    assertThat(page.getByText("Allow once")).hasAttribute("aria-disabled", "true");
    assertThat(page.locator(".approval-bar")).containsText("Can't reach Holdpoint.");
    axe(page);
    int before = polls.get();
    // The clock of the page also goes on by itself while this test does other things.
    page.clock().runFor(15_000);
    assertThat(polls.get()).isEqualTo(before);
    page.clock().runFor(16_000);
    page.waitForCondition(() -> polls.get() == before + 1);
    context.unroute("**/v1/inbox?*");
    page.locator(".offline").getByText("Retry now").click();
    assertThat(lamp(page, "Updates every 5 s")).isVisible();
    assertThat(page.locator(".offline")).hasCount(0);
    assertThat(page.getByText("Allow once")).hasAttribute("aria-disabled", "false");
  }

  // PG-62: a browser's clock has room for 24 days, and what is longer would be no wait at all
  @Test
  void PG_62_no_wait_is_too_long_for_a_clock() {
    Page page = functions();
    for (Object[] row :
        new Object[][] {
          {"30", 30_000.0},
          {"99999999999", 86_400_000.0},
          {"9".repeat(400), 86_400_000.0},
          {"Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000.0},
          {"soon", 0.0},
          {"", 0.0},
        }) {
      assertThat(module(page, "net/polling.js", "retryAfter", row[0], 0).doubleValue())
          .as(String.valueOf(row[0]))
          .isEqualTo(row[1]);
    }
  }
}
