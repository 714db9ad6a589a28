package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.holdpoint.acceptance.Script;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Whatever an agent writes is shown on the pages, and nothing of it runs or hides. */
class PagesTextTest extends BrowserTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "<img src=x onerror=document.title='run'>, <img src=x onerror=document.title='run'>",
        "`\"'><svg onload=document.title='run'>`, `\"'><svg onload=document.title='run'>`",
        "javascript:document.title='run', javascript:document.title='run'",
        "${document.title='run'}, ${document.title='run'}",
        "safe\u202Etxt.exe, safeRLOtxt.exe",
        "zero\u200Bwidth, zeroZWSPwidth",
      })
  void what_an_agent_writes_is_shown_and_never_run(String text, String shown) {
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
    String runId = run.path("run_id").asString();

    for (String place : new String[] {"sessions", "sessions/" + path, "runs", "runs/" + runId}) {
      Page page = open("/ui/" + place);
      assertThat(page.getByText(shown).first()).isVisible();
      if (place.contains("/")) {
        assertThat(page.getByText("ESC").first()).isVisible();
        assertThat(page.getByText("Failed").or(page.getByText("failed")).first()).isVisible();
        assertThat(page.locator("a[download]").first()).hasText(shown);
      }
      assertThat(page.locator("[onerror], [onload], img[src=x], a[href^='javascript']"))
          .hasCount(0);
      assertThat(page.title()).doesNotContain("run");
      page.close();
    }
  }
}
