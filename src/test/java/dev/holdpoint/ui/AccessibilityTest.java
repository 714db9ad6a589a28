package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Contrast;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every place of the menu in each scheme, on a desk and in the hand; the inbox from right to left.
 */
class AccessibilityTest extends BrowserTest {
  private static final List<String> PLACES =
      List.of(
          "",
          "/history",
          "/sessions",
          "/runs",
          "/rules",
          "/stats",
          "/deliveries",
          "/audit",
          "/people",
          "/policies",
          "/status",
          "/settings",
          "/account",
          "/nowhere");

  @Override
  boolean isAlone() {
    return true;
  }

  /** Each view once in a scheme; by turns, so that every scheme sees both widths. */
  // PG-72
  @Test
  void PG_72_every_page_is_for_everybody_in_every_scheme_at_both_widths() {
    Asking.approval(http(), session(), "echo dark");
    Page wide = open("/ui");
    wide.setViewportSize(1440, 900);
    for (Page page : List.of(phone("/ui"), wide)) {
      assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
      for (String place : PLACES) {
        move(page, "/ui" + place);
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
            .isVisible();
        assertThat(page.getByText(Pattern.compile("^(Loading|Reading)"))).hasCount(0);
        everySchemeOf(page);
      }
    }
  }

  // PG-72
  @Test
  void PG_72_dialogs_forms_and_what_strangers_see_are_for_everybody_in_every_scheme() {
    String session = session();
    String risky = Asking.approval(http(), session, "rm -rf /var/cache/*");
    String plain = Asking.approval(http(), session(), "echo plain");
    Page page = open("/ui/sessions");
    inDialog(page, "New session");
    move(page, "/ui/sessions/" + session);
    inDialog(page, "End session");
    page.keyboard().press("?");
    everySchemeOf(page.getByRole(AriaRole.DIALOG));
    page.keyboard().press("Escape");
    move(page, "/ui/approvals/" + risky);
    inDialog(page, "Allow once");
    move(page, "/ui/approvals/" + plain);
    inDialog(page, "Allow and remember…");
    button(page, "Deny…").click();
    everySchemeOf(page.locator("main"));
    move(page, "/ui");
    page.keyboard().press("*");
    inDialog(page, "Allow all");
    Page stranger = openAs(null, "/ui");
    assertThat(stranger.getByLabel("Token")).isVisible();
    everySchemeOf(stranger);
  }

  private static void inDialog(Page page, String opens) {
    button(page, opens).click();
    everySchemeOf(page.getByRole(AriaRole.DIALOG));
    page.keyboard().press("Escape");
    assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
  }

  private static void everySchemeOf(Page page) {
    everySchemeOf(page.locator("html"));
  }

  private static void everySchemeOf(Locator part) {
    assertThat(part).isVisible();
    axe(part);
    Page page = part.page();
    // Colours alone differ from here on.
    scheme(page, ColorScheme.DARK, Contrast.NO_PREFERENCE);
    colours(part, "color-contrast");
    scheme(page, ColorScheme.LIGHT, Contrast.MORE);
    colours(part, "color-contrast-enhanced");
    scheme(page, ColorScheme.DARK, Contrast.MORE);
    colours(part, "color-contrast-enhanced");
    scheme(page, ColorScheme.LIGHT, Contrast.NO_PREFERENCE);
  }

  private static void scheme(Page page, ColorScheme colors, Contrast contrast) {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(colors).setContrast(contrast));
    assertThat(
            page.locator(
                contrast == Contrast.MORE
                    ? "html[data-contrast=more]"
                    : "html:not([data-contrast])"))
        .hasCount(1);
  }

  /** What else axe looks for does not change with the scheme. */
  private static void colours(Locator part, String rule) {
    assertThat(
            (List<?>)
                part.evaluate(
                    """
                    async (part, rule) => (await axe.run(part, {runOnly: {type: 'rule', values: [rule]}, resultTypes: ['violations']}))
                      .violations.flatMap(one => one.nodes.map(node => node.target + ' ' + node.failureSummary))
                    """,
                    rule))
        .as(part.page().url())
        .isEmpty();
  }

  // PG-65: whatever is written in the page's own files and is no letter has a picture in the fonts
  // of this machine
  @Test
  void PG_65_no_character_of_the_page_is_drawn_as_a_box() {
    Page page = functions();
    Object boxes =
        page.evaluate(
            """
            async () => {
              const files = [...document.querySelectorAll('script[type=module], link[rel=stylesheet]')].map(one => one.src ?? one.href);
              files.push(...['cards.js', 'views.js'].map(file => new URL(file, files[0]).href));
              const texts = await Promise.all(files.map(async file => (await fetch(file)).text()));
              const letters = new Set([...texts.join('')].filter(one => one.codePointAt(0) > 0x7e));
              const pen = new OffscreenCanvas(48, 48).getContext('2d', {willReadFrequently: true});
              pen.font = '32px ' + getComputedStyle(document.body).fontFamily;
              const drawn = letter => {
                pen.clearRect(0, 0, 48, 48);
                pen.fillText(letter, 4, 36);
                return pen.getImageData(0, 0, 48, 48).data.join();
              };
              const box = drawn('\u0378'); // no letter of any font
              return [drawn('\u0379') === box, letters.size > 5, [...letters].filter(one => drawn(one) === box).join(' ')];
            }
            """);
    assertThat((List<?>) boxes).isEqualTo(List.of(true, true, ""));
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
