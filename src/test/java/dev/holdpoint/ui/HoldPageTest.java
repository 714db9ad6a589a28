package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An allow on the page is held for a moment, and can be undone. */
class HoldPageTest extends ApprovalPages {
  @Override
  boolean isAlone() {
    return true;
  }

  @Override
  Map<String, String> settings() {
    return Map.of("HOLDPOINT_PAGE_UNDO_MS", "60000");
  }

  private static Locator strip(Page page) {
    return page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName("Undo"));
  }

  private Asked asks(String words) {
    return asked(park(session(), Script.bash("echo " + words), Script.say("done")));
  }

  private boolean isHeld(Asked asked) {
    return http().get("/v1/approvals/" + asked.id()).expect(200).json().path("request").has("held");
  }

  @Test
  @DisplayName("PG-19 PG-20 Allow shows how long it is held, on every page, and Undo takes it back")
  void undo_takes_it_back() {
    Asked asked = asks("undone");
    Page page = open(asked.path());
    Page other = open(asked.path());
    assertThat(button(other, "Allow once")).isVisible();
    button(page, "Allow once").click();
    assertThat(strip(page)).containsText("Allowed. Runs in");
    assertThat(strip(other)).containsText("Allowed. Runs in");
    assertThat(isHeld(asked)).isTrue();
    axe(page);
    button(page, "Undo").click();
    assertThat(strip(page)).hasCount(0);
    assertThat(strip(other)).hasCount(0);
    assertThat(isHeld(asked)).isFalse();
    assertThat(resolution(asked).isMissingNode()).isTrue();
  }

  @Test
  @DisplayName("PG-20 U undoes what is held, and Run now does not wait")
  void keys_and_run_now() {
    Asked asked = asks("now");
    Page page = open(asked.path());
    button(page, "Allow once").click();
    assertThat(strip(page)).isVisible();
    page.keyboard().press("Shift+U");
    assertThat(strip(page)).hasCount(0);
    assertThat(isHeld(asked)).isFalse();
    button(page, "Allow once").click();
    button(page, "Run now").click();
    assertThat(end(page)).isVisible();
    assertThat(resolution(asked).path("behavior").asString()).isEqualTo("allow");
  }

  @Test
  @DisplayName("PG-21 the page is closed: the decision is the daemon's, and stays")
  void a_closed_page_loses_nothing() {
    Asked asked = asks("closed");
    Page page = open(asked.path());
    button(page, "Allow once").click();
    assertThat(strip(page)).isVisible();
    page.close();
    assertThat(isHeld(asked)).isTrue();
  }
}
