package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every place of the menu in the dark and in the hand, and the inbox from right to left. */
class AccessibilityTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  @Test
  void every_page_is_for_everybody_in_the_dark_on_a_phone() {
    Asking.approval(http(), session(), "echo dark");
    Page page = phone("/ui");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
    for (String place :
        List.of(
            "",
            "/sessions",
            "/runs",
            "/rules",
            "/deliveries",
            "/audit",
            "/people",
            "/policies",
            "/stats",
            "/status")) {
      move(page, "/ui" + place);
      assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
          .isVisible();
      assertThat(page.getByText(Pattern.compile("^(Loading|Reading)"))).hasCount(0);
      axe(page);
    }
  }

  @Test
  void nothing_is_wider_than_a_phone_from_right_to_left() {
    String session = session();
    String approval = Asking.approval(http(), session, "tar -czf out.tgz " + "long/".repeat(60));
    Asking.question(http(), session, "Which one? " + "unbroken".repeat(30));
    String question =
        http()
            .get("/v1/questions?session_id=" + session)
            .expect(200)
            .json()
            .get(0)
            .at("/request/id")
            .asString();
    Page page = phone("/ui");
    Locator row = page.getByRole(AriaRole.OPTION).last();
    Map<String, Locator> places =
        Map.of(
            "/ui",
            row,
            "/ui/approvals/" + approval,
            button(page, "Allow once"),
            "/ui/questions/" + question,
            button(page, "Answer"));
    for (var place : places.entrySet()) {
      move(page, place.getKey());
      page.evaluate("document.documentElement.dir = 'rtl'");
      assertThat(place.getValue()).isVisible();
      assertThat(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
          .as(place.getKey())
          .isEqualTo(0);
    }
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }
}
