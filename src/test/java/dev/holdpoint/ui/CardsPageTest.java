package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the card of each kind of call shows, and that it shows what the daemon says was asked. */
class CardsPageTest extends ApprovalPages {
  private static final String IDS = "agt_|\\{\"|GET /|/v1/";

  private static Locator table(Page page, String name) {
    return page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator lines(Page page) {
    return page.getByRole(
        AriaRole.GROUP, new Page.GetByRoleOptions().setName("What changes").setExact(true));
  }

  /** A file in the folder of a session. */
  private String sessionWith(String name, String content) {
    String session = session();
    Path file = folder().resolve("workspaces").resolve(session).resolve(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return session;
  }

  private static String numbered(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "line " + i + " of the file\n")
        .collect(Collectors.joining());
  }

  private Asked edit(String session, String old, String now) {
    return asked(
        park(
            session,
            Script.tool(
                "edit_file",
                JSON.writeValueAsString(Map.of("path", "a.txt", "old", old, "new", now))),
            Script.SAY_LAST_RESULT));
  }

  /** The card has no id in sight, and what it has drawn is what was asked, by the daemon's word. */
  private void isWhatWasAsked(Page page, Asked asked) {
    assertThat(card(page).locator(".card-details")).not().hasAttribute("open", "");
    String seen =
        (String)
            page.evaluate(
                """
                () => {
                  const card = document.querySelector('hp-approval').cloneNode(true);
                  card.querySelectorAll('.card-details, pre, code, [data-rendered]').forEach(one => one.remove());
                  return card.textContent;
                }
                """);
    assertThat(seen).doesNotContainPattern(IDS);
    isShownWhole(page, asked);
  }

  @Test
  @DisplayName("PG-48 PG-02 a command: numbered, with Wrap and Copy, its folder and its risk")
  void PG_48_a_command() {
    String script = "set -e\n\nkubectl config use-context prod-eu\nrm -rf /var/cache/*\n";
    Asked asked =
        raise("bash", Map.of("command", script, "cwd", "/srv"), "The cache of prod is broken.");
    Page page = open(asked.path());
    assertThat(input(page)).containsText("In the folder /srv");
    assertThat(input(page).locator(".sh-line")).hasCount(4);
    assertThat(card(page)).containsText("High risk: deletes files recursively");
    assertThat(input(page).locator(".sh-risk").first()).isVisible();
    assertThat(card(page).getByRole(AriaRole.HEADING).first()).hasText("Run a script: kubectl, rm");
    assertThat(card(page).getByRole(AriaRole.HEADING, new Locator.GetByRoleOptions().setLevel(3)))
        .hasText(new String[] {"Why", "What will happen", "What led to this", "Comments"});
    Locator wrap =
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Wrap").setExact(true));
    assertThat(wrap).hasAttribute("aria-pressed", "true");
    wrap.click();
    assertThat(wrap).hasAttribute("aria-pressed", "false");
    assertThat(
            page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Copy the command")))
        .isVisible();
    page.locator(".card-details > summary").click();
    for (String name : List.of("Approval", "Session", "Run", "Digest")) {
      assertThat(page.locator(".card-details dt").getByText(name, exactly())).isVisible();
    }
    page.locator(".card-details > summary").click();
    isWhatWasAsked(page, asked);
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  @DisplayName("PG-48 PG-37 a file edit: real line numbers, context, and 20 more lines")
  void PG_48_a_file_edit() {
    Asked asked =
        edit(
            sessionWith("a.txt", numbered(300)), "212 of the file\nline 213", "212 of a\nline 213");
    Page page = open(asked.path());
    assertThat(input(page)).containsText("a.txt +1 −1");
    assertThat(lines(page).locator(".approval-line").first()).containsText("209");
    assertThat(lines(page).locator(".approval-line.removed .text"))
        .hasText("removed: line 212 of the file");
    assertThat(lines(page).locator(".approval-line.added .text")).hasText("added: line 212 of a");
    assertThat(lines(page).locator(".approval-line.added .no").nth(1)).hasText("212");
    int before = lines(page).locator(".approval-line").count();
    page.getByText("Show 20 more lines").click();
    assertThat(lines(page).locator(".approval-line")).hasCount(before + 40);
    assertThat(lines(page).locator(".approval-line").first()).containsText("189");
    isWhatWasAsked(page, asked);

    Asked last = edit(sessionWith("a.txt", numbered(9)), "line 9 of the file\n", "");
    move(page, last.path());
    assertThat(lines(page).locator(".approval-line.removed .no").first()).hasText("9");
    isWhatWasAsked(page, last);
  }

  @Test
  @DisplayName("PG-48 what an edit has beside its texts is shown, and an empty text stops nothing")
  void PG_48_an_edit_hides_nothing() {
    Map<String, Object> more =
        Map.of("old", "line 3 of", "new", "line three of", "then_run", "curl x | sh");
    Map<String, Object> input = new HashMap<>(more);
    input.remove("then_run");
    input.putAll(Map.of("path", "a.txt", "edits", List.of(more)));
    Asked hiding =
        asked(
            park(
                sessionWith("a.txt", numbered(9)),
                Script.tool("edit_file", JSON.writeValueAsString(input))));
    Page page = open(hiding.path());
    assertThat(input(page)).containsText("Other parameters of this change:");
    assertThat(input(page)).containsText("curl x | sh");
    isWhatWasAsked(page, hiding);

    Asked empty =
        asked(
            park(
                sessionWith("a.txt", numbered(9)),
                Script.tool(
                    "write_file",
                    "{\"path\":\"a.txt\",\"content\":\"x\\n\",\"old_string\":\"\",\"new_string\":\"y\"}")));
    move(page, empty.path());
    assertThat(input(page)).containsText("Other parameters");
    isWhatWasAsked(page, empty);
  }

  @Test
  @DisplayName("PG-48 PG-38 a new file, one that is written over, and an edit that would fail")
  void PG_48_a_file_write() {
    String session = sessionWith("a.txt", numbered(40));
    Asked failing = edit(session, "not in it", "x");
    Page page = open(failing.path());
    assertThat(input(page)).containsText("The text to replace is not in the file.");
    isWhatWasAsked(page, failing);

    Asked made =
        asked(
            park(
                session(),
                Script.tool(
                    "write_file", "{\"path\":\"src/b.txt\",\"content\":\"one\\ntwo\\n\"}")));
    move(page, made.path());
    assertThat(input(page)).containsText("New file");
    isWhatWasAsked(page, made);

    String now = numbered(40).replace("line 20 of", "line twenty of") + "last\n";
    Asked over =
        asked(
            park(
                sessionWith("a.txt", numbered(40)),
                Script.tool(
                    "write_file",
                    JSON.writeValueAsString(Map.of("path", "a.txt", "content", now)))));
    move(page, over.path());
    assertThat(input(page)).containsText("+2 −1");
    assertThat(input(page).locator(".approval-line.removed .no").first()).hasText("20");
    isWhatWasAsked(page, over);
  }

  @Test
  @DisplayName("PG-48 PG-39 an edit on the agent's machine says so and counts from the change")
  void PG_48_an_edit_elsewhere() {
    Asked asked =
        raise(
            "Edit",
            Map.of("file_path", "/home/ada/a.txt", "old_string", "one", "new_string", "two"),
            "Renames.");
    Page page = open(asked.path());
    assertThat(input(page))
        .containsText(
            "The file is on the agent's machine. Line numbers count from the start of the change.");
    isWhatWasAsked(page, asked);
  }

  @Test
  @DisplayName("PG-48 HTTP: host, query and headers as tables, body as JSON or a form, secrets")
  void PG_48_an_http_request() {
    Asked json =
        raise(
            "http_request",
            Map.of(
                "method",
                "POST",
                "url",
                "https://api.crm.example.com/v2/webhooks?env=prod&note=a%20b",
                "headers",
                Map.of("Authorization", "Bearer {{secret:CRM_API_KEY}}"),
                "body",
                "{\"a\":[1,2]}"),
            "Registers the webhook.");
    Page page = open(json.path());
    assertThat(input(page).locator(".url-host")).hasText("api.crm.example.com");
    assertThat(table(page, "Query").getByRole(AriaRole.CELL).last()).hasText("a b");
    assertThat(table(page, "Headers").getByRole(AriaRole.ROWHEADER)).hasText("Authorization");
    assertThat(input(page).locator(".chip.secret")).hasText("{{secret:CRM_API_KEY}}");
    assertThat(input(page)).containsText("Body, as JSON");
    assertThat(input(page)).containsText("Redirects are not followed.");
    isWhatWasAsked(page, json);

    Asked form =
        raise(
            "http_request",
            Map.of(
                "method",
                "POST",
                "url",
                "https://example.com/",
                "headers",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                "body",
                "name=Ada+L&x=1"),
            "Sends the form.");
    move(page, form.path());
    assertThat(table(page, "Body, as a form").getByRole(AriaRole.CELL).first()).hasText("Ada L");
    isWhatWasAsked(page, form);
  }

  @Test
  @DisplayName("PG-48 MCP and other tools: names, and parameters as a table, never a line of JSON")
  void PG_48_tools_of_others() {
    Asked mcp =
        raise(
            "mcp__github__create_issue",
            Map.of("title", "Login fails", "labels", List.of("bug", "login")),
            "Somebody has to look.");
    Page page = open(mcp.path());
    assertThat(input(page)).containsText("Tool create_issue of the server github");
    for (String name : List.of("title", "labels")) {
      assertThat(table(page, "Parameters").getByRole(AriaRole.ROWHEADER).getByText(name, exactly()))
          .isVisible();
    }
    isWhatWasAsked(page, mcp);

    Asked other =
        raise(
            "deploy",
            Map.of("service", "billing", "canary", Map.of("percent", 5, "minutes", 10)),
            "Rolls it out.");
    move(page, other.path());
    Locator cell =
        table(page, "Parameters")
            .getByRole(AriaRole.ROW)
            .filter(new Locator.FilterOptions().setHasText("canary"));
    assertThat(cell).containsText("percent: 5");
    assertThat(table(page, "Parameters")).not().containsText("{\"");
    isWhatWasAsked(page, other);
  }

  @Test
  @DisplayName("PG-48 request_approval: its items, and how a secret gets into the vault")
  void PG_48_requested_items() {
    Asked asked =
        asked(
            park(
                session(),
                "{\"tool\":\"request_approval\",\"input\":{\"reason\":\"Pay the invoice.\",\"requested_items\":"
                    + "[{\"kind\":\"action\",\"description\":\"Pay\"},{\"kind\":\"secret\","
                    + "\"description\":\"The PIN\",\"alias\":\"BANK_PIN\"}]}}"));
    Page page = open(asked.path());
    assertThat(
            card(page)
                .getByRole(AriaRole.HEADING, new Locator.GetByRoleOptions().setName("Requested")))
        .isVisible();
    assertThat(card(page)).containsText("The PIN as BANK_PIN");
    assertThat(card(page)).containsText("They are sent with a signed approval");
    isWhatWasAsked(page, asked);
  }

  @Test
  @DisplayName("PG-50 a child's approval names parent session and run as links, three levels deep")
  void PG_50_a_childs_approval() {
    String root = session();
    String inner = Script.spawn(Script.bash("echo grandchild"));
    String run = http().submit(root, Script.spawn(inner), Script.SAY_LAST_RESULT);
    http().awaitRun(run, "completed");
    JsonNode row =
        http().await("/v1/approvals", rows -> rows.toString().contains("echo grandchild")).get(0);
    JsonNode lineage = row.at("/request/lineage");
    assertThat(lineage).hasSize(2);
    assertThat(lineage.at("/0/session_id").asString()).isEqualTo(root);
    assertThat(lineage.at("/0/run_id").asString()).isEqualTo(run);
    Page page = open("/ui/approvals/" + row.at("/request/id").asString());
    Locator way =
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Asked in"));
    Locator links = way.getByRole(AriaRole.LINK);
    assertThat(links.nth(0)).hasAttribute("href", "/ui/sessions/" + root);
    assertThat(links.nth(1)).hasAttribute("href", "/ui/runs/" + run);
    assertThat(links.nth(2))
        .hasAttribute("href", "/ui/sessions/" + lineage.at("/1/session_id").asString());
    assertThat(links.nth(3)).hasAttribute("href", "/ui/runs/" + lineage.at("/1/run_id").asString());
    assertThat(links.nth(4)).hasAttribute("href", Pattern.compile("/ui/sessions/.+"));
    assertThat(way).containsText("Asked by a child of");
    axe(chosen(page));
  }

  @Test
  @DisplayName("PG-48 settled: who, the rule in words, whether it was carried out, what led to it")
  void PG_48_a_settled_card() {
    Asked asked =
        asked(
            park(
                session(),
                Script.say("I look at the files first."),
                Script.bash("echo settled one"),
                Script.SAY_LAST_RESULT));
    Page page = open(asked.path());
    Locator led = card(page).locator(".card-led");
    assertThat(led).containsText("I look at the files first.");
    assertThat(led.locator(".tr-box")).hasCount(0);
    button(page, "Allow and remember…").click();
    inDialog(page, "Allow and create rule").click();
    assertThat(end(page)).containsText("Allowed by admin");
    assertThat(end(page).getByRole(AriaRole.LINK).first())
        .hasAttribute("href", "/ui/rules/" + resolution(asked).path("rule_id").asString());
    assertThat(end(page)).containsText("echo settled one");
    http().awaitRun(asked.run(), "completed");
    page.reload();
    assertThat(end(page)).containsText("Carried out, and it succeeded");
    axe(chosen(page));
  }
}
