package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import dev.holdpoint.core.description.Described;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.description.RiskCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The page in two languages, as it is drawn. */
class LanguageTest extends BrowserTest {
  /** Names that stay in all languages, since configuration and commands have them too. */
  private static final Set<String> ROLES = Set.of("admin", "operator", "viewer", "agent");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

  /** What is laid out or said by a name, but for code and what people type. */
  static final String SHOWN =
      """
      () => {
        const found = [document.title];
        const walk = (node) => {
          if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
          else if (node.nodeType === Node.ELEMENT_NODE && !node.matches('code, pre, script, style, textarea, .boot')) {
            for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(node.getAttribute(name) ?? '');
            node.childNodes.forEach(walk);
          }
        };
        walk(document.body);
        return [...new Set(found.map((text) => text.replace(/\\s+/g, ' ').trim()).filter(Boolean))];
      }
      """;

  /** All that a card keeps closed until somebody asks for it. */
  static final String OPEN_ALL =
      """
      async () => {
        for (let i = 0; i < 3; i++) {
          document.querySelectorAll('main details:not([open])').forEach(one => (one.open = true));
          await new Promise(drawn => setTimeout(drawn, 50));
        }
      }
      """;

  private final List<String> places = new ArrayList<>();

  @Override
  boolean isAlone() {
    return true;
  }

  private JsonNode post(String path, String body) {
    return http().post(path, body.replace('\'', '"')).expect(201).json();
  }

  /** Something in every view. */
  private void seed() {
    places.clear();
    places.addAll(List.of("", "/history", "/sessions", "/runs", "/rules", "/stats"));
    places.addAll(
        Stream.of("/deliveries", "/audit", "/people", "/policies", "/status", "/settings")
            .toList());
    places.addAll(List.of("/account", "/nowhere", "/audit?tab=administration", "/audit?tab=keys"));
    places.addAll(List.of("/people?tab=tokens", "/people?tab=browsers", "/people?tab=keys"));
    places.addAll(List.of("/runs/run_none", "/rules/rul_none", "/approvals/apr_none"));
    String asking = session();
    JsonNode run = park(asking, Script.say("Zwei Schritte."), Script.bash("git push origin main"));
    places.add("/sessions/" + asking);
    places.add("/runs/" + run.path("run_id").asString());
    park(session(), Script.bash("sudo systemctl restart auditd"));
    park(session(), Script.bash("cd /srv\nkubectl get pods\npsql -c 'select 1'\nrm x\ncurl x"));
    JsonNode question = park(session(), Script.ask());
    places.add("/runs/" + question.path("run_id").asString());
    JsonNode gone = park(session(), Script.bash("make"));
    http().post("/v1/runs/" + gone.path("run_id").asString() + "/cancel", null).expect(200);
    for (String body :
        List.of(
            "{'tool_name':'write_file','reason':'x','input':{'path':'src/a.ts','content':'a\\n"
                + "b\\n"
                + "'}}",
            "{'tool_name':'edit_file','reason':'x','input':{'path':'src/a.ts','old':'a','new':'b'}}",
            "{'tool_name':'http_request','reason':'x','input':{'method':'POST','url':'https://api.example.com/v2?env=prod','headers':{'X-A':'b'},'body':'{}'}}",
            "{'tool_name':'mcp__github__delete_repo','reason':'x','input':{'repo':'a'}}",
            "{'tool_name':'deploy','reason':'x','input':{'service':{'name':'billing'},'ziel':'prod'}}")) {
      http()
          .post("/v1/sessions/" + session() + "/approval-requests", body.replace('\'', '"'))
          .expect(201);
    }
    guarded();
    String rule =
        post(
                "/v1/permission-rules",
                "{'behavior':'deny','tool':'bash','command':'rm *','scope':{'kind':'user'}}")
            .path("rule_id")
            .asString();
    places.add("/rules/" + rule);
    for (JsonNode gate : http().get("/v1/approvals").expect(200).json()) {
      places.add("/approvals/" + gate.at("/request/id").asString());
    }
    for (JsonNode gate : http().get("/v1/questions").expect(200).json()) {
      places.add("/questions/" + gate.at("/request/id").asString());
    }
  }

