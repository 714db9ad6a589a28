package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.engine.json.RenderingVectors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The page says what it has shown, from the elements that show it. */
class RenderedPageTest extends ApprovalPages {
  private static final double LAID_OUT_MS = 180_000;
  private static final Set<String> MANY_SCREENS =
      Set.of("100 KB of members", "100 KB of a file", "100 KB in a member");
  private static final String WARNS = "dev.holdpoint.daemon.metrics.RenderingDifferences";

  private Asked raise(JsonNode vector) {
    String session = session();
    ObjectNode body = JSON.createObjectNode();
    for (String name : List.of("tool_name", "input", "reason")) {
      body.set(name, vector.path(name));
    }
    for (JsonNode one : vector.path("preconditions")) {
      body.putArray("preconditions")
          .addObject()
          .put("type", one.path("type").asString())
          .put("name", one.path("name").asString())
          .put("value", one.path("expected").asString());
    }
    JsonNode raised =
        http()
            .post("/v1/sessions/" + session + "/approval-requests", body.toString())
            .expect(201)
            .json();
    return new Asked(
        raised.at("/request/id").asString(), raised.path("run_id").asString(), session);
  }

  /** A browser is given no long numbers. */
  private static Map<String, Object> request(JsonNode vector) {
    Map<String, Object> request = new HashMap<>();
    request.put("json", vector.toString());
    return request;
  }

  @Test
  @DisplayName("PF-05 The page's own function has the digests of the vectors")
  void PF_05_the_vectors_hold_in_the_page() {
    Page page = functions();
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (JsonNode vector : RenderingVectors.all()) {
      found.add(
          (String)
              page.evaluate(
                  """
                  async ({ json }) => {
                    const { modules } = await import(document.querySelector('script[type=module]').src);
                    return modules['format/rendering.js'].digestOf(JSON.parse(json));
                  }
                  """,
                  request(vector)));
      expected.add(vector.path("sha256").stringValue());
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  @DisplayName("PF-05 The page sends the daemon's digest of each vector, from what it has drawn")
  void PF_05_what_the_page_draws_is_what_was_asked() {
    drawn(vector -> !MANY_SCREENS.contains(vector.path("name").asString()));
  }

  /** Reading these to their end takes three times as long as all the others together. */
  @Test
  @Tag("long")
  @DisplayName("PF-05 The page sends the daemon's digest of many screens, from what it has drawn")
  void PF_05_many_screens_that_the_page_draws_are_what_was_asked() {
    drawn(vector -> MANY_SCREENS.contains(vector.path("name").asString()));
  }

  private void drawn(Predicate<JsonNode> some) {
    Page page = open("/ui");
    // 50 000 lines are many screens.
    page.setViewportSize(1280, 4000);
    List<String> wrong = new ArrayList<>();
    List<JsonNode> vectors = RenderingVectors.ofOutside().stream().filter(some).toList();
    assertThat(vectors).isNotEmpty();
    for (JsonNode vector : vectors) {
      Asked asked = raise(vector);
      move(page, asked.path());
      // 100 KB are laid out before there is a button.
      button(page, "Allow once").waitFor(new Locator.WaitForOptions().setTimeout(LAID_OUT_MS));
      allow(page);
      assertThat(end(page))
          .containsText(
              "Allowed by", new LocatorAssertions.ContainsTextOptions().setTimeout(LAID_OUT_MS));
      JsonNode rendered = resolution(asked).path("rendered");
      if (!rendered.path("as_asked").asBoolean(false)
          || !rendered.path("surface").asString().equals("page")
          || !rendered.path("sha256").asString().equals(vector.path("sha256").asString())) {
        wrong.add(vector.path("name").asString() + ": " + rendered);
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void what_is_requested_and_a_no_are_sent_with_what_was_shown() {
    Asked asked =
        asked(
            park(
                session(),
                "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"Ship\",\"requested_items\":"
                    + "[{\"kind\":\"action\",\"description\":\"Deploy\"},{\"kind\":\"secret\","
                    + "\"description\":\"The key\\nof it\",\"alias\":\"CRM_KEY\"}]}}"));
    Page page = open(asked.path());
    button(page, "Deny…").click();
    button(page, "Deny").click();
    assertThat(end(page)).containsText("Denied by");
    assertThat(resolution(asked).at("/rendered/as_asked").asBoolean(false))
        .as(resolution(asked).toString())
        .isTrue();
  }

  @Test
  void several_at_once_are_sent_with_what_was_shown_of_each() {
    Asked line = raise("bash", Map.of("command", "echo line"), "A line.");
    Asked more = raise("bash", Map.of("command", "echo a\necho b", "cwd", "/"), "More.\nLines.");
    Page page = open("/ui");
    assertThat(page.getByText("echo line").first()).isVisible();
    page.keyboard().press("*");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Allow all")).click();
    Locator dialog = dialog(page);
    dialog.getByText("Show all: there is more than the line shows").click();
    assertThat(dialog).containsText("Read. It is included.");
    dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Allow ")).click();
    assertThat(dialog).containsText("Done");
    for (Asked one : List.of(line, more)) {
      assertThat(resolution(one).at("/rendered/as_asked").asBoolean(false))
          .as(resolution(one).toString())
          .isTrue();
    }
  }

  @Test
  @DisplayName("PF-06 A page that drops the reason says another digest, and the daemon warns")
  void PF_06_a_page_that_drops_the_reason_is_found_out() {
    Logger logger = (Logger) LoggerFactory.getLogger(WARNS);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    logger.addAppender(logged);
    try {
      BrowserContext context = context(desktop(), http().token());
      context.route(
          "**/*.js*",
          route -> {
            var served = route.fetch();
            route.fulfill(
                new Route.FulfillOptions()
                    .setResponse(served)
                    .setBody(served.text().replace("whole(reason, 'reason')", "''")));
          });
      Asked asked = raise("bash", Map.of("command", "./deploy 1.4"), "Release 1.4");
      Page page = page(context, asked.path());
      assertThat(input(page)).containsText("./deploy 1.4");
      assertThat(card(page).locator("[data-rendered=reason]")).hasCount(0);
      button(page, "Allow once").click();
      assertThat(end(page)).containsText("Allowed by");
      JsonNode rendered = resolution(asked).path("rendered");
      assertThat(rendered.path("as_asked").asBoolean(true)).isFalse();
      assertThat(rendered.path("sha256").asString())
          .isNotEqualTo("af25fa17b4a45f71d9d086449e04ff7d68c7ad5935fa9d1f79d16ea8fb47295f");
      assertThat(List.copyOf(logged.list))
          .anySatisfy(
              event -> {
                assertThat(event.getLevel()).hasToString("WARN");
                assertThat(event.getFormattedMessage())
                    .contains(asked.id())
                    .contains("page showed")
                    .contains(rendered.path("sha256").asString())
                    .contains("af25fa17b4a45f71");
              });
    } finally {
      logger.detachAppender(logged);
    }
  }
}
