package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.outbound.Receiver;
import dev.holdpoint.outbound.Receiver.Got;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Somebody is told that something waits, is about to expire, or went wrong. */
@OnBothDatabases
class NotificationTest {
  private static final String TARGET = "{'type':'external','connector':'pager','route':'on-call'}";

  private final Receiver receiver = new Receiver();
  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;
  private Clock clock = Clock.systemUTC();
  private TestDaemon daemon;
  private Http http;

  NotificationTest(Database database) {
    this.settings =
        database.settings(
            Map.of(
                "HOLDPOINT_PUBLIC_URL",
                "https://hold.example/",
                "HOLDPOINT_CONNECTORS_PAGER_KIND",
                "external",
                "HOLDPOINT_CONNECTORS_PAGER_BASE_URL",
                receiver.url()));
    this.daemon = TestDaemon.start(folder, settings);
    this.http = daemon.http();
  }

  /** It was down for so long. */
  private void restartAfter(Duration time) {
    daemon.close();
    clock = Clock.offset(clock, time);
    daemon = TestDaemon.start(folder, settings, clock);
    http = daemon.http();
  }

  @AfterEach
  void stop() {
    daemon.close();
    receiver.close();
  }

  private Http.Answer add(String body) {
    return http.post("/v1/notifications", Acceptance.json(body));
  }

  private JsonNode subscribe(String events, String filter) {
    return add("{'events':[%s],'filter':{%s},'target':%s}".formatted(events, filter, TARGET))
        .expect(201)
        .json();
  }

  /** A gate from outside, with a secret in its input and in its reason. */
  private JsonNode raise(String session, String more) {
    http.session(session);
    return http.post(
            "/v1/sessions/" + session + "/approval-requests",
            Acceptance.json(
                "{'tool_name':'deploy','reason':'Roll out 1.4, password=hunter2',"
                    + "'input':{'key':'in-the-input'}"
                    + more
                    + "}"))
        .expect(201)
        .json()
        .path("request");
  }

  private JsonNode told() {
    return Acceptance.JSON.readTree(receiver.next().body());
  }

  private void toldNothingMore() {
    // Whatever was to be told is on its way by now: deliveries are made by the commit itself.
    http.await(
        "/v1/deliveries",
        list -> list.valueStream().allMatch(d -> d.path("status").asString().equals("delivered")));
    assertThat(
            http.get("/v1/deliveries?page=true").expect(200).json().at("/pagination/total_count"))
        .hasToString("" + receiver.all().size());
  }

  @Test
  void somebody_is_told_of_an_approval_with_a_link_and_without_secrets() {
    JsonNode made = subscribe("'approval_requested'", "");
    JsonNode request = raise("deploys", ",'expires_after_ms':3600000");

    Got got = receiver.next();
    JsonNode notice = Acceptance.JSON.readTree(got.body());
    String id = request.path("id").asString();
    assertThat(got.path()).isEqualTo("/on-call");
    assertThat(notice.path("type").asString()).isEqualTo("approval_requested");
    assertThat(notice.path("notification_id")).isEqualTo(made.path("notification_id"));
    assertThat(notice.path("session_id").asString()).isEqualTo("deploys");
    assertThat(notice.at("/approval/approval_id").asString()).isEqualTo(id);
    assertThat(notice.at("/approval/tool_name").asString()).isEqualTo("deploy");
    assertThat(notice.at("/approval/expires_at_ms").isIntegralNumber()).isTrue();
    String link = "https://hold.example/ui/approvals/" + id;
    assertThat(notice.path("link").asString()).isEqualTo(link);
    assertThat(notice.path("text").asString())
        .startsWith("Approval needed: deploy\nRoll out 1.4, password=[redacted]\nSession deploys, ")
        .contains("submitted by admin\nExpires at 20")
        .endsWith("\n" + link);
    assertThat(got.body()).doesNotContain("hunter2", "in-the-input");
    toldNothingMore();
  }

