package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Words for approvals on the page. */
abstract class ApprovalPages extends BrowserTest {
  static final String ANYWAY = "Allow anyway";
  private static final int MOST_SCREENS = 2_000;

  /** An approval and where it is looked at. */
  record Asked(String id, String run, String session) {
    String path() {
      return "/ui/approvals/" + id;
    }
  }

  static Asked asked(JsonNode run) {
    return new Asked(
        run.path("pending_approval_ids").path(0).asString(),
        run.path("run_id").asString(),
        run.path("session_id").asString());
  }

  /** An approval that somebody outside asks for. */
  final Asked raise(String tool, Map<String, ?> input, String reason) {
    String session = session();
    JsonNode raised =
        http()
            .post(
                "/v1/sessions/" + session + "/approval-requests",
                JSON.writeValueAsString(
                    Map.of("tool_name", tool, "input", input, "reason", reason)))
            .expect(201)
            .json();
    return new Asked(
        raised.at("/request/id").asString(), raised.path("run_id").asString(), session);
  }

  final JsonNode resolution(Asked asked) {
    return http().get("/v1/approvals/" + asked.id()).expect(200).json().path("resolution");
  }

  static Locator card(Page page) {
    return page.getByRole(AriaRole.ARTICLE);
  }

  static Locator button(Page page, String name) {
    return exactly(page.getByRole(AriaRole.REGION, region("Decide")), name);
  }

  /** Reads all of it as a person would, who presses the button that scrolls on until it allows. */
  static void read(Page page, String button) {
    Locator allow = button(page, button);
    allow.evaluate(
        """
        async (allow, most) => {
          const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
          await drawn();
          for (let screens = 0; screens < most && allow.getAttribute('aria-disabled') === 'true'; screens++) {
            allow.click();
            await drawn();
          }
        }
        """,
        MOST_SCREENS);
    assertThat(allow).hasAttribute("aria-disabled", "false");
  }

  /** Allows it, whatever it takes: reading it, and the dialog where it is high risk. */
  static void allow(Page page) {
    read(page, "Allow once");
    button(page, "Allow once").click();
    assertThat(end(page).or(dialog(page))).isVisible();
    if (dialog(page).isVisible()) {
      assertThat(inDialog(page, ANYWAY)).hasAttribute("aria-disabled", "false");
      inDialog(page, ANYWAY).click();
    }
  }

  /**
   * What is on the screen is measured with the next frame. The button takes a moment longer after
   * the last line of what is long; that is waited for.
   */
  static boolean isRead(Locator allow) {
    allow
        .page()
        .evaluate(
            "() => new Promise(drawn => requestAnimationFrame(() =>"
                + " requestAnimationFrame(drawn)))");
    if (allow.page().getByText("You have seen all of it.").count() > 0) {
      assertThat(allow).hasAttribute("aria-disabled", "false");
    }
    return "false".equals(allow.getAttribute("aria-disabled"));
  }

  static Locator dialog(Page page) {
    return page.getByRole(AriaRole.DIALOG);
  }

  static Locator inDialog(Page page, String name) {
    return exactly(dialog(page), name);
  }

  private static Locator exactly(Locator within, String name) {
    return within.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  /** What became of it. */
  static Locator end(Page page) {
    return page.getByRole(AriaRole.REGION, region("What became of it"));
  }

  static Locator input(Page page) {
    return page.getByRole(AriaRole.REGION, region("What will happen"));
  }

  /** The input as it is, among the details. */
  static Locator raw(Page page) {
    card(page).locator(".card-details > summary").click();
    page.getByText("Raw JSON").click();
    return card(page).locator(".card-details");
  }

  private static Page.GetByRoleOptions region(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  /** What the card has drawn is what was asked, by the daemon's word. */
  void isShownWhole(Page page, Asked asked) {
    axe(chosen(page));
    button(page, "Deny…").click();
    button(page, "Deny").click();
    assertThat(end(page)).containsText("Denied by");
    JsonNode rendered = resolution(asked).path("rendered");
    assertThat(rendered.path("as_asked").asBoolean(false)).as(rendered.toString()).isTrue();
  }
}