  /** A request that waits for a group. */
  private void guarded() {
    String name = session();
    post("/v1/groups", "{'name':'%s','members':['ines','otto']}".formatted(name));
    post(
        "/v1/approval-policies",
        "{'name':'%1$s','match':{'tools':['%1$s']},'needs':'1 of group:%1$s within 2h else deny'}"
            .formatted(name));
    post(
        "/v1/sessions/" + name + "/approval-requests",
        "{'tool_name':'%s','reason':'x','input':{'name':'a'}}".formatted(name));
  }

  private Page german(String path) {
    return page(context(desktop().setLocale("de-DE"), http().token()), path);
  }

  /** Each text that a view shows, with where that is. */
  private List<String[]> shown(Page page) {
    List<String[]> all = new ArrayList<>();
    for (String place : places) {
      move(page, "/ui" + place);
      assertThat(page.locator("main h1, main h2, main [role=alert]").first()).isAttached();
      assertThat(page.locator("main .spinner")).hasCount(0);
      page.evaluate(OPEN_ALL);
      for (Object text : (List<?>) page.evaluate(SHOWN)) {
        all.add(new String[] {place, text.toString()});
      }
    }
    return all;
  }

  private static Set<String> pieces(Catalog catalog) {
    return catalog.texts().stream()
        .flatMap(text -> Stream.of(PLACEHOLDER.split(text, -1)))
        .map(String::strip)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** English words of ours among these texts. */
  static Set<String> english(List<String[]> texts) throws IOException {
    Set<String> german = pieces(Catalog.of("de"));
    Set<String> whole = new TreeSet<>();
    List<Pattern> parts = new ArrayList<>();
    for (String piece : pieces(Catalog.of("en"))) {
      if (!german.contains(piece) && !ROLES.contains(piece) && piece.matches("(?s).*\\p{L}{2}.*")) {
        whole.add(piece);
        if (piece.matches("(?s).*\\p{L}{2,}[,;:]? \\p{L}{2,}.*")) {
          parts.add(Pattern.compile("(?<![\\p{L}\\d])" + Pattern.quote(piece) + "(?![\\p{L}\\d])"));
        }
      }
    }
    assertThat(parts).hasSizeGreaterThan(500);
    Set<String> found = new TreeSet<>();
    for (String[] text : texts) {
      if (whole.contains(text[1]) || parts.stream().anyMatch(one -> one.matcher(text[1]).find())) {
        found.add(text[0] + ": " + text[1]);
      }
    }
    return found;
  }

  /** Texts of the table of words that were replaced. */
  static Set<String> replaced(List<String[]> texts) throws IOException {
    List<String> gone = WordingTest.table().stream().flatMap(row -> row.gone().stream()).toList();
    assertThat(gone).hasSizeGreaterThan(50);
    Set<String> found = new TreeSet<>();
    for (String[] text : texts) {
      gone.stream().filter(text[1]::contains).forEach(one -> found.add(text[0] + ": " + one));
    }
    return found;
  }

  @Test
  @DisplayName("PG-70 in German no view shows an English word of ours")
  void PG_70_no_view_shows_an_english_word() throws IOException {
    seed();
    assertThat(english(shown(german("/ui")))).isEmpty();
  }

  @Test
  @DisplayName("PG-85 no view shows a text of the table that was replaced")
  void PG_85_no_view_shows_what_was_said_before() throws IOException {
    seed();
    assertThat(replaced(shown(open("/ui")))).isEmpty();
  }

  // PG-70
  @ParameterizedTest
  @CsvSource({
    "parts.shell.waiting, 0 warten, 1 wartet, 2 warten",
    "state.arrivals.several, 0 neue Anfragen warten, 1 neue Anfrage wartet, 2 neue Anfragen warten",
    "inbox.bulk_dialog.allow_title, 0 Freigaben erlauben?, 1 Freigabe erlauben?, 2 Freigaben"
        + " erlauben?",
    "format.words.items, '0 Einträge: a', '1 Eintrag: a', '2 Einträge: a'"
  })
  void PG_70_plurals_are_right(String key, String none, String one, String two) {
    Page page = german("/ui");
    List<List<?>> asked = new ArrayList<>();
    for (int count = 0; count < 3; count++) {
      asked.add(List.of(key, Map.of("count", count, "items", "a")));
    }
    assertThat(
            moduleForEach(page, "i18n/i18n.js", "t", asked).valueStream().map(JsonNode::asString))
        .containsExactly(none, one, two);
  }

  @Test
  @DisplayName("PG-70 dates, numbers and spans are German")
  void PG_70_dates_are_german() {
    Page page = german("/ui");
    double at = 1_763_534_040_000.0; // 19 November 2025
    assertThat(module(page, "format/time.js", "date", at).asString())
        .matches("19\\.11\\.2025, \\d\\d:\\d\\d:\\d\\d");
    assertThat(module(page, "format/time.js", "span", 12_000_000).asString())
        .isEqualTo("3 Std. 20 Min.");
    assertThat(module(page, "format/time.js", "ago", 61_000).asString()).isEqualTo("vor 1 Min.");
    assertThat(module(page, "format/size.js", "bytes", 1_500).asString()).isEqualTo("1,5 KB");
    assertThat(
            module(page, "i18n/i18n.js", "t", "state.arrivals.several", Map.of("count", 1234))
                .asString())
        .isEqualTo("1.234 neue Anfragen warten");
  }

  // PG-70, PG-75: German is no part of what others load
  @Test
  void PG_70_nobody_loads_a_language_that_they_do_not_read() {
    List<String> loaded = new ArrayList<>();
    BrowserContext context = context(desktop().setLocale("fr-FR"), http().token());
    context.onRequest(request -> loaded.add(request.url()));
    Page page = page(context, "/ui/settings");
    assertThat(page.locator("h1")).hasText("Settings");
    assertThat(loaded).isNotEmpty().noneMatch(url -> url.endsWith("/german.js"));
  }

  // A page without its German goes on in English rather than not at all.
  @Test
  void without_its_words_the_page_speaks_english() {
    BrowserContext context = context(desktop().setLocale("de-DE"), http().token());
    context.route("**/german.js", route -> route.abort());
    Page page = page(context, "/ui/settings");
    assertThat(page.locator("h1")).hasText("Settings");
    assertThat(page.locator("html")).hasAttribute("lang", "en");
  }

  // PG-70: a line of the inbox has the daemon's sentence alone
  @Test
  void PG_70_what_a_line_waits_for_is_read_back() throws IOException {
    Page page = german("/ui");
    List<List<?>> standings = new ArrayList<>();
    List<List<?>> lines = new ArrayList<>();
    for (JsonNode one : JSON.readTree(Files.readString(FormatTest.STANDINGS))) {
      double now = one.path("now_ms").doubleValue();
      if (one.at("/standing/state").asString().equals("undecided")) {
        standings.add(List.of(FormatTest.asNumbers(one.path("standing")), now));
        lines.add(List.of(one.path("summary").asString(), now, now));
      }
    }
    assertThat(standings).hasSizeGreaterThan(20);
    for (Page one : List.of(page, functions())) {
      assertThat(moduleForEach(one, "format/standing.js", "summaryOf", lines))
          .isEqualTo(moduleForEach(one, "format/standing.js", "summary", standings));
    }
    double now = 1_800_000_000_000.0;
    String text = "waits for 1 more of finance, goes to oncall in 12 min";
    assertThat(module(page, "format/standing.js", "summaryOf", text, now, now + 300_000).asString())
        .isEqualTo("wartet auf 1 weitere von finance, geht in 7 Min. an oncall");
    assertThat(module(page, "format/standing.js", "summaryOf", "else", now, now).asString())
        .isEqualTo("else");
  }

  // PG-70: the preview of a rule has titles without the facts that they were made of
  @Test
  void PG_70_titles_of_calls_are_known_by_their_words() {
    List<List<?>> calls = new ArrayList<>();
    List<List<?>> facts = new ArrayList<>();
    for (JsonNode row : Described.table()) {
      if (row.has("tool") && row.has("input")) {
        Description one = Description.of(Described.asked(row));
        if (!one.title().endsWith("…")) {
          calls.add(List.of(Map.of("kind", one.kind().wire(), "title", one.title())));
          facts.add(List.of(Map.of("kind", one.kind().wire(), "facts", one.facts())));
        }
      }
    }
    Page page = german("/ui");
    JsonNode said = moduleForEach(page, "format/words.js", "callTitle", calls);
    JsonNode made = moduleForEach(page, "format/words.js", "madeTitle", facts);
    int count = 0;
    for (int i = 0; i < calls.size(); i++) {
      if (!made.get(i).isNull()) {
        assertThat(said.get(i)).isEqualTo(made.get(i));
        count++;
      }
    }
    assertThat(count).isGreaterThan(10);
  }

  // PG-70
  @Test
  void PG_70_refusals_and_their_fields_are_german() {
    Page page = german("/ui");
    assertThat(
            module(page, "net/problems.js", "problemWords", Map.of("code", "storage_full"), 507)
                .asString())
        .isEqualTo("Der Datenträger ist voll. Es wurde nichts geändert.");
    move(page, "/ui/rules");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Neue Regel")).click();
    page.getByLabel("Tool", new Page.GetByLabelOptions().setExact(true)).fill("a*b");
    page.getByLabel("Sitzung", new Page.GetByLabelOptions().setExact(true)).fill("none");
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("An früheren Aufrufen testen"))
        .click();
    assertThat(page.locator("#rule-tool-problem")).hasText("ist leer oder hat ein * vor dem Ende");
  }