  // PG-08
  @Test
  void PG_08_the_input_is_told_only_where_the_title_is_wanted_and_without_secrets() {
    subscribe("'approval_requested'", "");
    String command = "rm -rf /srv/cache/green --password=hunter2";
    http.session("builds");
    http.submit("builds", Script.bash(command));
    String plain = receiver.next().body();
    assertThat(Acceptance.JSON.readTree(plain).path("text").asString())
        .startsWith("Approval needed: Run a command, high risk\nSession builds, ");
    assertThat(plain).doesNotContain("rm -rf", "srv", "cache", "green", "hunter2", "\"title\"");
    http.session("writes");
    http.post(
            "/v1/sessions/writes/approval-requests",
            Acceptance.json(
                "{'tool_name':'Write a file','reason':'The file is due.','input':{'path':'src/x.ts','content':'two'}}"))
        .expect(201);
    String file = receiver.next().body();
    assertThat(file).contains("Approval needed: Write a file\\n").doesNotContain("x.ts", "two");

    JsonNode made =
        add("{'events':['approval_requested'],'filter':{'session_id':'titled'},'target':%s,'detail':'title'}"
                .formatted(TARGET))
            .expect(201)
            .json();
    assertThat(made.path("detail").asString()).isEqualTo("title");
    http.session("titled");
    http.submit("titled", Script.bash(command));
    List<String> both = List.of(receiver.next().body(), receiver.next().body());
    String titled = both.getFirst().contains("srv") ? both.getFirst() : both.getLast();
    JsonNode told = Acceptance.JSON.readTree(titled);
    String title = "Run rm -rf /srv/cache/green --password=[redacted]";
    assertThat(told.path("text").asString())
        .startsWith("Approval needed: " + title + " (high risk)\nSession titled, ");
    assertThat(told.at("/approval/title").asString()).isEqualTo(title);
    assertThat(both).noneMatch(body -> body.contains("hunter2"));
    add("{'events':['approval_requested'],'target':%s,'detail':'all'}".formatted(TARGET))
        .expect(400);
  }

  // DX-27
  @Test
  void DX_27_every_surface_says_in_the_same_words_whom_a_request_waits_for() {
    subscribe("'approval_requested'", "");
    Host host = Host.of(http, System::currentTimeMillis);
    host.policy("\"approvals_required\":2,\"expires_after_ms\":315316800000");
    String agent =
        http.post(
                "/v1/tokens",
                Acceptance.json("{'name':'asker','role':'agent','tenant_id':'%s'}", host.tenant()))
            .expect(201)
            .json()
            .path("token")
            .asString();
    Mcp mcp = Mcp.open(http.as(agent), "asker");
    JsonNode asked =
        Mcp.structured(
            mcp.call("request_approval", Acceptance.json("{'reason':'may I?','wait_ms':0}")));
    String id = asked.path("request_id").asString();
    String session = asked.path("session_id").asString();

    String summary =
        http.get("/v1/approvals/" + id)
            .expect(200)
            .json()
            .at("/request/standing/summary")
            .asString();
    assertThat(summary).startsWith("waits for 2 more of anyone");
    assertThat(asked.path("waits_for").asString()).isEqualTo(summary);
    JsonNode card = http.get("/api/approval/pending?session_id=" + session).expect(200).json();
    assertThat(card.at("/pending/waits_for").asString()).isEqualTo(summary);
    assertThat(host.approval(id).path("waits_for").asString()).isEqualTo(summary);
    JsonNode notice = told();
    assertThat(notice.at("/approval/waits_for").asString()).isEqualTo(summary);
    assertThat(notice.path("text").asString()).containsIgnoringCase(summary);
    TypedHere.Outcome shown =
        TypedHere.at(daemon.address(), daemon.tokenFile().toString(), "approvals", "get", id);
    assertThat(shown.out()).contains("\nstanding    " + summary + "\n");
  }

  @Test
  void somebody_is_told_of_a_question_and_of_a_failure() {
    subscribe("'question_requested','run_failed'", "");
    http.session("s");
    String asking = http.submit("s", Script.ask());
    JsonNode question = told();
    assertThat(question.path("type").asString()).isEqualTo("question_requested");
    assertThat(question.path("run_id").asString()).isEqualTo(asking);
    assertThat(question.at("/question/question").asString()).isEqualTo("Which provider?");
    assertThat(question.path("text").asString())
        .startsWith("Question: Which provider?\nand 1 more\nSession s, run " + asking);
    assertThat(question.path("link").asString())
        .isEqualTo(
            "https://hold.example/ui/questions/" + question.at("/question/question_id").asString());

    http.session("t");
    String failing = http.submit("t", Script.fail("out of luck, token=abcdefgh"));
    JsonNode failure = told();
    assertThat(failure.path("type").asString()).isEqualTo("run_failed");
    assertThat(failure.path("error").asString()).contains("out of luck").doesNotContain("abcdefgh");
    assertThat(failure.path("link").asString())
        .isEqualTo("https://hold.example/ui/runs/" + failing);
    toldNothingMore();
  }

