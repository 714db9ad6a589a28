package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What was decided is listed with person and time, narrowed by the address, and exported. */
class HistoryPageTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  private static Locator rows(Page page) {
    return page.getByRole(
            AriaRole.LIST, new Page.GetByRoleOptions().setName("Decisions, newest first"))
        .getByRole(AriaRole.LISTITEM);
  }

  private static Locator pick(Page page, String name) {
    return page.getByRole(
        AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private void decide(JsonNode run, Map<String, String> decision) {
    JsonNode gate = gate(run);
    Map<String, Object> resolution = new HashMap<>(decision);
    resolution.put("request_id", gate.path("request").path("id").asString());
    http()
        .post(
            "/v1/runs/" + run.path("run_id").asString() + "/approvals",
            JSON.writeValueAsString(Map.of("resolutions", List.of(resolution))))
        .expect(202);
  }

  private JsonNode gate(JsonNode run) {
    return http()
        .get("/v1/approvals?session_id=" + run.path("session_id").asString())
        .expect(200)
        .json()
        .get(0);
  }

  // PG-53
  @Test
  void PG_53_history_shows_and_filters_outcomes_and_exports_text() throws IOException {
    String session = session();
    Page page = open("/ui/history");
    assertThat(page.getByText("No decisions yet")).isVisible();
    axe(page);

    decide(park(session, Script.bash("git push origin main")), Map.of("behavior", "allow"));
    decide(
        park(session(), Script.bash("npm publish")), Map.of("behavior", "deny", "reason", "No."));
    decide(park(session(), Script.approval("=1+1")), Map.of("behavior", "allow"));
    JsonNode asked = park(session(), Script.ask());
    http()
        .post(
            "/v1/runs/" + asked.path("run_id").asString() + "/questions",
            JSON.writeValueAsString(
                Map.of(
                    "resolution",
                    Map.of(
                        "request_id",
                        http()
                            .get("/v1/questions")
                            .expect(200)
                            .json()
                            .get(0)
                            .path("request")
                            .path("id")
                            .asString(),
                        "declined",
                        true))))
        .expect(202);
    park(session(), Script.approval("nobody comes", 300));
    JsonNode cancelled = park(session(), Script.bash("make"));
    http().post("/v1/runs/" + cancelled.path("run_id").asString() + "/cancel", null).expect(200);
    http().await("/v1/inbox?status=expired", found -> found.path("items").size() == 1);

    // It came by itself.
    assertThat(rows(page)).hasCount(6);
    for (String outcome : List.of("Allowed", "Denied", "Declined", "Expired", "Cancelled")) {
      assertThat(rows(page).filter(text(outcome)).first()).isVisible();
    }
    Locator denied = rows(page).filter(text("npm publish"));
    assertThat(denied).containsText("by admin");
    assertThat(denied).containsText("waited");
    assertThat(denied).containsText("High");
    axe(page);

    pick(page, "Outcome").selectOption("denied");
    assertThat(rows(page)).hasCount(1);
    page.reload();
    assertThat(rows(page)).hasCount(1);
    assertThat(pick(page, "Outcome")).hasValue("denied");
    page.getByText("Clear filters").click();
    assertThat(rows(page)).hasCount(6);
    assertThat(page.url()).isEqualTo(address() + "/ui/history");

    pick(page, "Risk").selectOption("high");
    assertThat(rows(page)).hasCount(1);
    pick(page, "Risk").selectOption("");
    pick(page, "Kind").selectOption("items");
    assertThat(rows(page)).hasCount(2);
    pick(page, "Kind").selectOption("");
    pick(page, "Type").selectOption("question");
    assertThat(rows(page)).hasCount(1);
    pick(page, "Type").selectOption("");
    pick(page, "Decided by").selectOption("admin");
    assertThat(rows(page)).hasCount(5);
    pick(page, "Decided by").selectOption("");
    pick(page, "Period").selectOption("1h");
    assertThat(rows(page)).hasCount(6);
    page.getByRole(AriaRole.SEARCHBOX).fill("publish");
    assertThat(rows(page)).hasCount(1);
    page.getByRole(AriaRole.SEARCHBOX).fill("nothing has this");
    assertThat(page.getByText("No results")).isVisible();
    page.getByText("Clear filters").click();
    assertThat(rows(page)).hasCount(6);

    Download file =
        page.waitForDownload(
            () ->
                page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Export CSV"))
                    .click());
    List<String> lines = Files.readAllLines(file.path());
    assertThat(lines).hasSize(7);
    assertThat(lines.getFirst()).startsWith("\uFEFFDecided at,Outcome,Decided by,Title");
    assertThat(lines).anySatisfy(line -> assertThat(line).contains(",allowed,admin,'=1+1,items,"));
    assertThat(page.getByText("Exported 6 decisions.")).isVisible();
  }

  private static Locator.FilterOptions text(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  @Test
  void cells_that_a_spreadsheet_would_compute_are_text() {
    String csv =
        module(
                functions(),
                "format/csv.js",
                "csv",
                List.of(List.of("=1+1", "+1", "-1", "@x", "a,\"b\"", 7), List.of("\tx", "1=1")))
            .asString();

    assertThat(csv).isEqualTo("\uFEFF'=1+1,'+1,'-1,'@x,\"a,\"\"b\"\"\",7\r\n\"'\tx\",1=1\r\n");
  }
}
