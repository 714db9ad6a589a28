package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Numbers about decisions on the page: pictures, and the same as a table. */
class StatsPageTest extends BrowserTest {
  private static Locator row(Page page, String name) {
    return page.getByRole(AriaRole.ROW)
        .filter(
            new Locator.FilterOptions()
                .setHas(
                    page.getByRole(
                        AriaRole.ROWHEADER,
                        new Page.GetByRoleOptions().setName(name).setExact(true))));
  }

  private static Locator picture(Page page, String name) {
    return page.getByRole(
        AriaRole.IMG, new Page.GetByRoleOptions().setName(Pattern.compile("^" + name)));
  }

  // DX-78
  @Test
  void numbers_are_drawn_and_told_by_day_and_by_group_with_keys_alone_and_on_a_small_screen() {
    String session = session();
    JsonNode run = park(session, Script.bash("echo stats"));
    Asking.decide(http(), http().awaitApproval(run.path("run_id").asString()), "deny");
    http()
        .await(
            "/v1/stats/decisions?session_id=" + session,
            stats -> stats.at("/totals/denied").asInt() == 1);

    Page page = open("/ui/stats");

    assertThat(row(page, "All")).isVisible();
    assertThat(picture(page, "Outcomes a day")).isVisible();
    assertThat(page.locator("svg rect.sx-no")).not().hasCount(0);
    assertThat(picture(page, "Time to the decision")).isVisible();
    assertThat(page.locator("svg path.sx-p90")).hasCount(1);
    axe(page);

    page.getByLabel("Group by").focus();
    page.keyboard().type("By tool");
    assertThat(row(page, "bash")).isVisible();
    page.getByLabel("Period").focus();
    page.keyboard().type("Last 30");
    assertThat(picture(page, "Outcomes a day"))
        .hasAttribute("aria-label", Pattern.compile("Bars for 3[01] days.*"));

    page.setViewportSize(320, 640);
    // Where the picture shrinks, its words do not.
    assertThat(page.locator(".sx svg text")).hasCount(0);
    assertThat(page.locator(".sx-days").first()).containsText(Pattern.compile("20\\d\\d-"));
    assertThat(page.locator(".sx-days").first()).hasCSS("font-size", "14px");
    assertThat(row(page, "bash").locator("td[data-label=denied]")).isVisible();
    assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
        .isEqualTo(0);
    axe(page);
    page.setViewportSize(1280, 800);
    assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Insights")))
        .isVisible();
  }
}
