package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Where a run was and for how long. */
class RunPageTest extends BrowserTest {
  private String finished() {
    JsonNode run =
        park(
            session(),
            Script.say("First."),
            Script.bash("sleep 0.4; echo one"),
            Script.say("Last."));
    String id = run.path("run_id").asString();
    http()
        .post(
            "/v1/runs/" + id + "/approvals",
            JSON.writeValueAsString(
                Map.of(
                    "resolutions",
                    List.of(Map.of("request_id", http().awaitApproval(id), "behavior", "allow")))))
        .expect(202);
    http().awaitRun(id, "completed");
    return id;
  }

  private static Locator steps(Page page) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Steps"))
        .getByRole(AriaRole.LISTITEM);
  }

  // PG-55
  @Test
  void PG_55_the_bars_of_the_timeline_add_up_to_the_time_of_the_run() {
    String id = finished();
    Page page = open("/ui/runs/" + id);

    assertThat(steps(page).filter(new Locator.FilterOptions().setHasText("bash"))).isVisible();
    assertThat(steps(page).filter(new Locator.FilterOptions().setHasText("Waiting for approval")))
        .isVisible();
    JsonNode run = http().get("/v1/runs/" + id).expect(200).json();
    long took = run.path("finished_at_ms").asLong() - run.path("submitted_at_ms").asLong();
    Number drawn =
        (Number)
            page.evaluate(
                "() => [...document.querySelectorAll('[data-ms]')].reduce((sum, one) => sum + Number(one.dataset.ms), 0)");
    assertThat(drawn.longValue()).isCloseTo(took, Percentage.withPercentage(1));
    axe(page);
  }

  // PG-55
  @Test
  void PG_55_states_wrap_and_no_text_is_cut_on_a_narrow_page_and_at_twice_the_size() {
    String id = finished();
    for (int size : new int[] {16, 32}) {
      Page page =
          page(
              context(
                  new Browser.NewContextOptions().setViewportSize(size == 16 ? 320 : 640, 800),
                  http().token()),
              "/ui/runs/" + id);
      assertThat(steps(page).first()).isVisible();
      page.evaluate("size => { document.documentElement.style.fontSize = size + 'px'; }", size);

      assertThat(page.locator(".st-strip")).containsText("Waiting for approval");
      assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
          .isEqualTo(0);
      Object cut =
          page.evaluate(
              "() => [...document.querySelectorAll('.st-step, .ax-name, .ax-time')].filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map(one => one.textContent)");
      assertThat((List<?>) cut).isEmpty();
    }
  }

  @Test
  void waits_that_are_long_are_shortened_on_the_axis_and_keep_their_time() {
    List<Object> pieces =
        List.of(
            Map.of("what", "model", "state", "running", "fromMs", 0, "toMs", 1_000),
            Map.of(
                "what",
                "wait",
                "state",
                "waiting_for_approval",
                "fromMs",
                1_000,
                "toMs",
                3_600_000));
    JsonNode placed = module(functions(), "pages/axis.js", "placed", pieces);

    assertThat(placed.get(1).path("isShort").asBoolean()).isTrue();
    assertThat(placed.get(1).path("ms").asLong()).isEqualTo(3_599_000);
    assertThat(placed.get(0).path("width").asDouble() + placed.get(1).path("width").asDouble())
        .isEqualTo(1.0);
  }
}