  @Test
  void only_what_was_asked_for_is_told() {
    subscribe("'approval_requested'", "'session_id':'mine'");
    raise("other", "");
    raise("mine", "");
    http.session("s");
    http.await(
        "/v1/runs/" + http.submit("s", Script.ask()),
        r -> r.path("status").asString().startsWith("waiting"));

    assertThat(told().path("session_id").asString()).isEqualTo("mine");
    toldNothingMore();
  }

  @Test
  void the_scope_of_a_session_does_not_keep_others_from_knowing() {
    subscribe("'approval_requested'", "");
    http.session("scoped");
    http.post(
            "/v1/sessions/scoped/credential-scope",
            Acceptance.json("{'credential_scope':{'connector_deny':['*']}}"))
        .expect(200);
    raise("scoped", "");

    assertThat(told().path("session_id").asString()).isEqualTo("scoped");
  }

  @Test
  void what_is_removed_tells_nobody_any_more() {
    String id = subscribe("'approval_requested'", "").path("notification_id").asString();
    raise("a", "");
    told();

    http.send("DELETE", "/v1/notifications/" + id, null, _ -> {}).expect(204);
    raise("b", "");

    toldNothingMore();
    Acceptance.refused(
        http.send("DELETE", "/v1/notifications/" + id, null, _ -> {}),
        404,
        "notifications",
        "notification_not_found");
    Acceptance.refused(
        http.get("/v1/notifications/" + id), 404, "notifications", "notification_not_found");
    assertThat(http.get("/v1/notifications").expect(200).json()).isEmpty();
  }

  @Test
  void a_view_shows_a_digest_and_no_address() {
    JsonNode made = subscribe("'run_failed','approval_requested','run_failed'", "'session_id':'s'");

    assertThat(Acceptance.texts(made.path("events")))
        .containsExactly("approval_requested", "run_failed");
    assertThat(made.path("filter")).hasToString("{\"session_id\":\"s\"}");
    assertThat(made.path("plugin").asString()).isEqualTo("external");
    assertThat(made.path("target").asString()).matches("external:sha256:[0-9a-f]{16}");
    assertThat(made.path("created_by").asString()).isEqualTo("admin");
    assertThat(made.toString()).doesNotContain("on-call", "pager");
    String id = made.path("notification_id").asString();
    assertThat(http.get("/v1/notifications/" + id).expect(200).json()).isEqualTo(made);
    assertThat(http.get("/v1/notifications").expect(200).json()).containsExactly(made);
    assertThat(http.get("/v1/notifications?page=true").expect(200).json().at("/items/0"))
        .isEqualTo(made);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'target':TARGET}                                                    | /events
          {'events':[],'target':TARGET}                                        | /events
          {'events':['coffee'],'target':TARGET}                                | /events/0
          {'events':['run_failed']}                                            | /target
          {'events':['run_failed'],'target':{}}                                | /target/plugin
          {'events':['run_failed'],'target':{'type':'http','url':'http://127.0.0.1/'}} | /target/url
          {'events':['run_failed'],'target':TARGET,'filter':{'tenant_id':'t'}} | /filter/tenant_id
          {'events':['run_failed'],'target':TARGET,'filter':{'run_id':'t'}}    | /filter/run_id
          {'events':['run_failed'],'target':TARGET,'extra':1}                  | /extra
          """)
  void what_cannot_be_told_is_refused_and_changes_nothing(String body, String pointer) {
    JsonNode problem =
        Acceptance.refused(add(body.replace("TARGET", TARGET)), 400, "api", "invalid_request");

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(http.get("/v1/notifications").expect(200).json()).isEmpty();
  }

  @Test
  void a_gate_that_is_about_to_expire_is_told_of_once_also_after_a_restart() {
    subscribe("'expiring_soon'", "");
    JsonNode request = raise("deploys", ",'expires_after_ms':3600000");

    restartAfter(Duration.ofMinutes(50));

    JsonNode notice = told();
    assertThat(notice.path("type").asString()).isEqualTo("expiring_soon");
    assertThat(notice.at("/approval/approval_id")).isEqualTo(request.path("id"));
    assertThat(notice.path("text").asString()).startsWith("Approval expires soon: deploy\n");
    assertThat(notice.path("timestamp_ms").asLong())
        .isBetween(
            request.path("created_at_ms").asLong() + 3_000_000,
            request.path("created_at_ms").asLong() + 3_600_000);
    restartAfter(Duration.ofMinutes(10));
    http.await(
        "/v1/approvals/" + request.path("id").asString(),
        approval -> !approval.path("status").asString().equals("pending"));
    toldNothingMore();
    assertThat(List.copyOf(receiver.all())).hasSize(1);
  }
}
