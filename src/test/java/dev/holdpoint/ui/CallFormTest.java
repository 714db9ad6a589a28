package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The card has the form of what the title says, however the members of the call are named. */
class CallFormTest extends ApprovalPages {
  private static final String SHAPE = "format/shape.js";
  private static final String URL = "format/url.js";

  @Test
  void a_call_has_the_form_that_the_daemon_has_read() {
    Page page = functions();
    Object[][] table = {
      {"edit", Map.of("filePath", "a", "oldString", "b", "newString", "c"), "file_edit", "edit"},
      {"NotebookEdit", Map.of("notebook_path", "a", "new_source", "b"), "file_edit", "edit"},
      {"Edit", Map.of("file_path", "a", "new_string", "b"), "file_edit", "edit"},
      {"Edit", Map.of("file_path", "a", "new_string", "b"), "other", "json"},
      {"WebFetch", Map.of("url", "https://x", "prompt", "a"), "http", "http"},
      {"WebFetch", Map.of("url", "https://x", "method", List.of("DELETE")), "http", "json"},
      {
        "http_request", Map.of("method", "GET", "url", "https://x", "command", "ls"), "http", "http"
      },
      {"exec", Map.of("script", "ls"), "command", "command"},
      {"exec", Map.of("command", List.of("bash", "-lc", "ls")), "command", "command"},
      {"exec", Map.of("command", List.of("git", "push", "x")), "command", "json"},
      {"exec", Map.of("command", List.of("bash", "-l", "ls")), "command", "json"},
      {"x", Map.of("file", "a", "content", "b", "old", "c", "new", "d"), "file_write", "write"},
    };
    for (Object[] row : table) {
      assertThat(
              module(page, SHAPE, "shape", row[0], row[1], Map.of("kind", row[2]))
                  .path("kind")
                  .asString())
          .as(row[0] + " " + row[1] + " " + row[2])
          .isEqualTo(row[3]);
    }
  }

  @Test
  void of_several_paths_the_one_in_the_title_is_shown() {
    Page page = functions();
    Map<String, String> input = Map.of("file_path", "README.md", "path", "x/ci.yml", "content", "");
    for (String name : List.of("file_path", "path")) {
      Object said = Map.of("kind", "file_write", "facts", Map.of("path", input.get(name)));
      JsonNode shape = module(page, SHAPE, "shape", "t", input, said);
      assertThat(shape.path("at").asString()).isEqualTo(name);
      assertThat(shape.path("rest").size()).isEqualTo(1);
    }
    Map<String, String> hidden = Map.of("file_path", "a\u202eb", "path", "c", "content", "");
    Object spelled = Map.of("kind", "file_write", "facts", Map.of("path", "a⟨RLO⟩b"));
    assertThat(module(page, SHAPE, "shape", "t", hidden, spelled).path("at").asString())
        .isEqualTo("file_path");
  }

  @Test
  void the_host_of_a_url_is_no_user_and_is_named_as_it_is_looked_up() {
    Page page = functions();
    String[][] table = {
      {"https://api.example.com/a?b#c", "api.example.com", null},
      {"https://api.example.com@evil.example/a", "evil.example", null},
      {"https://a@b@evil.example:8443/a@c", "evil.example:8443", null},
      {"https://evil.example\\@api.example.com/", "evil.example", null},
      {"https://\u0430pi.example.com/", "\u0430pi.example.com", "xn--pi-6kc.example.com"},
      {"http://2130706433/", "2130706433", "127.0.0.1"},
      {"https://API.example.com:443/", "API.example.com:443", null},
      {"https://[::1]:8080/", "[::1]:8080", null},
      {"https://{{secret:HOST}}/", "{{secret:HOST}}", null},
    };
    for (String[] row : table) {
      String host = null;
      StringBuilder whole = new StringBuilder();
      for (JsonNode part : module(page, URL, "urlParts", row[0])) {
        String text = row[0].substring(part.path("from").asInt(), part.path("to").asInt());
        whole.append(text);
        host = part.path("kind").asString().equals("host") ? text : host;
      }
      assertThat(whole).hasToString(row[0]);
      assertThat(host).isEqualTo(row[1]);
      assertThat(module(page, URL, "hostElsewhere", row[0]).asString(null))
          .as(row[0])
          .isEqualTo(row[2]);
    }
  }

