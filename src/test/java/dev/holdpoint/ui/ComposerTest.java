package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A message that starts a run. */
class ComposerTest extends BrowserTest {
  private static Locator text(Page page) {
    return page.getByLabel("Message the agent");
  }

  private static Locator send(Page page) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Send").setExact(true));
  }

  private JsonNode runs(String session) {
    return http().get("/v1/runs?session_id=" + session).expect(200).json();
  }

  @Test
  void a_message_starts_a_run_and_the_field_is_empty_again() {
    String session = session();
    Page page = open("/ui/sessions/" + session);

    text(page).fill("Good morning");
    text(page).press("Control+Enter");

    Locator link =
        page.getByRole(
            AriaRole.LINK, new Page.GetByRoleOptions().setName("View run").setExact(true));
    assertThat(link).isVisible();
    assertThat(text(page)).hasValue("");
    axe(page);
    JsonNode run = runs(session).get(0);
    assertThat(link).hasAttribute("href", "/ui/runs/" + run.path("run_id").asString());
    assertThat(run.at("/request/text_preview").asString()).isEqualTo("Good morning");
    page.reload();
    assertThat(text(page)).hasValue("");
  }

  @Test
  void a_draft_is_kept_over_a_reload() {
    Page page = open("/ui/sessions/" + session());
    text(page).fill("Not yet");

    page.reload();

    assertThat(text(page)).hasValue("Not yet");
    Page elsewhere = tab(page, "/ui/sessions/" + session());
    assertThat(text(elsewhere)).hasValue("");
  }

  @Test
  void what_is_refused_is_said_and_stays_written() {
    String session = session();
    Page page = open("/ui/sessions/" + session);
    send(page).click();
    assertThat(page.getByText("Write a message first.")).isVisible();
    assertThat(text(page)).isFocused();
    text(page).fill("Too late");

    page.context().setOffline(true);
    send(page).click();
    assertThat(page.getByText("check before you try again")).isVisible();
    assertThat(text(page)).hasValue("Too late");
    assertThat(runs(session)).isEmpty();

    page.context().setOffline(false);
    send(page).click();
    assertThat(text(page)).hasValue("");
    assertThat(runs(session)).hasSize(1);
  }

  @Test
  void whoever_may_only_look_is_not_asked_to_write() {
    Page page = openAs(token("watcher", "viewer"), "/ui/sessions/" + session());

    assertThat(page.getByText("You have read-only access here.")).isVisible();
    assertThat(text(page)).hasCount(0);
  }
}