  // PG-70: what the machine shows of the page as an app
  @Test
  void PG_70_the_manifest_is_german() {
    Locator link = german("/ui").locator("link[rel=manifest]");
    assertThat(link).hasAttribute("href", Pattern.compile(".*/app\\.de\\.webmanifest"));
    String path = link.getAttribute("href");
    ObjectNode german = (ObjectNode) http().as(null).get(path).expect(200).json();
    ObjectNode english =
        (ObjectNode) http().as(null).get(path.replace(".de.", ".")).expect(200).json();
    assertThat(german.path("lang").asString()).isEqualTo("de");
    assertThat(german.path("shortcuts").findValuesAsString("name"))
        .containsExactly("Eingang", "Verlauf");
    for (ObjectNode one : List.of(german, english)) {
      one.remove(List.of("lang", "description"));
      one.path("shortcuts").forEach(shortcut -> ((ObjectNode) shortcut).remove("name"));
    }
    assertThat(german).isEqualTo(english);
  }

  @Test
  @DisplayName("PG-71 English titles and risk texts made by the page equal the daemon's")
  void PG_71_english_made_by_the_page_is_the_daemons() {
    Page page = functions();
    List<List<?>> asked = new ArrayList<>();
    List<Description> said = new ArrayList<>();
    for (JsonNode row :
        Stream.concat(Described.table().stream(), Described.risks().stream()).toList()) {
      if (row.has("tool") && row.has("input")) {
        Description one = Description.of(Described.asked(row));
        said.add(one);
        asked.add(List.of(Map.of("kind", one.kind().wire(), "facts", one.facts())));
      }
    }
    JsonNode made = moduleForEach(page, "format/words.js", "madeTitle", asked);
    int count = 0;
    for (int i = 0; i < said.size(); i++) {
      if (!made.get(i).isNull()) {
        assertThat(made.get(i).asString()).isEqualTo(said.get(i).title());
        count++;
      }
    }
    assertThat(count).as("of %d", said.size()).isGreaterThan(30);
    for (RiskCode code : RiskCode.values()) {
      assertThat(
              module(page, "format/words.js", "riskWords", Map.of("code", code.wire())).asString())
          .isEqualTo(code.message());
    }
  }

  // What is no sentence of ours is shown as the daemon says it.
  @Test
  void titles_are_german_and_words_of_others_stay() {
    seed();
    Page page = german("/ui");
    Locator rows = page.getByRole(AriaRole.OPTION);
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("git push")))
        .hasAccessibleName(Pattern.compile("^git push origin main ausführen\\. Sitzung "));
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("POST an api.example.com/v2")))
        .hasCount(1);
    assertThat(rows.filter(new Locator.FilterOptions().setHasText("github: delete_repo")))
        .containsText("Hoch");
  }
}
