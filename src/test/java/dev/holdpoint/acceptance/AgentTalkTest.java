package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Staged.ask;
import static dev.holdpoint.acceptance.Staged.ended;
import static dev.holdpoint.acceptance.Staged.permission;
import static dev.holdpoint.acceptance.Staged.question;
import static dev.holdpoint.acceptance.Staged.said;
import static dev.holdpoint.acceptance.Staged.tell;
import static dev.holdpoint.acceptance.Staged.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.daemon.TestDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What an agent is told, in which mode it works, and what becomes of a no that nobody can hear. */
@OnOneDatabase
class AgentTalkTest extends Acceptance {
  private static final Map<Database, Place> PLACES = new EnumMap<>(Database.class);
  private static final String CANCELLED = "{'stop':'cancelled'}";

  private final Path sessions;

  private record Place(TestDaemon daemon, Path sessions) {}

  AgentTalkTest(Database database) {
    super(PLACES.computeIfAbsent(database, AgentTalkTest::start).daemon.http());
    this.sessions = Objects.requireNonNull(PLACES.get(database)).sessions;
  }

  private static Place start(Database database) {
    Path folder = Database.newFolder();
    Path sessions = folder.resolve("kept");
    try {
      Files.createDirectories(sessions);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Map<String, String> settings = Staged.settings(sessions);
    for (String name : List.of("MOODY", "MISTAKEN")) {
      Staged.put(settings, name, List.of(folder.toString(), "modes"));
      settings.put(
          "HOLDPOINT_AGENTS_" + name + "_MODE", name.equals("MOODY") ? "ask" : "workspace-write");
    }
    return new Place(TestDaemon.start(folder, database.settings(settings)), sessions);
  }

  @AfterAll
  static void stop() {
    PLACES.values().forEach(place -> place.daemon.close());
    PLACES.clear();
  }

  private Http.Answer denied(String run, String words) {
    return http.post(
        "/v1/runs/" + run + "/approvals",
        resolutions(
            one(
                approvalId(waiting(http, run)),
                "deny",
                words.isEmpty() ? "" : ",\"reason\":" + JSON.writeValueAsString(words))));
  }

  private String whoAmI(String run) {
    return text(event(run, "approval_resolved"), "by");
  }

  @ParameterizedTest
  @DisplayName("AG-12 the words of a denial are the next prompt, and the run ends with that turn")
  @ValueSource(strings = {CANCELLED, "{'stop':'end_turn'}", "{'stop':'refusal'}"})
  void AG_12_words(String end) {
    String run = tell(http, session(), "stage", ask(permission("c1", "a")), end);

    denied(run, "use staging").expect(202);

    JsonNode ended = ended(http, run);
    String by = whoAmI(run);
    String words =
        by
            + " denied \"Write a\": use staging. Do not do it in another way; go on without it, or"
            + " stop.";
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended))
        .isEqualTo(
            json(
                    "[{'outcome':{'outcome':'selected','optionId':'no'},"
                        + "'_meta':{'holdpoint':{'by':'%s','reason':'use staging'}}}]",
                    by)
                + "You said: "
                + words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          request_changes | %s requests changes to "Write a": use staging. Ask again when you have made them, or stop.
          ask_back        | Before deciding, %s asks about "Write a": use staging. Answer, and ask again if you still want it.
          """)
  @DisplayName("DX-53 an ACP agent gets a reject, and the words at its next prompt, once")
  // DX-53
  void DX_53_words(String behavior, String words) {
    String run = tell(http, session(), "stage", ask(permission("c1", "a")), CANCELLED);
    JsonNode parked =
        http.await("/v1/runs/" + run, r -> r.path("pending_approval_ids").size() == 1);
    http.post(
            "/v1/runs/" + run + "/approvals",
            resolutions(one(approvalId(parked, 0), behavior, json(",'reason':'use staging'"))))
        .expect(202);

    String said = said(ended(http, run));
    assertThat(said)
        .startsWith(json("[{'outcome':{'outcome':'selected','optionId':'no'}"))
        .containsOnlyOnce("You said: ")
        .endsWith("You said: " + words.formatted(whoAmI(run)));
  }

  @Test
  @DisplayName("AG-12 several denials of a turn are one prompt")
  void AG_12_several() {
    String run =
        tell(
            http,
            session(),
            "stage",
            ask(permission("c1", "a"), permission("c2", "b"), permission("c3", "c")));
    JsonNode parked =
        http.await("/v1/runs/" + run, r -> r.path("pending_approval_ids").size() == 3);

    http.post(
            "/v1/runs/" + run + "/approvals",
            resolutions(
                one(approvalId(parked, 0), "deny", json(",'reason':'no a!'")),
                one(approvalId(parked, 1), "allow", ""),
                one(approvalId(parked, 2), "deny", json(",'reason':'no c'"))))
        .expect(202);

    String said = said(ended(http, run));
    assertThat(said.split("You said: ", -1)).hasSize(2);
    assertThat(said)
        .contains("denied \"Write a\": no a! Do not do it")
        .contains("denied \"Write c\": no c. Do not do it")
        .doesNotContain("denied \"Write b\"");
  }

  @ParameterizedTest
  @DisplayName("AG-12 a turn that fails or hits a limit ends the run, whatever was denied")
  @ValueSource(strings = {"max_tokens", "nothing_known"})
  void AG_12_no_words_after_a_failure(String end) {
    String run =
        tell(http, session(), "stage", ask(permission("c1", "a")), "{'stop':'" + end + "'}");

    denied(run, "use staging").expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("failed");
    assertThat(said(ended)).doesNotContain("You said");
  }

  @Test
  @DisplayName("AG-13 a stop after a denial without words names who denied what")
  void AG_13_stop() {
    String run = tell(http, session(), "stage", ask(permission("c1", "a")), CANCELLED);

    denied(run, "").expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error"))
        .isEqualTo("the agent stopped after " + whoAmI(run) + " denied \"Write a\"");
  }

  @Test
  @DisplayName("AG-13 a rule that denied is named, and its text is no prompt")
  void AG_13_rule() {
    String session = session();
    String rule =
        text(
            http.post(
                    "/v1/permission-rules",
                    json(
                        "{'behavior':'deny','tool':'acp:stage/*',"
                            + "'scope':{'kind':'session','id':'%s'}}",
                        session))
                .expect(201)
                .json(),
            "rule_id");

    JsonNode ended =
        ended(http, tell(http, session, "stage", ask(permission("c1", "a")), CANCELLED));

    assertThat(text(ended, "error"))
        .isEqualTo("the agent stopped after the permission rule " + rule + " denied \"Write a\"");
  }

  @Test
  @DisplayName("AG-12 AG-13 a deadline that denied is named, and its text is no prompt")
  void AG_12_AG_13_deadline() {
    String session = session();
    http.post(
            "/v1/approval-policies",
            json(
                "{'name':'%1$s','match':{'sessions':['%1$s']},"
                    + "'needs':'anyone within 1s else deny'}",
                session))
        .expect(201);

    JsonNode ended =
        ended(http, tell(http, session, "stage", ask(permission("c1", "a")), CANCELLED));

    assertThat(said(ended))
        .contains(json("'reason':'nobody decided before the deadline'"))
        .doesNotContain("You said");
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error"))
        .isEqualTo("the agent stopped after the deadline denied \"Write a\"");
  }

  @Test
  @DisplayName("AG-13 a ninth follow-up is not sent")
  void AG_13_ninth() {
    String again = "no #stage [" + ask(permission("c", "a")) + "," + CANCELLED + "]";
    String words = again.replace('\'', '"');
    String run = tell(http, session(), "stage", ask(permission("c", "a")), CANCELLED);
    String last = "";
    for (int denied = 0; denied < 9; denied++) {
      String before = last;
      JsonNode parked =
          http.await(
              "/v1/runs/" + run,
              r -> !r.path("pending_approval_ids").isEmpty() && !approvalId(r).equals(before));
      last = approvalId(parked);
      denied(run, words).expect(202);
    }

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error")).startsWith("the agent stopped after ");
    assertThat(said(ended).split("\"outcome\":\\{", -1)).as("answers, and one").hasSize(10);
  }

  private static String page(String url) {
    return ("{'method':'elicitation/create','params':{'mode':'url','elicitationId':'e1',"
            + "'message':'Log in.','url':'%s'}}")
        .formatted(url);
  }

  @ParameterizedTest
  @DisplayName("AG-78 a page to open is a question with a link: opened, or declined")
  @ValueSource(booleans = {true, false})
  void AG_78(boolean opened) {
    String run = tell(http, session(), "stage", ask(page("https://example.com/login")));
    String question = questionId(waiting(http, run));
    JsonNode asked = http.get("/v1/questions/" + question).expect(200).json();
    assertThat(asked.at("/request/link"))
        .isEqualTo(JSON.readTree(json("{'url':'https://example.com/login','host':'example.com'}")));

    http.post(
            "/v1/runs/" + run + "/questions",
            opened
                ? resolution(
                    question,
                    json("'answers':[{'question_id':'open','selected_option_ids':['opened']}]"))
                : decline(question))
        .expect(202);

    assertThat(said(ended(http, run)))
        .isEqualTo(json("[{'action':'%s'}]", opened ? "accept" : "decline"));
  }

  @Test
  @DisplayName("AG-78 a page that could not be shown as a link is refused")
  void AG_78_bad() {
    JsonNode ended =
        ended(http, tell(http, session(), "stage", ask(page("http://example.com/login"))));

    assertThat(said(ended)).contains("-32602", "must be https");
    assertThat(eventTypes(text(ended, "run_id"))).doesNotContain("waiting_for_user_question");
  }

  @Test
  @DisplayName("AG-76 an agent that changes its mode is put back before its next prompt")
  void AG_76() {
    String session = session();
    String run = tell(http, session, "moody", "{'mode':''}", "{'mode':'free'}", "{'say':'!'}");

    assertThat(said(ended(http, run))).isEqualTo("mode ask!");
    assertThat(event(run, "agent_mode_changed"))
        .isEqualTo(JSON.readTree(json("{'type':'agent_mode_changed','from':'ask','to':'free'}")));
    String next = tell(http, session, "moody", "{'mode':''}");
    assertThat(said(ended(http, next))).isEqualTo("mode ask");
    assertThat(eventTypes(next)).as("set here").doesNotContain("agent_mode_changed");
  }

  @Test
  @DisplayName("AG-75 a mode that the agent does not offer fails the run before the prompt")
  void AG_75() {
    JsonNode ended = ended(http, tell(http, session(), "mistaken", "{'say':'never'}"));

    assertThat(status(ended)).isEqualTo("failed");
    assertThat(text(ended, "error"))
        .isEqualTo(
            "the agent 'mistaken' does not offer the mode 'workspace-write': it offers free, ask;"
                + " change agents.mistaken.mode");
    assertThat(said(ended)).isEmpty();
  }

  /** An agent that has lost its sessions, and was killed as it asked. */
  private String lost(String ask) throws IOException {
    String run = tell(http, session(), "keeper", "{'pid':true}", ask);
    JsonNode parked = waiting(http, run);
    List<Path> kept;
    try (Stream<Path> files = Files.list(sessions)) {
      kept = files.toList();
    }
    for (Path session : kept) {
      Files.delete(session);
    }
    long pid = Long.parseLong(said(parked).substring("pid ".length()).strip());
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
    return run;
  }

  @Test
  @DisplayName("AG-14 an agent that is lost cannot be allowed anything, and its details say why")
  void AG_14() throws IOException {
    String run = lost(ask(permission("c1", "a")));
    String approval = approvalId(run(run));

    JsonNode problem =
        refused(
            http.post("/v1/runs/" + run + "/approvals", allow(approval)),
            409,
            "agents",
            "gateway_run_unavailable");

    assertThat(text(problem, "detail")).contains("there is no session").contains("in the folder");
    assertThat(status(run(run))).isEqualTo("waiting_for_approval");
    denied(run, "too late").expect(202);
    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error")).contains("could not be brought back", "there is no session");
    JsonNode settled = http.get("/v1/approvals/" + approval).expect(200).json();
    assertThat(settled.toString()).contains("too late").doesNotContain("withdrawn");
  }

  @Test
  @DisplayName("AG-14 a question of an agent that is lost can be declined, not answered")
  void AG_14_question() throws IOException {
    String run = lost(ask(question("Which?")));
    String question = questionId(run(run));
    JsonNode asked = http.get("/v1/questions/" + question).expect(200).json();

    refused(
        http.post(
            "/v1/runs/" + run + "/questions",
            resolution(
                question,
                json(
                    "'answers':[{'question_id':'%s','selected_option_ids':['pg']}]",
                    asked.at("/request/questions/0/id").asString()))),
        409,
        "agents",
        "gateway_run_unavailable");
    assertThat(status(run(run))).isEqualTo("waiting_for_user_question");

    http.post("/v1/runs/" + run + "/questions", decline(question)).expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error")).contains("there is no session");
  }
}
