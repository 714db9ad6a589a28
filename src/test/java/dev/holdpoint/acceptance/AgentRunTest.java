package dev.holdpoint.acceptance;

import static dev.holdpoint.acceptance.Staged.ask;
import static dev.holdpoint.acceptance.Staged.ended;
import static dev.holdpoint.acceptance.Staged.permission;
import static dev.holdpoint.acceptance.Staged.question;
import static dev.holdpoint.acceptance.Staged.said;
import static dev.holdpoint.acceptance.Staged.tell;
import static dev.holdpoint.acceptance.Staged.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Real agent processes carry out runs, and what they ask waits where everything waits. */
@OnOneDatabase
class AgentRunTest extends Acceptance {
  private static final Map<Database, TestDaemon> DAEMONS = new EnumMap<>(Database.class);

  AgentRunTest(Database database) {
    super(DAEMONS.computeIfAbsent(database, AgentRunTest::start).http());
  }

  private static TestDaemon start(Database database) {
    Path folder = Database.newFolder();
    return TestDaemon.start(folder, database.settings(Staged.settings(folder)));
  }

  @AfterAll
  static void stop() {
    DAEMONS.values().forEach(TestDaemon::close);
    DAEMONS.clear();
  }

  private String tellStage(String session, String... steps) {
    return tell(http, session, "stage", steps);
  }

  private void allow(String run, String more) {
    String approval = approvalId(run(run));
    http.post("/v1/runs/" + run + "/approvals", resolutions(one(approval, "allow", json(more))))
        .expect(202);
  }

