package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdpoint.acceptance.Script;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whatever an agent writes is shown on the pages, and nothing of it runs or hides. */
class PagesTextTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  /**
   * What is written, and how it must be seen.
   *
   * @param path of the session that has it as its name
   * @param run that says it and fails with it
   */
  private record Written(String seen, String path, String run) {}

  private Written write(String text, String seen) {
    http().session(text);
    String asset =
        http()
            .post(
                "/v1/assets",
                JSON.writeValueAsString(Map.of("file_name", text, "content_base64", "aGVsbG8=")))
            .expect(201)
            .json()
            .path("asset_id")
            .asString();
    String path = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    JsonNode run =
        park(
            path,
            Script.tool(
                "emit_output", "{\"content\":\"a file\",\"artifact_ids\":[\"" + asset + "\"]}"),
            Script.say(text + "\u001b[31m"),
            Script.fail(text));
    return new Written(seen, path, run.path("run_id").asString());
  }

  @Test
  void what_an_agent_writes_is_shown_and_never_run() {
    List<Written> all =
        Stream.of(
                "<img src=x onerror=document.title='run'>",
                "\"'><svg onload=document.title='run'>",
                "javascript:document.title='run'",
                "${document.title='run'}",
                "safe\u202Etxt.exe",
                "zero\u200Bwidth")
            .map(text -> write(text, text.replace("\u202E", "RLO").replace("\u200B", "ZWSP")))
            .toList();

    Page page = open("/ui/sessions/" + all.getFirst().path());
    for (Written written : all) {
      for (String place : List.of("sessions/" + written.path(), "runs/" + written.run())) {
        move(page, "/ui/" + place);
        assertThat(page.locator("a[download]").first()).hasText(written.seen());
        assertThat(page.getByText(written.seen()).first()).isVisible();
        assertThat(page.getByText("ESC").first()).isVisible();
        assertThat(page.getByText("Failed").or(page.getByText("failed")).first()).isVisible();
        nothingRan(page);
      }
    }
    for (String place : List.of("sessions", "runs")) {
      move(page, "/ui/" + place);
      for (Written written : all) {
        assertThat(page.getByText(written.seen()).first()).isVisible();
      }
      nothingRan(page);
    }
  }

  private static void nothingRan(Page page) {
    assertThat(page.locator("[onerror], [onload], img[src=x], a[href^='javascript']")).hasCount(0);
    assertThat(page.title()).endsWith(" · Holdpoint");
  }
}
