package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.Folders;
import dev.holdpoint.PowerLoss;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.acceptance.Staged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A call that left no result, on the page. */
class EffectPageTest extends QuestionPages {
  @Override
  boolean isAlone() {
    return true;
  }

  // PF-40
  @Test
  void the_card_asks_did_this_happen_with_three_buttons_and_a_note() throws IOException {
    String session = session();
    String command = "echo deploy 1.4; touch began; while [ ! -e go ]; do sleep 0.05; done";
    JsonNode parked = park(session, Script.bash(command), Script.SAY_LAST_RESULT);
    String run = parked.path("run_id").asString();
    http().approve(run);
    Path workspace = folder().resolve("workspaces").resolve(session);
    await().until(() -> Files.exists(workspace.resolve("began")));
    Path lost = Folders.inMemory("holdpoint-lost-");
    PowerLoss.copy(folder(), lost);
    Files.createFile(workspace.resolve("go"));
    http().awaitRun(run, "completed");
    restart(
        () -> {
          try {
            PowerLoss.copy(lost, folder());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    Asked asked = asked(http().awaitRun(run, "waiting_for_user_question"));

    Page page = open(asked.path());

    assertThat(
            card(page)
                .getByRole(
                    AriaRole.HEADING,
                    new Locator.GetByRoleOptions().setName("Did this happen?").setExact(true)))
        .isVisible();
    assertThat(card(page)).containsText(command);
    assertThat(card(page)).containsText("was started");
    for (String word : new String[] {"It happened", "It did not happen", "Unknown"}) {
      assertThat(button(page, word)).isVisible();
    }
    axe(page);
    field(page, "Note").fill("It is on the server.");
    button(page, "It happened").click();

    assertThat(end(page)).containsText("Answered by admin");
    assertThat(card(page)).containsText("It is on the server.");
    JsonNode over = http().awaitRun(run, "completed");
    assertThat(Staged.said(over))
        .contains("\"resolved\":\"happened\"")
        .contains("\"note\":\"It is on the server.\"");
  }
}
