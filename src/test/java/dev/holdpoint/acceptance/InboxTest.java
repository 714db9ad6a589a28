package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.description.Described;
import dev.holdpoint.daemon.TestDaemon;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Approvals and questions as one list. */
@OnBothDatabases
class InboxTest extends Tenancy {
  private static final long HOUR_MS = 3_600_000;

  private final Database database;

  InboxTest(Database database) {
    super(database);
    this.database = database;
  }

  private JsonNode raise(String session, String tool, String input, String more) {
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            json("{'tool_name':'%s','input':%s,'reason':'We release.'%s}", tool, input, more)
                .replace('\'', '"'))
        .expect(201)
        .json();
  }

  private String bash(String session, String command, String more) {
    return gate(raise(session, "bash", json("{'command':'%s'}", command), more));
  }

  private String ask(String session, String text) {
    return gate(
        http.post(
                "/v1/sessions/" + session + "/question-requests",
                json("{'questions':[{'id':'q','question':'%s','options':[]}]}", text))
            .expect(201)
            .json());
  }

  private static String gate(JsonNode raised) {
    return text(raised.path("request"), "id");
  }

  private JsonNode inbox(Http by, String query) {
    return by.get("/v1/inbox?" + query).expect(200).json();
  }

  private List<String> ids(String query) {
    return ids(inbox(http, query));
  }

  private static List<String> ids(JsonNode page) {
    return page.path("items").valueStream().map(row -> text(row, "id")).toList();
  }

  private String run(Http by, String gate) {
    String list = gate.startsWith("apr_") ? "/v1/approvals/" : "/v1/questions/";
    return text(by.get(list + gate).expect(200).json(), "run_id");
  }

  private void decide(Http by, String gate, String behavior, String more) {
    by.post(
            "/v1/runs/" + run(by, gate) + "/approvals",
            resolutions(one(gate, behavior, json(more))))
        .expect(202);
  }

  private void triage(Http by, String gate, String action, String more) {
    by.post("/v1/gates/" + gate + "/triage", json("{'action':'%s'%s}", action, json(more)))
        .expect(200);
  }

  private Http person(String name) {
    return http.withRole("operator", name + " " + UUID.randomUUID());
  }

  /** Page by page. */
  private List<String> pages(String query, int limit) {
    List<String> all = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = inbox(http, query + "&limit=" + limit + cursor);
      all.addAll(ids(page));
      assertThat(page.has("counts")).isEqualTo(cursor.isEmpty());
      if (!page.at("/pagination/has_more").asBoolean()) {
        assertThat(page.path("pagination").has("next_cursor")).isFalse();
        return all;
      }
      assertThat(page.path("items").size()).isEqualTo(limit);
      cursor = "&cursor=" + text(page.path("pagination"), "next_cursor");
    }
  }

  @Test
  @DisplayName("PG-01 a row has the title and the risk of the table")
  void PG_01_a_row_says_what_the_table_says() {
    for (JsonNode row : Described.table()) {
      String session = session();
      if (row.has("questions")) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        int id = 0;
        for (JsonNode question : row.get("questions")) {
          body.withArray("questions")
              .addObject()
              .put("id", "q" + id++)
              .put("question", question.stringValue())
              .putArray("options");
        }
        http.post("/v1/sessions/" + session + "/question-requests", body.toString()).expect(201);
      } else if (row.has("items")) {
        park(session, Script.approval(text(row, "reason")));
      } else {
        ObjectNode body =
            JsonNodeFactory.instance
                .objectNode()
                .put("tool_name", text(row, "tool"))
                .put("reason", "We release.")
                .set("input", row.get("input"));
        http.post("/v1/sessions/" + session + "/approval-requests", body.toString()).expect(201);
      }
      JsonNode shown = inbox(http, "session_id=" + session).path("items").get(0);
      assertThat(text(shown, "title")).isEqualTo(text(row, "title"));
      assertThat(text(shown.path("risk"), "level")).isEqualTo(text(row, "level"));
      assertThat(texts(shown.at("/risk/codes"))).isEqualTo(texts(row.path("codes")));
      assertThat(shown.has("input")).isFalse();
      assertThat(text(shown, "session_title")).isEqualTo(session);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sort=oldest, 0123",
    "'', 0123",
    "sort=newest, 3210",
    "sort=deadline, 2103",
    "sort=risk, 1203"
  })
  @DisplayName("PG-09 the inbox sorts by age, deadline and risk, whole and page by page")
  void PG_09_it_sorts(String sort, String wanted) {
    String session = session();
    List<String> all =
        List.of(
            bash(session, "git status", ""),
            bash(session, "rm -rf /tmp/x", ",'expires_after_ms':7200000"),
            bash(session, "git push", ",'expires_after_ms':3600000"),
            ask(session, "Which?"));
    List<String> sorted = wanted.chars().mapToObj(at -> all.get(at - '0')).toList();
    String query = "session_id=" + session + "&" + sort;
    assertThat(ids(query)).isEqualTo(sorted);
    assertThat(pages(query, 1)).isEqualTo(sorted);
    assertThat(pages(query, 3)).isEqualTo(sorted);
  }

  @Test
  @DisplayName("PG-09 settled gates come newest first, by when they were settled")
  void PG_09_settled_gates_go_by_settlement() {
    String session = session();
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(bash(session, "make " + i, ""));
    }
    for (int i : new int[] {2, 0, 3}) {
      decide(http, all.get(i), i == 0 ? "deny" : "allow", "");
    }
    List<String> wanted = List.of(all.get(3), all.get(0), all.get(2));
    String list = "session_id=" + session;
    assertThat(ids(list + "&status=settled")).isEqualTo(wanted);
    assertThat(pages(list + "&status=resolved", 1)).isEqualTo(wanted);
    assertThat(ids(list + "&status=all")).isEqualTo(all.reversed());
    JsonNode row = inbox(http, list + "&status=settled").path("items").get(1);
    assertThat(text(row, "status")).isEqualTo("resolved");
    assertThat(text(row, "outcome")).isEqualTo("denied");
    assertThat(text(row.path("resolution"), "by")).isEqualTo("admin");
    assertThat(row.at("/resolution/at_ms").asLong()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"oldest", "newest", "deadline", "risk"})
  @DisplayName("PG-09 pages lose and repeat no row while rows come and go")
  void PG_09_pages_are_whole_while_rows_come_and_go(String sort) {
    String session = session();
    Set<String> stay = new HashSet<>();
    List<String> go = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String id =
          bash(
              session,
              i % 3 == 0 ? "rm -rf /tmp/" + i : "make " + i,
              i % 4 == 0 ? ",'expires_after_ms':" + (i + 1) * HOUR_MS : "");
      if (i % 3 == 1) {
        go.add(id);
      } else {
        stay.add(id);
      }
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode page = inbox(http, "session_id=" + session + "&limit=2&sort=" + sort + cursor);
      seen.addAll(ids(page));
      more = page.at("/pagination/has_more").asBoolean();
      cursor = "&cursor=" + text(page.path("pagination"), "next_cursor");
      bash(session, "rm -rf /tmp/new", "");
      // The row at the cursor goes first, if it may.
      String last = ids(page).getLast();
      String gone = go.contains(last) ? last : go.isEmpty() ? null : go.getFirst();
      if (gone != null) {
        go.remove(gone);
        decide(http, gone, "deny", "");
      }
      // Those that come behind the cursor would never end.
      more = more && !seen.containsAll(stay);
    }
    assertThat(seen).doesNotHaveDuplicates().containsAll(stay);
  }

  /** Among the rows of the query the one is found and the other is not. */
  private void fits(String query, String one, String other) {
    assertThat(ids(query + "&limit=500")).as(query).contains(one).doesNotContain(other);
  }

  @Test
  @DisplayName("PG-09 each filter takes a row that fits and leaves one that does not")
  void PG_09_it_filters_what_waits() {
    String tenant = tenant();
    String session = session();
    String risky = bash(session, "rm -rf /tmp/x", ",'expires_after_ms':3600000");
    String plain =
        gate(
            raise(
                session, "deploy", json("{'service':'billing'}"), ",'expires_after_ms':86400000"));
    String asked = ask(session, "Which?");
    String elsewhere =
        gate(raise(sessionOf(tenant, null), "deploy", json("{'service':'other'}"), ""));
    String in = "session_id=" + session + "&";

    fits("session_id=" + session, risky, elsewhere);
    fits(in + "type=approval", risky, asked);
    fits(in + "type=question", asked, risky);
    fits(in + "kind=command", risky, plain);
    fits(in + "tool=deploy", plain, risky);
    fits("tool=deploy&tenant_id=" + tenant, elsewhere, plain);
    fits(in + "risk=high", risky, plain);
    fits(in + "risk=normal", plain, asked);
    fits(in + "expires_within_ms=7200000", risky, plain);
    fits(in + "expires_within_ms=7200000&sort=risk", risky, plain);
    fits("expires_within_ms=7200000", risky, plain);
    fits("tenant_id=" + tenant, elsewhere, risky);
    fits(in + "q=billing", plain, risky);
    JsonNode rows = inbox(http, in).path("items");
    fits("agent_id=" + text(rows.get(0), "agent_id"), risky, elsewhere);

    Http ana = person("ana");
    triage(ana, risky, "claim", "");
    triage(
        ana,
        plain,
        "snooze",
        ",'until_ms':" + (rows.get(0).path("created_at_ms").asLong() + HOUR_MS));
    triage(ana, risky, "seen", "");
    assertThat(ids(inbox(ana, in + "claimed=me"))).containsExactly(risky);
    fits(in + "claimed=none", plain, risky);
    assertThat(ids(inbox(ana, in + "snoozed=only"))).containsExactly(plain);
    assertThat(ids(inbox(ana, in + "snoozed=hide"))).containsExactly(risky, asked);
    fits(in + "unseen=true", plain, risky);
    decide(http, risky, "deny", "");
    fits(in + "status=all&for=me", plain, risky);
    fits(in + "status=pending", plain, risky);
    fits(in + "status=resolved", risky, plain);
    assertThat(ids(in + "status=expired")).isEmpty();
    assertThat(ids(in + "status=withdrawn")).isEmpty();
    http.post("/v1/runs/" + run(http, plain) + "/cancel", "").expect(200);
    fits(in + "status=withdrawn", plain, risky);
  }

  @Test
  @DisplayName("PG-09 settled rows are filtered by who, how and when")
  void PG_09_it_filters_what_was_settled() {
    String session = session();
    String in = "session_id=" + session + "&";
    String one = bash(session, "make one", "");
    String other = bash(session, "make other", "");
    String name = "ana " + UUID.randomUUID();
    decide(http.withRole("operator", name), one, "allow", "");
    long first = settledAt(in, one);
    decide(http, other, "deny", "");
    while (settledAt(in, other) == first) {
      // Within the same millisecond: another one, which is later.
      other = bash(session, "make another", "");
      decide(http, other, "deny", "");
    }
    fits(in + "by=" + encoded(name), one, other);
    fits(in + "outcome=allowed", one, other);
    fits(in + "outcome=denied", other, one);
    fits(in + "status=settled&until_ms=" + first, one, other);
    fits(in + "status=settled&since_ms=" + (first + 1), other, one);
    fits(in + "status=settled&since_ms=" + first + "&until_ms=" + first, one, other);
  }

  private long settledAt(String in, String id) {
    return inbox(http, in + "status=settled")
        .path("items")
        .valueStream()
        .filter(row -> text(row, "id").equals(id))
        .findFirst()
        .orElseThrow()
        .at("/resolution/at_ms")
        .asLong();
  }

  @Test
  @DisplayName("PG-09 what waits is filtered by when it was raised")
  void PG_09_it_filters_by_time() {
    String session = session();
    String in = "session_id=" + session + "&";
    JsonNode one = raise(session, "bash", json("{'command':'make'}"), "");
    long first = one.at("/request/created_at_ms").asLong();
    JsonNode other = one;
    while (other.at("/request/created_at_ms").asLong() == first) {
      other = raise(session, "bash", json("{'command':'make'}"), "");
    }
    fits(in + "until_ms=" + first, gate(one), gate(other));
    fits(in + "since_ms=" + (first + 1), gate(other), gate(one));
  }

  @Test
  @DisplayName("PG-10 q finds a word of the input, of the title and of the session")
  void PG_10_it_searches() {
    String chosen = session();
    String made = text(http.post("/v1/sessions", "{}").expect(201).json(), "session_id");
    String word = "w" + UUID.randomUUID().toString().replace("-", "");
    String long_ = "x".repeat(200) + " " + word;
    String byInput = bash(chosen, "echo one\\necho two\\necho " + long_, "");
    String byTitle = bash(chosen, "git push " + word + "t", "");
    park(made, Script.approval("About " + word + "s."));
    assertThat(ids("q=" + word)).contains(byInput, byTitle).hasSize(3);
    assertThat(ids("q=" + word.toUpperCase(Locale.ROOT) + "T%20Push")).containsExactly(byTitle);
    assertThat(ids("q=" + word + "%20nowhere-at-all")).isEmpty();
    assertThat(ids("session_id=" + chosen + "&q=" + chosen)).containsExactly(byInput, byTitle);
    String third = ask(made, "Unrelated?");
    // The first words of the session's first input are its title.
    JsonNode rows = inbox(http, "session_id=" + made).path("items");
    assertThat(text(rows.get(0), "session_title")).isEqualTo(text(rows.get(1), "session_title"));
    assertThat(text(rows.get(1), "id")).isEqualTo(third);
    assertThat(ids("session_id=" + made + "&q=scripted"))
        .isEqualTo(List.of(text(rows.get(0), "id"), third));
  }

  @ParameterizedTest
  @CsvSource({
    "sort=upwards, sort",
    "status=open, status",
    "type=approvals, type",
    "kind=shell, kind",
    "risk=extreme, risk",
    "outcome=fine, outcome",
    "claimed=you, claimed",
    "snoozed=yes, snoozed",
    "unseen=1, unseen",
    "for=somebody, for",
    "since_ms=9&until_ms=5, since_ms",
    "since_ms=soon, since_ms",
    "until_ms=-1, until_ms",
    "expires_within_ms=x, expires_within_ms",
    "sorted=risk, sorted"
  })
  @DisplayName("PG-10 what makes no sense is refused by its name")
  void PG_10_a_wrong_parameter_is_named(String query, String named) {
    JsonNode problem = refused(http.get("/v1/inbox?" + query), 400, "api", "invalid_request");
    assertThat(text(problem, "detail")).contains(named);
  }

  @Test
  @DisplayName("PG-10 201 characters, and a cursor of another sort, are refused by name")
  void PG_10_a_long_search_and_a_foreign_cursor_are_named() {
    assertThat(ids("q=" + "x".repeat(200))).isEmpty();
    JsonNode problem =
        refused(http.get("/v1/inbox?q=" + "x".repeat(201)), 400, "api", "invalid_request");
    assertThat(text(problem, "detail")).contains("q must");
    refused(http.get("/v1/inbox?limit=0"), 400, "pagination", "invalid_limit");

    String session = session();
    bash(session, "make", "");
    bash(session, "make", "");
    String list = "/v1/inbox?limit=1&session_id=" + session;
    JsonNode page = http.get(list + "&sort=risk").expect(200).json();
    String cursor = "&cursor=" + text(page.path("pagination"), "next_cursor");
    http.get(list + "&sort=risk" + cursor).expect(200);
    for (String other :
        List.of("", "&sort=deadline", "&sort=risk&kind=command", "&sort=risk&tool=bash")) {
      JsonNode foreign =
          refused(http.get(list + other + cursor), 400, "pagination", "invalid_cursor");
      assertThat(text(foreign, "detail")).contains("cursor");
    }
    for (String bad : List.of("x", "!", "", "AAAA")) {
      refused(http.get(list + "&cursor=" + bad), 400, "pagination", "invalid_cursor");
    }
  }

  @Test
  @DisplayName("PG-11 the same ETag is 304; a decision, a comment and a hold each give another")
  void PG_11_it_is_known_again_by_its_tag() {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), database.settings(Map.of()))) {
      Http own = daemon.http();
      own.session("s");
      List<String> gates = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        gates.add(
            gate(
                own.post(
                        "/v1/sessions/s/approval-requests",
                        json("{'tool_name':'deploy','input':{},'reason':'Release.'}"))
                    .expect(201)
                    .json()));
      }
      Set<String> tags = new HashSet<>();
      String tag = tag(own, tags);
      // What happens elsewhere leaves the rows as they are, but not the event.
      String before = text(own.get("/v1/inbox").json(), "as_of");
      own.session("t");
      own.post("/v1/sessions/t/input", Http.work(Script.say("done"))).expect(200);
      assertThat(text(own.get("/v1/inbox").json(), "as_of")).isNotEqualTo(before);
      assertThat(known(own, tag)).isTrue();

      own.post("/v1/gates/" + gates.get(0) + "/triage", json("{'action':'comment','text':'Hm.'}"))
          .expect(200);
      assertThat(known(own, tag)).isFalse();
      tag = tag(own, tags);
      decide(own, gates.get(1), "allow", ",'hold_ms':60000");
      assertThat(known(own, tag)).isFalse();
      tag = tag(own, tags);
      decide(own, gates.get(2), "deny", "");
      assertThat(known(own, tag)).isFalse();
      tag(own, tags);
      assertThat(tags).hasSize(4);
    }
  }

  private static String tag(Http http, Set<String> tags) {
    String tag = http.get("/v1/inbox").expect(200).header("ETag");
    assertThat(known(http, tag)).isTrue();
    tags.add(tag);
    return tag;
  }

  private static boolean known(Http http, String tag) {
    Http.Answer answer =
        http.send("GET", "/v1/inbox", null, request -> request.header("If-None-Match", tag));
    assertThat(answer.status()).isIn(200, 304);
    return answer.status() == 304;
  }

  @Test
  @DisplayName("PG-14 a token of one tenant sees and counts nothing of another")
  void PG_14_a_tenant_sees_its_own() {
    String mine = tenant();
    String theirs = tenant();
    String session = sessionOf(mine, null);
    String foreign = sessionOf(theirs, null);
    String one = gate(raise(session, "deploy", "{}", ",'expires_after_ms':60000"));
    gate(raise(foreign, "deploy", "{}", ",'expires_after_ms':60000"));
    ask(foreign, "Which?");
    Http bound = bound(mine, "operator");
    JsonNode page = inbox(bound, "session_id=" + session);
    assertThat(ids(page)).containsExactly(one);
    assertThat(page.path("counts").toString())
        .isEqualTo(json("{'all':1,'approvals':1,'questions':0,'expiring':1}"));
    assertThat(ids(inbox(bound, "session_id=" + session + "&tenant_id=" + theirs))).isEmpty();
    assertThat(ids(inbox(bound, "session_id=" + session + "&tenant_id=" + mine)))
        .containsExactly(one);
    refused(bound.get("/v1/inbox?session_id=" + foreign), 404, "sessions", "session_not_found");
    JsonNode all = inbox(bound, "");
    assertThat(ids(all)).containsExactly(one);
    assertThat(all.path("counts")).isEqualTo(page.path("counts"));
    assertThat(ids(inbox(bound, "tenant_id=" + theirs))).isEmpty();
    assertThat(ids(inbox(bound, "status=all&q=deploy"))).containsExactly(one);
    refused(http.as("unknown").get("/v1/inbox"), 401, "auth", "unauthorized");
  }

  @Test
  @DisplayName("PG-14 a viewer reads without actions, an agent without triage and its own alone")
  void PG_14_a_viewer_reads_and_an_agent_sees_no_triage() {
    String session = session();
    String gate = bash(session, "make", "");
    triage(http, gate, "claim", "");
    Http viewer = http.withRole("viewer", "viewer " + UUID.randomUUID());
    JsonNode row = inbox(viewer, "session_id=" + session).path("items").get(0);
    assertThat(row.has("actions")).isFalse();
    assertThat(row.at("/triage/claim/by").asString()).isEqualTo("admin");

    JsonNode token =
        http.post("/v1/tokens", json("{'name':'agent %s','role':'agent'}", UUID.randomUUID()))
            .expect(201)
            .json();
    Http agent = http.as(text(token, "token"));
    JsonNode seen = inbox(agent, "limit=500");
    assertThat(ids(seen)).doesNotContain(gate);
    assertThat(seen.at("/counts/all").asInt()).isZero();
    String mine = "mine" + UUID.randomUUID();
    agent.session(mine);
    String own = bash(mine, "make", "");
    triage(http, own, "claim", "");
    seen = inbox(agent, "");
    assertThat(ids(seen)).containsExactly(own);
    assertThat(seen.at("/counts/all").asInt()).isEqualTo(1);
    assertThat(seen.path("items").get(0).has("triage")).isFalse();
    refused(agent.get("/v1/inbox?claimed=none"), 403, "auth", "forbidden");
  }

  @Test
  @DisplayName("a row has at most 4 KiB, whatever it is about")
  void a_row_is_short() {
    String session = "日".repeat(190) + UUID.randomUUID().toString().substring(0, 8);
    http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    String path = "/v1/sessions/" + encoded(session) + "/approval-requests";
    String text = "日本語".repeat(1_000);
    ObjectNode body =
        JsonNodeFactory.instance.objectNode().put("tool_name", "日".repeat(60)).put("reason", text);
    ObjectNode input = body.putObject("input");
    for (int i = 0; i < 50; i++) {
      input.put(text.substring(i, i + 20) + i, text);
    }
    String gate = gate(http.post(path, body.toString()).expect(201).json());
    for (int i = 0; i < 20; i++) {
      triage(person("日".repeat(40) + i), gate, "seen", "");
    }
    JsonNode row = inbox(http, "session_id=" + encoded(session)).path("items").get(0);
    assertThat(text(row, "id")).isEqualTo(gate);
    assertThat(row.toString().getBytes(UTF_8).length).isLessThanOrEqualTo(4_096);
  }

  @Test
  @DisplayName("counts are of all that waits, whatever the filter")
  void counts_are_of_all_that_waits() {
    try (TestDaemon daemon = TestDaemon.start(Database.newFolder(), database.settings(Map.of()))) {
      Http own = daemon.http();
      assertThat(own.get("/v1/inbox").expect(200).json().path("items").size()).isZero();
      own.session("s");
      for (String expires :
          List.of("", ",'expires_after_ms':300000", ",'expires_after_ms':3600000")) {
        own.post(
                "/v1/sessions/s/approval-requests",
                json("{'tool_name':'deploy','input':{},'reason':'Release.'" + expires + "}"))
            .expect(201);
      }
      own.post(
              "/v1/sessions/s/question-requests",
              json("{'questions':[{'id':'q','question':'Which?','options':[]}]}"))
          .expect(201);
      JsonNode page = own.get("/v1/inbox?type=question").expect(200).json();
      assertThat(page.path("items").size()).isEqualTo(1);
      assertThat(page.path("counts").toString())
          .isEqualTo(json("{'all':4,'approvals':3,'questions':1,'expiring':1}"));
      assertThat(page.path("truncated").asBoolean()).isFalse();
    }
  }

  @Test
  @DisplayName("PG-76 the list is gzip when asked for it, and plain otherwise")
  void PG_76_it_is_compressed_when_asked() {
    String session = session();
    for (int i = 0; i < 5; i++) {
      bash(session, "make " + i, "");
    }
    String path = "/v1/inbox?session_id=" + session;
    Http.Answer packed =
        http.send("GET", path, null, request -> request.header("Accept-Encoding", "gzip"));
    assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
    Http.Answer plain =
        http.send("GET", path, null, request -> request.header("Accept-Encoding", "gzip;q=0"));
    assertThat(plain.response().headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(plain.json().path("items").size()).isEqualTo(5);
  }
}
