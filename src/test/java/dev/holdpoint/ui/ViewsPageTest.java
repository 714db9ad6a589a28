package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The views beside the inbox: in people's words, kept by their address, and without an id. */
class ViewsPageTest extends BrowserTest {
  private static final String SECRET = "s3cret-of-the-path";

  @Override
  boolean isAlone() {
    return true;
  }

  @Override
  Map<String, String> settings() {
    return Map.of(
        "HOLDPOINT_DELIVERIES_MAX_ATTEMPTS",
        "2",
        "HOLDPOINT_DELIVERIES_FIRST_RETRY_MS",
        "1",
        "HOLDPOINT_DELIVERIES_LONGEST_RETRY_MS",
        "2");
  }

  private static Locator rows(Page page, String list) {
    return page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName(list)).locator("> li");
  }

  private static Locator with(Locator rows, String text) {
    return rows.filter(new Locator.FilterOptions().setHasText(text));
  }

  private static Locator pick(Page page, String name) {
    return page.getByRole(
        AriaRole.COMBOBOX, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private JsonNode post(String path, String body) {
    return http().post(path, body.replace('\'', '"')).expect(201).json();
  }

  /** Nobody listens there, so that the delivery fails. */
  private String failed() {
    String session = session();
    http()
        .post(
            "/v1/sessions/" + session + "/runs",
            "{'content':'Post the summary','reply_targets':[{'type':'http','url':'http://127.0.0.1:1/services/%s?token=%s'}]}"
                .formatted(SECRET, SECRET)
                .replace('\'', '"'))
        .expect(202);
    http().await("/v1/deliveries/dead-letter?session_id=" + session, found -> found.size() == 1);
    return session;
  }

  // PG-56, PG-57
  @Test
  void PG_56_PG_57_a_warning_leads_to_the_deliveries_that_failed_and_none_tells_a_path() {
    String session = failed();
    String other = session();
    park(other, Script.say("Nothing is sent."));
    park(session(), Script.ask());
    String viewer = token("vera", "viewer");
    Page page = open("/ui/status");
    Locator warning = page.locator("[data-code=deliveries_dead_lettered]");
    assertThat(warning)
        .hasText(
            Pattern.compile("1 delivery failed. Review it.|\\d+ deliveries failed. Review them."));
    axe(page);
    page.locator("a.pg-count[href='/ui?kind=question&tab=all']").click();
    assertThat(page.locator(".inbox-chip")).containsText(Pattern.compile("[Qq]uestion"));
    move(page, "/ui/status");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Failed deliveries")).click();

    assertThat(page).hasURL(address() + "/ui/deliveries?status=dead_lettered");
    Locator row = with(rows(page, "Deliveries"), session);
    assertThat(row).hasCount(1);
    assertThat(row).containsText("Post the summary");
    assertThat(row).containsText("to 127.0.0.1");
    assertThat(row).containsText("2 tries · Could not connect");
    assertThat(row.locator(".chip")).hasText("failed");
    assertThat(row.getByRole(AriaRole.LINK, named(session))).isVisible();
    assertThat(pick(page, "Status")).hasValue("dead_lettered");
    axe(page);
    pick(page, "Status").selectOption("delivered");
    assertThat(page.getByText("No results")).isVisible();
    page.reload();
    assertThat(page.getByText("No results")).isVisible();

    Page looking = openAs(viewer, "/ui/deliveries");
    assertThat(with(rows(looking, "Deliveries"), session)).containsText("to http");
    assertThat(rows(looking, "Deliveries").first()).not().containsText("127.0.0.1");
    move(page, "/ui/deliveries");
    assertThat(row).hasCount(1);
    row.getByText("Details").click();
    for (Page one : List.of(page, looking)) {
      assertThat(one.content()).doesNotContain(SECRET, "/services");
    }
    String run = http().get("/v1/runs?session_id=" + session).json().at("/0/run_id").asString();
    for (String path : List.of("/v1/deliveries", "/v1/status")) {
      assertThat(http().get(path).expect(200).text()).doesNotContain(SECRET, "/services");
    }
    move(page, "/ui/runs/" + run);
    assertThat(rows(page, "Deliveries")).containsText("to 127.0.0.1");
    assertThat(page.content()).doesNotContain(SECRET);
  }

  private static void sure(Page page) {
    page.getByRole(AriaRole.DIALOG)
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Revoke").setExact(true))
        .click();
  }

  private static Locator.GetByRoleOptions named(String name) {
    return new Locator.GetByRoleOptions().setName(name);
  }

  // PG-41: one address a view, which shows the same after a reload and to somebody else
  @Test
  void PG_41_filters_and_tabs_are_in_the_address() {
    park(session(), Script.bash("make one"));
    post(
        "/v1/permission-rules",
        "{'behavior':'deny','tool':'bash','command':'shutdown *','scope':{'kind':'user'}}");
    post("/v1/permission-rules", "{'behavior':'allow','tool':'curl','scope':{'kind':'user'}}");
    post("/v1/groups", "{'name':'keepers','members':['ada']}");
    post(
        "/v1/approval-policies",
        "{'name':'guarded','needs':'1 of group:keepers','match':{'tools':['x']}}");
    Page page = open("/ui/sessions");
    String other = token("second", "admin");
    Map<String, List<String>> choices = new LinkedHashMap<>();
    choices.put("/ui/sessions?status=waiting_for_approval", List.of("Status"));
    choices.put("/ui/runs?status=waiting_for_approval", List.of("Status"));
    choices.put(
        "/ui/rules?behavior=deny&scope=user&covers=some", List.of("Effect", "Scope", "Calls"));
    choices.put("/ui/deliveries?status=retrying", List.of("Status"));
    choices.put("/ui/audit?tab=administration&target=token.*", List.of("Acts"));
    choices.put("/ui/people?tab=tokens&show=people", List.of("Show"));
    choices.put("/ui/policies?show=disabled", List.of("Show"));
    choices.put("/ui/stats?days=30&by=tool", List.of("Period", "Group by"));
    choices.put("/ui/history?outcome=denied", List.of("Outcome"));
    Page theirs = openAs(other, "/ui");
    choices.forEach(
        (path, fields) -> {
          String query = path.substring(path.indexOf('?'));
          move(page, path.substring(0, path.indexOf('?')));
          for (String[] one : tab(query)) {
            page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName(one[0])).click();
          }
          List<String> values = values(query);
          for (int i = 0; i < fields.size(); i++) {
            pick(page, fields.get(i)).selectOption(values.get(i));
          }
          String made = page.url().replace("%2A", "*");
          assertThat(made.endsWith(path)).as(made).isTrue();
          String shown = page.locator("main").innerText();
          page.reload();
          check(page, fields, values);
          theirs.navigate(page.url());
          check(theirs, fields, values);
          assertThat(shown).isNotBlank();
        });

    move(page, "/ui/rules?behavior=deny");
    assertThat(with(rows(page, "Rules"), "Denies commands that contain shutdown …")).hasCount(1);
    assertThat(with(rows(page, "Rules"), "Allows every call of curl")).hasCount(0);
    page.getByText("Clear filters").click();
    assertThat(with(rows(page, "Rules"), "Allows every call of curl")).hasCount(1);
    assertThat(page).hasURL(address() + "/ui/rules");
    page.getByLabel("Filter rules").fill("curl");
    assertThat(rows(page, "Rules")).hasCount(1);
    assertThat(page).hasURL(address() + "/ui/rules?q=curl");
  }

  private static void check(Page page, List<String> fields, List<String> values) {
    for (int i = 0; i < fields.size(); i++) {
      assertThat(pick(page, fields.get(i))).hasValue(values.get(i));
    }
  }

  private static List<String[]> tab(String query) {
    if (query.contains("tab=administration")) {
      return List.<String[]>of(new String[] {"Administration"});
    }
    return query.contains("tab=tokens")
        ? List.<String[]>of(new String[] {"Tokens"})
        : List.<String[]>of();
  }

  private static List<String> values(String query) {
    List<String> values = new ArrayList<>();
    for (String pair : query.substring(1).split("&", -1)) {
      if (!pair.startsWith("tab=")) {
        values.add(pair.substring(pair.indexOf('=') + 1));
      }
    }
    return values;
  }

  @Test
  void a_rule_has_a_page_with_its_last_uses_and_admins_revoke_tokens_and_browsers() {
    String session = session();
    String rule =
        post(
                "/v1/permission-rules",
                "{'behavior':'allow','tool':'bash','command':'echo *','scope':{'kind':'session','id':'%s'},'max_uses':5}"
                    .formatted(session))
            .path("rule_id")
            .asString();
    park(session, Script.bash("echo used"));
    Page page = open("/ui/rules/" + rule);
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
        .containsText("Allows commands that begin with echo");
    assertThat(page).hasTitle(Pattern.compile("Allows commands that begin with echo · Holdpoint$"));
    assertThat(rows(page, "Last uses")).hasCount(1);
    assertThat(rows(page, "Last uses")).containsText("Run echo used");
    assertThat(page.getByText("1 of 5 uses")).isVisible();
    axe(page);
    Page looking = openAs(token("looker", "viewer"), "/ui/rules/" + rule);
    assertThat(looking.getByText("1 of 5 uses")).isVisible();
    assertThat(looking.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Revoke")))
        .hasCount(0);
    move(looking, "/ui/people");
    assertThat(rows(looking, "People").first()).isVisible();
    assertThat(looking.getByRole(AriaRole.TAB)).hasCount(0);

    // What narrows the list of one tab is not of another.
    move(page, "/ui/people?tab=tokens&q=nobody&show=people");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Browsers")).click();
    assertThat(page).hasURL(address() + "/ui/people?tab=browsers");
    move(page, "/ui/audit?tab=administration&target=nothing");
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Export and keys")).click();
    assertThat(page).hasURL(address() + "/ui/audit?tab=keys");

    move(page, "/ui/people?tab=browsers");
    Locator theirs = with(rows(page, "Browsers, newest first"), "looker");
    assertThat(theirs).hasCount(1);
    axe(page);
    theirs.getByRole(AriaRole.BUTTON).click();
    sure(page);
    assertThat(theirs).hasCount(0);
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Tokens")).click();
    Locator token = with(rows(page, "Tokens, newest first"), "looker");
    axe(page);
    token.getByRole(AriaRole.BUTTON).click();
    sure(page);
    assertThat(token).hasCount(0);
    page.getByRole(AriaRole.TAB, new Page.GetByRoleOptions().setName("Approver keys")).click();
    assertThat(page.getByText("No approver keys")).isVisible();
    axe(page);
    move(page, "/ui/rules/" + rule);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Revoke")).click();
    sure(page);
    assertThat(page).hasURL(address() + "/ui/rules");
    http().get("/v1/permission-rules/" + rule).expect(404);
    move(page, "/ui/rules/" + rule);
    assertThat(page.getByText("Not found")).isVisible();
  }

  @Test
  void nobody_who_is_cut_off_while_deciding_is_told_that_nothing_happened() {
    Page page = open("/ui/status");
    page.route("**/v1/**", route -> route.abort());
    for (String path :
        List.of(
            "/v1/approvals/resolutions", "/v1/runs/run_1/approvals", "/v1/runs/run_1/questions")) {
      assertThat(problem(page, "post", path))
          .isEqualTo(
              "Can't reach Holdpoint. Your decision may have arrived; check before you try again.");
    }
    assertThat(problem(page, "post", "/v1/runs/run_1/cancel"))
        .isEqualTo("Can't reach Holdpoint. It may have arrived; check before you try again.");
    assertThat(problem(page, "get", "/v1/runs/run_1/approvals")).contains("Nothing was changed.");
  }

  private static String problem(Page page, String method, String path) {
    return (String)
        page.evaluate(
            """
            async ([method, path]) => {
              const { modules } = await import(document.querySelector('script[type=module]').src);
              return modules['net/api.js'].api[method](path).then(() => '', (problem) => problem.detail);
            }
            """,
            List.of(method, path));
  }

  // PG-02: outside of details and code no view shows an id of an agent or a made one of a session,
  // an endpoint or raw JSON
  @Test
  void PG_02_no_view_shows_ids_endpoints_or_json() {
    String asking = session();
    JsonNode run = park(asking, Script.say("Two steps."), Script.bash("git push origin main"));
    JsonNode question = park(session(), Script.ask());
    String rule =
        post(
                "/v1/permission-rules",
                "{'behavior':'deny','tool':'bash','command':'rm *','scope':{'kind':'user'}}")
            .path("rule_id")
            .asString();
    failed();
    JsonNode made = post("/v1/sessions", "{}");
    String unnamed = made.path("session_id").asString();
    post(
        "/v1/permission-rules",
        "{'behavior':'allow','tool':'bash','command':'echo *','scope':{'kind':'session','id':'%s'}}"
            .formatted(unnamed));
    park(unnamed, Script.bash("echo once"), Script.bash("make docs"));
    http()
        .post(
            "/v1/sessions/" + session() + "/approval-requests",
            "{\"tool_name\":\"deploy\",\"reason\":\"It is due.\",\"input\":{\"service\":{\"name\":\"billing\"},\"to\":\"prod\"}}")
        .expect(201);
    JsonNode gone = park(session(), Script.bash("make"));
    http().post("/v1/runs/" + gone.path("run_id").asString() + "/cancel", null).expect(200);
    List<String> paths =
        new ArrayList<>(
            List.of(
                "",
                "?session=" + unnamed + "&agent=" + made.path("agent_id").asString(),
                "?session=ses_01J00000000000000000000000&agent=agt_none",
                "/history",
                "/sessions",
                "/sessions/" + asking,
                "/sessions/" + unnamed,
                "/runs",
                "/runs/" + run.path("run_id").asString(),
                "/runs/" + question.path("run_id").asString(),
                "/rules",
                "/rules/" + rule,
                "/rules/rul_none",
                "/runs/run_none",
                "/sessions/none",
                "/deliveries",
                "/audit",
                "/audit?tab=administration",
                "/audit?tab=keys",
                "/people",
                "/people?tab=tokens",
                "/people?tab=browsers",
                "/people?tab=keys",
                "/policies",
                "/stats",
                "/status",
                "/account",
                "/nothing"));
    for (JsonNode gate : http().get("/v1/approvals").expect(200).json()) {
      paths.add("/approvals/" + gate.at("/request/id").asString());
    }
    paths.add("/approvals/apr_none");
    Page page = open("/ui");
    List<String> found = new ArrayList<>();
    for (String path : paths) {
      move(page, "/ui" + path);
      assertThat(page.locator("main")).not().isEmpty();
      assertThat(page.getByText("Loading…")).hasCount(0);
      for (Object text : (List<?>) page.evaluate(SHOWN)) {
        found.add(path + ": " + text);
      }
    }
    assertThat(found).isEmpty();
  }

  /** What is laid out or said by a name, but for details and code. */
  private static final String SHOWN =
      """
      () => {
        const bad = /agt_|ses_[0-9A-Z]{26}|\\{"|GET \\/|\\/v1\\//;
        const found = [document.title];
        const walk = (node) => {
          if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
          else if (node.nodeType === Node.ELEMENT_NODE && !node.matches('details, code, pre, script, style, textarea, .raw')) {
            for (const name of ['aria-label', 'title', 'placeholder']) found.push(node.getAttribute(name) ?? '');
            node.childNodes.forEach(walk);
          }
        };
        walk(document.body);
        const why = [...document.querySelectorAll('h2, h3')].filter((one) => one.textContent.trim() === 'Why').map((one) => one.parentElement.innerText);
        return [...found.filter((text) => bad.test(text)), ...why.filter((text) => /wants to (run a command|use )/.test(text))];
      }
      """;
}
