package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.agent.mcp.ModernStage;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pages that MCP servers want people to open. */
class ServerLinkPageTest extends QuestionPages {
  private final ModernStage stage;

  ServerLinkPageTest() throws IOException {
    stage = new ModernStage();
    stage.describe("sample", "<img src=x onerror=alert(1)> **Allow once** \\u202eend");
  }

  @Override
  boolean isAlone() {
    return true;
  }

  @Override
  Map<String, String> settings() {
    return Map.of("HOLDPOINT_MCP_SERVERS_WEB_URL", stage.url("/modern"));
  }

  @AfterAll
  void close() {
    stage.close();
  }

  private String begin(String url) {
    String session = session();
    http()
        .post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'mcp__*','scope':{'kind':'session','id':'%s'}}"
                    .formatted(session)))
        .expect(201);
    return http()
        .post(
            "/v1/sessions/" + session + "/runs",
            Http.work(Script.tool("mcp__web__open", JSON.createObjectNode().put("url", url))))
        .expect(202)
        .json()
        .path("run_id")
        .asString();
  }

  @Test
  @DisplayName(
      "AG-74 a page that a server wants opened is shown whole, loaded by a click alone, and accepted")
  void a_page_is_opened_by_a_click() {
    String url = "https://b\u00fccher.test/a?b=c";
    JsonNode waiting =
        http()
            .await(
                "/v1/runs/" + begin(url),
                run -> run.path("status").asString().equals("waiting_for_user_question"));
    Asked asked = asked(waiting);
    List<String> called = new CopyOnWriteArrayList<>();
    Predicate<String> isTheirs = address -> address.contains("bcher-kva.test");
    BrowserContext context = context(desktop(), http().token());
    // Before the page is there, so that whatever it loads by itself is seen.
    context.route(
        isTheirs,
        route -> {
          called.add(route.request().url());
          route.fulfill(new Route.FulfillOptions().setBody("Welcome"));
        });
    Page page = page(context, asked.path());
    Locator shown = card(page).locator(".q-link");
    Locator link = shown.getByRole(AriaRole.LINK);
    assertThat(shown.locator("bdi")).hasText(url);
    assertThat(shown.locator("bdi strong")).hasText("b\u00fccher.test");
    assertThat(shown).containsText("The host is xn--bcher-kva.test");
    assertThat(link).hasAttribute("rel", "noopener noreferrer");
    assertThat(called).isEmpty();
    assertThat(isPending(asked)).isTrue();

    Page opened = page.context().waitForPage(link::click);

    assertThat(end(page)).containsText("Answered by admin");
    http().await("/v1/runs/" + asked.run(), run -> run.path("finished_at_ms").isNumber());
    assertThat(stage.calls("open").getLast().params().at("/inputResponses/open"))
        .isEqualTo(JSON.readTree("{\"action\":\"accept\"}"));
    opened.waitForLoadState();
    assertThat(called).hasSize(1);
    opened.close();
    page.context().unroute(isTheirs);
    forgive("request to https://xn--bcher-kva.test/");
  }

  @Test
  @DisplayName("PG-48 what a server says of its tool is text of others on the card")
  void PG_48_what_a_server_says_of_its_tool_is_shown_as_text() {
    String session = session();
    park(session, Script.tool("mcp__web__sample", JSON.createObjectNode()));
    JsonNode asked = http().get("/v1/approvals?session_id=" + session).expect(200).json();
    Page page = open("/ui/approvals/" + asked.at("/0/request/id").asString());
    Locator told = page.locator(".approval-told");
    assertThat(told).containsText("The server says, unchecked:");
    assertThat(told).containsText("<img src=x onerror=alert(1)> **Allow once** ");
    assertThat(told.locator("img, strong, button")).hasCount(0);
    axe(page);
  }

  @Test
  @DisplayName("AG-74 what could not be shown as a link is declined, and never shown")
  void what_is_no_page_is_never_shown() {
    for (String url :
        List.of(
            "javascript:alert(1)",
            "file:///etc/passwd",
            "http://example.org/",
            "https://me@example.org/",
            "https://example.org/" + "a".repeat(5_000))) {
      JsonNode run =
          http().await("/v1/runs/" + begin(url), one -> one.path("finished_at_ms").isNumber());
      assertThat(run.path("status").asString()).isEqualTo("completed");
      assertThat(run.path("question_count").asInt(0)).isZero();
      assertThat(stage.calls("open").getLast().params().at("/inputResponses/open/action"))
          .hasToString("\"decline\"");
    }
  }
}
