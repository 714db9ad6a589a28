package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More prompts than anybody can see at once, and a page that stays quick. */
class ManyRowsTest extends BrowserTest {
  /** Of one run, each. */
  private static final int TOGETHER = 20;

  private static final int STEPS = 60;

  @Override
  boolean isAlone() {
    return true;
  }

  @Test
  void hundreds_are_scrolled_searched_and_walked_through() {
    scrollSearchAndWalkThrough(300);
  }

  /** As many as anybody will ever have. */
  @Test
  @Tag("long")
  void thousands_are_scrolled_searched_and_walked_through() {
    scrollSearchAndWalkThrough(5_000);
  }

  private void scrollSearchAndWalkThrough(int many) {
    raise(many);
    Page page = open("/ui");
    assertThat(page.locator("nav .count")).hasText(Integer.toString(many));
    assertThat(page).hasTitle("(" + many + ") Inbox · Holdpoint");
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);

    page.getByRole(AriaRole.LISTBOX).focus();
    // The end of what was read so far, until there is no more.
    page.waitForCondition(
        () -> {
          page.keyboard().press("End");
          return page.locator("[aria-posinset='" + many + "']").count() == 1;
        });
    assertThat(page.locator("[aria-posinset='" + many + "']")).isVisible();
    assertThat(page.locator("[aria-posinset='" + many + "']"))
        .hasAttribute("aria-setsize", Integer.toString(many));
    assertThat(page.getByRole(AriaRole.OPTION).count()).isLessThan(60);
    page.keyboard().press("Home");
    assertThat(page.locator("[aria-posinset='1']")).isVisible();
    axe(page);

    scrollThrough(page);
    assertThat(page.getByRole(AriaRole.OPTION).count()).isBetween(5, 60);

    page.keyboard().press("/");
    page.keyboard().type("task number " + (many - 79));
    assertThat(page.getByRole(AriaRole.OPTION)).hasCount(1);
    assertThat(page.getByText("1 result", new Page.GetByTextOptions().setExact(true))).isVisible();
  }

  /**
   * A screen a frame. PG-75: however many there are, a step draws no more rows than are near, and
   * lays out a few times what is there.
   */
  private static void scrollThrough(Page page) {
    CDPSession devtools = page.context().newCDPSession(page);
    devtools.send("Performance.enable");
    double before = metric(devtools, "LayoutCount");
    int most =
        ((Number)
                page.evaluate(
                    """
                    async steps => {
                      const list = document.querySelector('[role=listbox]');
                      let most = 0;
                      let step = 0;
                      const watch = new MutationObserver(all => all.forEach(({ addedNodes }) =>
                        addedNodes.forEach(node => (step += node.matches?.('[role=option]') ? 1 : 0))));
                      watch.observe(list, { childList: true, subtree: true });
                      for (let i = 0; i < steps; i++) {
                        step = 0;
                        list.scrollTop += 600;
                        await new Promise(requestAnimationFrame);
                        await new Promise(requestAnimationFrame);
                        most = Math.max(most, step, list.querySelectorAll('[role=option]').length);
                      }
                      watch.disconnect();
                      return most;
                    }
                    """,
                    STEPS))
            .intValue();
    assertThat(most).as("rows drawn in a step").isBetween(5, 40);
    assertThat(metric(devtools, "LayoutCount") - before).isLessThan(4 * STEPS);
    devtools.detach();
  }

  private static double metric(CDPSession devtools, String name) {
    for (JsonElement one : devtools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
      if (one.getAsJsonObject().get("name").getAsString().equals(name)) {
        return one.getAsJsonObject().get("value").getAsDouble();
      }
    }
    throw new AssertionError("Chromium does not count " + name);
  }

  /**
   * What a first load makes the browser do. How long that takes is the machine's: bench/lighthouse
   * measures it.
   */
  private record Load(long rows, long nodes, long requests, double layouts, double styles) {}

  @Test
  @DisplayName("PG-74 a first load with 500 does what one with 60 does, at a processor slowed down")
  void PG_74_a_first_load_does_not_cost_more_where_more_waits() {
    raise(60);
    Load few = load(60);
    raise(440);
    Load many = load(500);
    assertThat(many.rows).as("rows drawn").isEqualTo(few.rows).isBetween(5L, 40L);
    assertThat(many.nodes).as("elements").isLessThan(few.nodes + 50).isLessThan(1_200);
    assertThat(many.requests).as("requests to the API").isLessThanOrEqualTo(few.requests + 1);
    assertThat(many.layouts).as("layouts").isLessThan(2 * few.layouts + 10);
    assertThat(many.styles).as("styles computed anew").isLessThan(2 * few.styles + 10);
  }

  private Load load(int many) {
    BrowserContext context = context(desktop(), http().token());
    context.addInitScript(
        """
        window.rows = 0;
        new MutationObserver(all => all.forEach(({ addedNodes }) => addedNodes.forEach(node =>
          (window.rows += (node.matches?.('[role=option]') ? 1 : 0) + (node.querySelectorAll?.('[role=option]').length ?? 0)))))
          .observe(document, { childList: true, subtree: true });
        """);
    AtomicLong requests = new AtomicLong();
    context.onRequest(one -> requests.addAndGet(one.url().contains("/v1/") ? 1 : 0));
    Page page = context.newPage();
    CDPSession devtools = context.newCDPSession(page);
    devtools.send("Performance.enable");
    JsonObject slow = new JsonObject();
    slow.addProperty("rate", 4);
    devtools.send("Emulation.setCPUThrottlingRate", slow);
    page.navigate(address() + "/ui");
    assertThat(page).hasTitle("(" + many + ") Inbox · Holdpoint");
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    assertThat(page.locator("[aria-posinset='1']")).isVisible();
    Load load =
        new Load(
            ((Number) page.evaluate("window.rows")).longValue(),
            ((Number) page.evaluate("document.querySelectorAll('*').length")).longValue(),
            requests.get(),
            metric(devtools, "LayoutCount"),
            metric(devtools, "RecalcStyleCount"));
    page.close();
    return load;
  }

  private void raise(int many) {
    for (int first = 0; first < many; first += TOGETHER) {
      park(
          session(),
          Script.together(
              IntStream.range(first, first + TOGETHER)
                  .mapToObj(number -> Script.bash("task number " + number))
                  .toArray(String[]::new)));
    }
  }
}