  @Test
  // A2-08
  void the_mock_agent_echoes_what_asks_for_nothing() {
    String run = Staged.say(http, session(), "mock", "Good morning.");

    JsonNode ended = ended(http, run);

    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).contains("Good morning.");
    assertThat(eventTypes(run)).doesNotContain("waiting_for_user_question");
  }

  @Test
  // K4-48
  void the_agent_hears_what_the_conversation_is_called_and_no_other_sessions() {
    String called = "shop/" + UUID.randomUUID();
    String named = "named-" + UUID.randomUUID();
    http.post("/v1/sessions", json("{'session_id':'%s','thread_id':'%s'}", named, called))
        .expect(201);

    assertThat(said(ended(http, tellStage(named, "{\"thread\":1}")))).isEqualTo("thread " + called);
    assertThat(said(ended(http, tellStage(session(), "{\"thread\":1}")))).isEqualTo("thread none");
  }

  @Test
  // A2-02, A2-03, A2-05, A2-07, A2-09
  void the_mock_agent_asks_and_goes_on_with_the_answer() {
    String run = Staged.say(http, session(), "mock", "I have a question.");
    JsonNode parked = waiting(http, run);
    JsonNode asked =
        http.get("/v1/questions?session_id=" + text(parked, "session_id")).expect(200).json();
    assertThat(asked.at("/0/request/questions/0/question").asString()).isEqualTo("Choose a color");
    JsonNode options = asked.at("/0/request/questions/0/options");
    assertThat(options.valueStream().map(o -> text(o, "label"))).containsExactly("Red", "Blue");

    String question = asked.at("/0/request/questions/0/id").asString();
    http.post(
            "/v1/runs/" + run + "/questions",
            resolution(
                questionId(parked),
                json(
                    "'answers':[{'question_id':'%s','selected_option_ids':['%s']}]",
                    question, text(options.get(0), "id"))))
        .expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).contains("Red");
    assertThat(http.get("/v1/questions?session_id=" + text(parked, "session_id")).json()).isEmpty();
  }

  @Test
  // A2-03
  void a_question_with_options_is_answered_in_free_words_too() {
    String session = session();
    String run = tellStage(session, ask(question("Which?")), "{'say':' Done.'}");
    String path = "/v1/sessions/" + session + "/questions/" + questionId(waiting(http, run));

    http.post(path + "/reply", json("{'answers':[['none of these']]}")).expect(204);

    assertThat(said(ended(http, run))).contains("none of these");
  }

  @Test
  // A2-04, A2-58
  void a_question_that_is_declined_is_rejected_at_the_agent() {
    String run = tellStage(session(), ask(question("Which?")), "{'say':' Done.'}");

    http.post("/v1/runs/" + run + "/questions", decline(questionId(waiting(http, run))))
        .expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).isEqualTo("[{\"status\":\"rejected\"}] Done.");
  }

  @Test
  // A2-51, A2-52, A2-53, A2-54, A2-55, A2-56, A2-57
  void the_agent_gets_the_ids_of_the_options() {
    String run = tellStage(session(), "{'say':'Before. '}", ask(question("Which?")));
    JsonNode parked = waiting(http, run);
    assertThat(said(parked)).as("what was said before is there to read").isEqualTo("Before. ");
    JsonNode asked = http.get("/v1/questions/" + questionId(parked)).expect(200).json();

    http.post(
            "/v1/runs/" + run + "/questions",
            resolution(
                questionId(parked),
                json(
                    "'answers':[{'question_id':'%s','selected_option_ids':['pg']}]",
                    asked.at("/request/questions/0/id").asString())))
        .expect(202);

    assertThat(said(ended(http, run)))
        .isEqualTo("Before. [{\"status\":\"answered\",\"answers\":[[\"pg\"]]}]");
  }

  @Test
  // AG-26
  void AG_26_a_question_that_comes_as_a_permission_is_a_question() {
    String asks =
        permission("c1", "x")
            .replace("'kind':'edit'", "'kind':'think','_meta':{'toolName':'ask_user_question'}")
            .replace(
                "{'path':'x'}",
                "{'questions':[{'question':'Which?','options':[{'label':'pg'},{'label':'lite'}]}]}");
    String answered = tellStage(session(), ask(asks));
    JsonNode parked = waiting(http, answered);
    assertThat(status(parked)).isEqualTo("waiting_for_user_question");
    http.post(
            "/v1/runs/" + answered + "/questions",
            resolution(
                questionId(parked),
                json("'answers':[{'question_id':'q1','selected_option_ids':['lite']}]")))
        .expect(202);
    assertThat(said(ended(http, answered)))
        .isEqualTo(
            json("[{'outcome':{'outcome':'selected','optionId':'once'},'answers':{'0':'lite'}}]"));

    String declined = tellStage(session(), ask(asks));
    http.post("/v1/runs/" + declined + "/questions", decline(questionId(waiting(http, declined))))
        .expect(202);
    assertThat(said(ended(http, declined)))
        .isEqualTo(json("[{'outcome':{'outcome':'selected','optionId':'no'}}]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      textBlock =
          """
          allow | -                          | once
          allow | ,'grant':{'scope':'session'} | once
          allow | ,'option_id':'ever'        | ever
          deny  | -                          | no
          deny  | ,'option_id':'no'          | no
          """)
  void a_permission_is_answered_with_the_option_that_was_meant(
      String behavior, String more, String option) {
    String run = tellStage(session(), ask(permission("c1", "a.txt")));
    JsonNode parked = waiting(http, run);
    assertThat(status(parked)).isEqualTo("waiting_for_approval");
    JsonNode request =
        http.get("/v1/approvals/" + approvalId(parked)).expect(200).json().path("request");
    assertThat(text(request, "tool_name")).isEqualTo("Write a.txt");
    assertThat(request.path("input")).isEqualTo(JSON.readTree("{\"path\":\"a.txt\"}"));
    assertThat(request.path("options").valueStream().map(o -> text(o, "option_id")))
        .containsExactly("once", "ever", "no");

    http.post(
            "/v1/runs/" + run + "/approvals",
            resolutions(one(approvalId(parked), behavior, more == null ? "" : json(more))))
        .expect(202);

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended))
        .startsWith(json("[{'outcome':{'outcome':'selected','optionId':'%s'}", option));
    assertThat(said(ended).contains("\"_meta\"")).isEqualTo(behavior.equals("deny"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          allow | ,'option_id':'no'                | /resolutions/0/option_id
          deny  | ,'option_id':'once'              | /resolutions/0/option_id
          allow | ,'option_id':'nothing'           | /resolutions/0/option_id
          allow | ,'updated_input':{'path':'b'}    | /resolutions/0/updated_input
          """)
  void what_the_agent_does_not_offer_is_refused_and_it_waits_on(
      String behavior, String more, String pointer) {
    String run = tellStage(session(), ask(permission("c1", "a.txt")));
    JsonNode parked = waiting(http, run);

    JsonNode problem =
        refused(
            http.post(
                "/v1/runs/" + run + "/approvals",
                resolutions(one(approvalId(parked), behavior, json(more)))),
            400,
            "approvals",
            "approval_invalid_resolution");

    assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(run(run)).isEqualTo(parked);
    allow(run, "");
    assertThat(status(ended(http, run))).isEqualTo("completed");
  }

  @Test
  void what_is_asked_at_once_waits_at_once_and_is_answered_to_each() {
    String run = tellStage(session(), ask(permission("c1", "a"), permission("c2", "b")));
    JsonNode parked =
        http.await("/v1/runs/" + run, r -> r.path("pending_approval_ids").size() == 2);

    http.post(
            "/v1/runs/" + run + "/approvals",
            resolutions(
                one(approvalId(parked, 0), "allow", ""), one(approvalId(parked, 1), "deny", "")))
        .expect(202);

    assertThat(said(ended(http, run)))
        .isEqualTo(
            json(
                "[{'outcome':{'outcome':'selected','optionId':'once'}}]"
                    + "[{'outcome':{'outcome':'selected','optionId':'no'},"
                    + "'_meta':{'holdpoint':{'by':'%s'}}}]",
                text(event(run, "approval_resolved"), "by")));
  }

  @Test
  void a_rule_answers_in_a_persons_place() {
    String session = session();
    String first = tellStage(session, ask(permission("c1", "a")));
    waiting(http, first);
    allow(first, ",'grant':{'scope':'session'}");
    ended(http, first);

    String second = tellStage(session, ask(permission("c1", "a")));

    assertThat(said(ended(http, second)))
        .as("the rule can be revoked, so the agent is not told that it holds for ever")
        .isEqualTo(json("[{'outcome':{'outcome':'selected','optionId':'once'}}]"));
    assertThat(eventTypes(second)).contains("permission_rule_applied");
    JsonNode rule =
        http.get("/v1/permission-rules?session_id=" + session).expect(200).json().get(0);
    assertThat(text(rule, "tool")).isEqualTo("acp:stage/Write a");
    JsonNode preview =
        http.post("/v1/permission-rules/preview", json("{'rule_id':'%s'}", text(rule, "rule_id")))
            .expect(200)
            .json();
    assertThat(preview.path("matched").valueStream().map(one -> text(one, "tool_name")))
        .containsExactly("acp:stage/Write a", "acp:stage/Write a");

    String another = tell(http, session, "keeper", ask(permission("c1", "a")));
    assertThat(status(waiting(http, another)))
        .as("what one agent may do, another may not")
        .isEqualTo("waiting_for_approval");
    allow(another, "");
    ended(http, another);
  }

  private static String command(String callId, String command) {
    return permission(callId, "x")
        .replace("'kind':'edit'", "'kind':'execute'")
        .replace("{'path':'x'}", "{'command':'" + command + "'}");
  }

  @Test
  void AG_03_a_grant_on_a_command_is_for_that_command_and_the_agent_is_told_once() {
    String session = session();
    String first = tellStage(session, ask(command("c1", "git push x")));
    JsonNode parked = waiting(http, first);
    JsonNode request =
        http.get("/v1/approvals/" + approvalId(parked)).expect(200).json().path("request");
    assertThat(request.path("pattern_keys").valueStream().map(JsonNode::asString))
        .containsExactly("git push x", "git push *");
    allow(first, ",'grant':{'scope':'session','pattern_key':'git push *'}");
    assertThat(said(ended(http, first))).contains("\"once\"");
    JsonNode rule =
        http.get("/v1/permission-rules?session_id=" + session).expect(200).json().get(0);
    assertThat(text(rule, "tool")).isEqualTo("acp:stage/execute");
    assertThat(text(rule, "command")).isEqualTo("git push *");

    String second = tellStage(session, ask(command("c1", "git push y")));
    assertThat(said(ended(http, second))).contains("\"once\"");
    assertThat(eventTypes(second)).contains("permission_rule_applied");

    for (String other : new String[] {session, session()}) {
      String asked =
          tellStage(other, ask(command("c1", other.equals(session) ? "rm x" : "git push x")));
      assertThat(status(waiting(http, asked))).isEqualTo("waiting_for_approval");
      allow(asked, "");
      ended(http, asked);
    }
  }

  @Test
  // AG-04
  void AG_04_a_change_of_mode_takes_no_grant_and_the_gate_waits() {
    String mode = permission("c1", "x").replace("'kind':'edit'", "'kind':'switch_mode'");
    String run = tellStage(session(), ask(mode));
    String approval = approvalId(waiting(http, run));

    JsonNode problem =
        refused(
            http.post(
                "/v1/runs/" + run + "/approvals",
                resolutions(one(approval, "allow", json(",'grant':{'scope':'session'}")))),
            400,
            "approvals",
            "approval_invalid_resolution");

    assertThat(text(problem, "detail"))
        .startsWith(
            "This changes what the agent asks about: allow it once, without a grant, or deny it. Nothing was resolved.");
    assertThat(status(run(run))).isEqualTo("waiting_for_approval");
    allow(run, ",'option_id':'ever'");
    assertThat(said(ended(http, run))).contains("\"ever\"");
  }

  @Test
  // AG-03: there is no yes for once to be told.
  void an_agent_without_an_option_for_once_is_allowed_by_its_option_alone() {
    String session = session();
    http.post(
            "/v1/permission-rules",
            json(
                "{'behavior':'allow','tool':'acp:stage/*','scope':{'kind':'session','id':'%s'}}",
                session))
        .expect(201);
    String forever =
        permission("c1", "x").replace("{'optionId':'once','name':'Yes','kind':'allow_once'},", "");
    String run = tellStage(session, ask(forever));
    String approval = approvalId(waiting(http, run));

    refused(
        http.post(
            "/v1/runs/" + run + "/approvals",
            resolutions(one(approval, "allow", json(",'grant':{'scope':'session'}")))),
        400,
        "approvals",
        "approval_invalid_resolution");
    allow(run, ",'option_id':'ever'");
    assertThat(said(ended(http, run))).contains("\"ever\"");
  }

  @Test
  void a_rule_for_a_tool_of_the_daemons_own_does_not_answer_an_agent() {
    String session = session();
    String scope = json("'scope':{'kind':'session','id':'%s'}", session);
    http.post(
            "/v1/permission-rules", json("{'behavior':'allow','tool':'write_file',") + scope + "}")
        .expect(201);
    String title = permission("c1", "a").replace("Write a", "write_file");

    String asked = tellStage(session, ask(title));
    assertThat(status(waiting(http, asked))).isEqualTo("waiting_for_approval");
    allow(asked, "");
    ended(http, asked);

    http.post(
            "/v1/permission-rules",
            json("{'behavior':'deny','tool':'acp:stage/write_file',") + scope + "}")
        .expect(201);
    assertThat(said(ended(http, tellStage(session, ask(title)))))
        .as("a rule for the agent's does")
        .contains("'no'".replace('\'', '"'));
  }

  @Test
  void what_the_agent_does_by_itself_is_in_the_transcript_and_in_the_ledger() {
    String run =
        tellStage(
            session(),
            "{'tool':{'sessionUpdate':'tool_call','toolCallId':'t1','title':'Read','kind':'read',"
                + "'rawInput':{'path':'x'}}}",
            "{'tool':{'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed',"
                + "'rawOutput':{'n':1}}}",
            ask(permission("c1", "a")),
            "{'tool':{'sessionUpdate':'tool_call_update','toolCallId':'c1','status':'failed',"
                + "'rawOutput':'no room'}}",
            "{'say':'Over.'}");
    String permit = "/v1/permits/prm_" + approvalId(waiting(http, run)).substring(4);
    allow(run, "");

    assertThat(said(ended(http, run))).endsWith("Over.");
    // PF-30: the option that is told is the redemption, what the agent says later the result.
    JsonNode shown = http.get(permit).expect(200).json();
    assertThat(text(shown, "runner")).isEqualTo("outside");
    assertThat(text(shown, "state")).isEqualTo("failed");
    List<JsonNode> actions =
        http.get("/v1/runs/" + run + "/external-actions").expect(200).json().valueStream().toList();
    assertThat(actions).isNotEmpty();
  }

  @Test
  void the_next_run_of_the_session_goes_on_with_the_same_talk() {
    String session = session();
    String one = said(ended(http, tellStage(session, "{'pid':true}")));
    String two = said(ended(http, tellStage(session, "{'pid':true}")));
    String other = said(ended(http, tellStage(session(), "{'pid':true}")));

    assertThat(one)
        .startsWith("pid ")
        .isEqualTo(two)
        .as("sessions share a process")
        .isEqualTo(other);
  }

  @Test
  void a_run_that_is_cancelled_tells_its_agent_and_leaves_the_talk_to_the_next() {
    String session = session();
    String run = tellStage(session, ask(permission("c1", "a")), "{'say':'never'}");
    waiting(http, run);

    http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);

    assertThat(status(ended(http, run))).isEqualTo("cancelled");
    assertThat(http.get("/v1/approvals?session_id=" + session).json()).isEmpty();
    String next = Staged.say(http, session, "stage", "Still there?");
    assertThat(said(ended(http, next))).isEqualTo("You said: Still there?");
  }

  @Test
  void a_run_that_is_cancelled_as_it_begins_leaves_nothing_to_its_agent() {
    for (int i = 0; i < 20; i++) {
      String session = session();
      String run = tellStage(session, ask(permission("c1", "a")));
      http.post("/v1/runs/" + run + "/cancel", "{}").expect(200);

      String next = Staged.say(http, session, "stage", "Still there?");

      assertThat(said(ended(http, next)))
          .as("the agent is free again, whenever the cancel came")
          .isEqualTo("You said: Still there?");
    }
  }

  @Test
  void what_is_asked_of_the_other_kind_meanwhile_comes_next_under_its_own_id() {
    String run = tellStage(session(), ask(question("Which?"), permission("c9", "a")));
    JsonNode parked = waiting(http, run);
    assertThat(status(parked)).isEqualTo("waiting_for_user_question");

    http.post("/v1/runs/" + run + "/questions", decline(questionId(parked))).expect(202);
    JsonNode second = http.await("/v1/runs/" + run, r -> status(r).equals("waiting_for_approval"));

    assertThat(second.at("/pending_approvals/0/tool_call_id").asString()).isEqualTo("c9");
    allow(run, "");
    assertThat(said(ended(http, run)))
        .isEqualTo(
            json(
                "[{'status':'rejected'}]"
                    + "[{'outcome':{'outcome':'selected','optionId':'once'}}]"));
  }

  @Test
  void an_agent_that_floods_while_it_waits_costs_its_run_and_nobody_else() {
    String run =
        tellStage(session(), "{'together':[{'flood':50000}," + ask(question("Which?")) + "]}");
    JsonNode parked = waiting(http, run);

    http.post("/v1/runs/" + run + "/questions", decline(questionId(parked))).expect(202);

    assertThat(said(ended(http, run))).contains("[{\"status\":\"rejected\"}]");
  }

  @Test
  // S1-96, Q15: what is kept warm here is the agent's process
  void S1_96_the_process_lives_while_its_gate_waits_and_hears_the_answer_itself() {
    String run = tellStage(session(), "{'pid':true}", ask(permission("c1", "a")), "{'pid':true}");
    JsonNode parked = waiting(http, run);
    String before = said(parked).strip();
    long pid = Long.parseLong(before.substring("pid ".length()));
    assertThat(ProcessHandle.of(pid)).hasValueSatisfying(p -> assertThat(p.isAlive()).isTrue());

    allow(run, "");

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).startsWith(before).endsWith(before).contains("once");
  }

  @Test
  void an_agent_that_dies_while_it_waits_takes_its_question_with_it() {
    String session = session();
    // It goes on by itself after it has asked, since nobody waits for this request.
    String run =
        tellStage(
            session,
            "{'note':{'method':'session/update','params':{'update':{'sessionUpdate':'plan'}}}}",
            "{'pid':true}",
            ask(question("Which?")));
    JsonNode parked = waiting(http, run);
    long pid = Long.parseLong(said(parked).substring("pid ".length()).strip());

    ProcessHandle.of(pid).orElseThrow().destroyForcibly();

    JsonNode ended = ended(http, run);
    assertThat(status(ended)).isEqualTo("interrupted");
    assertThat(text(ended, "error")).contains("stage");
    JsonNode problem =
        refused(
            http.post(
                "/v1/runs/" + run + "/questions",
                resolution(questionId(parked), json("'answers':[],'declined':true"))),
            409,
            "questions",
            "question_state_conflict");
    assertThat(problem.at("/resolution/by").asString()).isEqualTo("agent_process");
    assertThat(said(ended(http, Staged.say(http, session, "stage", "Again?"))))
        .as("the next run has a new process")
        .isEqualTo("You said: Again?");
  }

  @Test
  void what_no_client_knows_is_told_to_be_unknown_and_nothing_hangs() {
    String run =
        tellStage(session(), ask("{'method':'_somebody/else','params':{}}"), "{'say':'On.'}");

    JsonNode ended = ended(http, run);

    assertThat(status(ended)).isEqualTo("completed");
    assertThat(said(ended)).contains("-32601").endsWith("On.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          refusal      | failed      | refused
          max_tokens   | failed      | limit
          cancelled    | interrupted | stopped
          """)
  void how_the_agent_ends_is_how_the_run_ends(String reason, String status, String error) {
    JsonNode ended = ended(http, tellStage(session(), "{'stop':'" + reason + "'}"));

    assertThat(status(ended)).isEqualTo(status);
    assertThat(text(ended, "error")).contains(error);
  }

  @Test
  void a_route_that_no_agent_has_is_refused_by_name() {
    String session = session();
    JsonNode problem =
        refused(
            http.post(
                "/v1/sessions/" + session + "/runs",
                json("{'provider':'acp:nobody','content':'x'}")),
            400,
            "routes",
            "route_not_found");

    assertThat(text(problem, "detail")).contains("acp:mock", "acp:stage");
  }
}
