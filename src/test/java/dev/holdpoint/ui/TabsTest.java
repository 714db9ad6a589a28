package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A browser opens six connections to a daemon over HTTP/1.1, and people open more tabs than that.
 */
class TabsTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  private static final int TABS = 7;

  @Test
  void seven_tabs_of_one_browser_are_all_live_by_one_stream() {
    List<Page> tabs = new ArrayList<>(List.of(open("/ui")));
    while (tabs.size() < TABS) {
      tabs.add(tab(tabs.getFirst(), "/ui"));
    }
    for (Page tab : tabs) {
      assertThat(tab.getByText("You're all caught up")).isVisible();
    }
    String id = Asking.approval(http(), session(), "echo everywhere");
    for (Page tab : tabs) {
      assertThat(tab.getByRole(AriaRole.OPTION)).containsText("echo everywhere");
      assertThat(tab).hasTitle("(1) Inbox · Holdpoint");
    }
    assertThat(http().get("/v1/status").expect(200).json().at("/streams/open").asInt())
        .isEqualTo(1);
    tabs.removeFirst().close();
    Asking.decide(http(), id, "deny");
    for (Page tab : tabs) {
      assertThat(tab).hasTitle("Inbox · Holdpoint");
    }
  }
}