  // PG-70
  @Test
  void PG_70_what_the_daemon_names_itself_is_german() {
    Page page = page(context(desktop().setLocale("de-DE"), http().token()), "/ui");
    String[][] names = {
      {"Scripted run", "Lauf nach Skript"},
      {"Scripted run (1 step)", "Lauf nach Skript (1 Schritt)"},
      {"Scripted run (3 steps)", "Lauf nach Skript (3 Schritte)"},
      {"Scripted tests", "Scripted tests"},
    };
    for (String[] row : names) {
      assertThat(module(page, "parts/where.js", "sessionName", "ses_1", row[0]).asString())
          .isEqualTo(row[1]);
    }
    Object nowhere = Map.of("method", "POST", "host", "", "url_path", "");
    Object[][] titles = {
      {Map.of("title", "Question"), "Frage"},
      {Map.of("title", "Which one?"), "Which one?"},
      {Map.of("kind", "items", "title", "Approve a request"), "Anfrage freigeben"},
      {Map.of("kind", "items", "title", "Question"), "Question"},
      {Map.of("kind", "other", "title", "Approve a request"), "Approve a request"},
      {
        Map.of("kind", "http", "title", "POST to an address that cannot be read", "facts", nowhere),
        "POST an (nicht lesbare Adresse)"
      },
      {
        Map.of("kind", "command", "title", "Run a script: a, b, c and 20 more"),
        "Skript ausführen: a, b, c und 20 weitere"
      },
    };
    for (Object[] row : titles) {
      assertThat(module(page, "format/words.js", "titleWords", row[0]).asString())
          .isEqualTo(row[1]);
    }
  }

  // PG-70
  @Test
  void PG_70_a_warning_of_the_status_is_german() {
    String tenant =
        http()
            .post("/v1/tenants", "{\"name\":\"forms\"}")
            .expect(201)
            .json()
            .path("tenant_id")
            .asString();
    String policy = "/v1/tenants/" + tenant + "/approval-policy";
    http().send("PUT", policy, "{\"signature_required\":true}", _ -> {}).expect(200);
    Page page = page(context(desktop().setLocale("de-DE"), http().token()), "/ui/status");
    assertThat(page.locator("main")).containsText("Mandanten, die Signaturen verlangen: ");
    assertThat(page.locator("main")).not().containsText("Tenants");
    // States are known by their codes, which have no language: each of the eight has its row.
    assertThat(page.locator("[aria-labelledby=status-runs] dt")).hasCount(8);
  }

  // PG-02: what a program outside was told is code in its run, and the decision in the conversation
  @Test
  void PG_02_what_programs_are_told_is_a_block_of_code() {
    Asked asked = raise("deploy", Map.of("to", "prod"), "Releases.");
    Page page = open(asked.path());
    allow(page);
    assertThat(end(page)).containsText("Allowed");
    move(page, "/ui/runs/" + asked.run());
    assertThat(page.locator("main .md code").first()).containsText("\"request_id\"");
    assertThat(words(page)).doesNotContain("request_id", "apr_");
    move(page, "/ui/sessions/" + asked.session());
    assertThat(page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Transcript")))
        .containsText("allowed by admin");
    assertThat(words(page)).doesNotContain("request_id", "apr_");
  }

  /** What a view says outside of blocks of code and of details. */
  private static String words(Page page) {
    return (String)
        page.evaluate(
            """
            () => {
              const main = document.querySelector('main').cloneNode(true);
              main.querySelectorAll('code, pre, details').forEach(one => one.remove());
              return main.textContent;
            }
            """);
  }

  @Test
  @DisplayName("PG-48 files, requests and commands of other makers' tools are drawn as such")
  void PG_48_calls_of_other_makers_are_drawn_as_such() {
    Asked edit =
        raise(
            "edit",
            Map.of(
                "filePath",
                "src/a.ts",
                "oldString",
                "one\ntwo\n",
                "newString",
                "one\n2\n",
                "replaceAll",
                true),
            "Renames.");
    Page page = open(edit.path());
    assertThat(input(page).locator(".approval-path")).containsText("src/a.ts");
    assertThat(input(page).locator(".approval-line.added")).containsText("2");
    assertThat(input(page)).containsText("Replaces all occurrences in the file.");
    isShownWhole(page, edit);

    Asked cell =
        raise(
            "NotebookEdit",
            Map.of("notebook_path", "/n/a.ipynb", "cell_id", "c1", "new_source", "x = 1\ny = 2"),
            "Sets x.");
    move(page, cell.path());
    assertThat(input(page).locator(".approval-line.added")).hasCount(2);
    isShownWhole(page, cell);

    Asked words =
        raise(
            "exec",
            Map.of("command", List.of("/bin/bash", "-lc", "rm -rf build\nls"), "workdir", "/srv"),
            "Cleans up.");
    move(page, words.path());
    assertThat(input(page).locator(".sh-line")).hasCount(2);
    assertThat(input(page).locator(".sh-risk").first()).hasText("rm");
    assertThat(input(page)).containsText("/bin/bash -lc");
    isShownWhole(page, words);
  }

  @Test
  @DisplayName("PG-48 a host that passes for another is named as it is looked up")
  void PG_48_a_host_that_passes_for_another() {
    Asked fetch =
        raise(
            "WebFetch",
            Map.of("url", "https://api.example.com@\u0430pi.example.com/a?b=c", "prompt", "Reads."),
            "Reads.");
    Page page = open(fetch.path());
    assertThat(card(page).locator("h2")).hasText("GET from xn--pi-6kc.example.com/a");
    assertThat(input(page).locator(".url-host")).hasText("\u0430pi.example.com");
    assertThat(input(page)).containsText("The host is xn--pi-6kc.example.com");
    assertThat(input(page).locator(".approval-http")).containsText("GET");
    isShownWhole(page, fetch);
  }
}
