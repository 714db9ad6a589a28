package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** PF-73: a token of role agent reaches its own servers and sessions of agents, and no others. */
@OnBothDatabases
class AcpOwnersTest extends AcpAcceptance {
  private static final String[] NAMING = {
    "session/load",
    "session/resume",
    "session/fork",
    "session/close",
    "session/delete",
    "session/prompt",
    "session/set_mode",
    "session/set_model",
    "session/set_config_option"
  };

  private int ids = 100;

  AcpOwnersTest(Database database) {
    super(database);
  }

  private String message(String method, String params) {
    return request(ids++, method, params);
  }

  private Http.Answer ask(Http who, String server, String method, String params) {
    return who.post(ROOT + "/" + server, message(method, params));
  }

  private JsonNode result(Http who, String server, String method, String params) {
    JsonNode answer = ask(who, server, method, params).expect(200).json();
    assertThat(answer.has("result")).as(method + " " + answer).isTrue();
    return answer.path("result");
  }

  private int lines(Http who, String server) {
    return result(
            who,
            server,
            "session/prompt",
            "'sessionId':'plain-1','prompt':[{'type':'text','text':'state'}]")
        .at("/_meta/lines")
        .asInt();
  }

  /** Params with which the method would go through, but for the session. */
  private String params(String method, String session) {
    String id = "'sessionId':'" + session + "'";
    return switch (method) {
      case "session/load", "session/resume", "session/fork" ->
          id + json(",'cwd':'%s','mcpServers':[]", folder);
      case "session/prompt" -> id + ",'prompt':[{'type':'text','text':'hello'}]";
      case "session/set_mode" -> id + ",'modeId':'plan'";
      case "session/set_model" -> id + ",'modelId':'small'";
      case "session/set_config_option" -> id + ",'configId':'mode','value':'plan'";
      default -> id;
    };
  }

  private static String without(Http.Answer answer, String... unequal) {
    String text = answer.text();
    for (String one : unequal) {
      text = text.replaceAll(one, "");
    }
    return text.replaceAll("req_[0-9A-Z]+", "");
  }

  @Test
  void PF_73_nobody_is_lured_into_a_server_that_an_agent_has_started() {
    Http mallory = as("mallory", "agent");
    start(mallory, "editor-1", folder);
    Http olga = as("olga", "operator");
    for (String path : List.of(ROOT + "/editor-1", ROOT + "/editor-1?agent=plain")) {
      JsonNode problem =
          refused(
              olga.post(path, message("session/new", json("'cwd':'%s','mcpServers':[]", folder))),
              409,
              "agents",
              "acp_agent_conflict");
      assertThat(text(problem, "detail")).contains("mallory", "use another server id");
    }
    olga.send("DELETE", ROOT + "/editor-1", null, _ -> {}).expect(204);
  }

  @Test
  void PF_73_another_tokens_server_is_not_there() {
    Http ada = as("ada", "agent");
    Http mallory = as("mallory", "agent");
    start(ada, "hers", folder);
    int lines = lines(ada, "hers");

    assertThat(mallory.get(ROOT).expect(200).json()).isEmpty();
    assertThat(without(mallory.get(ROOT + "/hers").expect(404)))
        .isEqualTo(without(mallory.get(ROOT + "/none").expect(404)));
    for (String method : NAMING) {
      assertThat(
              without(ask(mallory, "hers", method, params(method, "plain-1")).expect(400), "hers"))
          .as(method)
          .isEqualTo(
              without(ask(mallory, "none", method, params(method, "plain-1")).expect(400), "none"));
    }
    refused(
        mallory.post(ROOT + "/hers?agent=plain", message("session/list", "")),
        409,
        "agents",
        "acp_agent_conflict");
    mallory
        .post(ROOT + "/hers", notification("session/cancel", "'sessionId':'plain-1'"))
        .expect(400);
    mallory.send("DELETE", ROOT + "/hers", null, _ -> {}).expect(204);

    assertThat(lines(ada, "hers")).as("nothing reached the agent").isEqualTo(lines + 1);
    assertThat(ada.get(ROOT).expect(200).json()).hasSize(1);
    assertThat(as("eve", "viewer").get(ROOT).expect(200).json()).hasSize(1);
    assertThat(as("olga", "operator").get(ROOT).expect(200).json()).hasSize(1);
  }

  @Test
  void PF_73_sessions_that_others_made_of_the_same_agent_are_not_there() {
    Http mallory = as("mallory", "agent");
    start(mallory, "mine", folder);
    int lines = lines(mallory, "mine");
    for (String method : NAMING) {
      Http.Answer foreign = ask(mallory, "mine", method, params(method, "foreign-1")).expect(200);
      assertThat(foreign.json().at("/error/code").asInt()).as(method).isEqualTo(-32002);
      Http.Answer none = ask(mallory, "mine", method, params(method, "no-such")).expect(200);
      assertThat(without(foreign, "\"id\":\\d+"))
          .as(method)
          .isEqualTo(without(none, "\"id\":\\d+"));
    }
    mallory
        .post(ROOT + "/mine", notification("session/cancel", "'sessionId':'foreign-1'"))
        .expect(202);
    for (String method : new String[] {"authenticate", "logout"}) {
      refused(
          ask(mallory, "mine", method, method.equals("logout") ? "" : "'methodId':'x'"),
          403,
          "auth",
          "forbidden");
    }
    assertThat(lines(mallory, "mine")).as("nothing reached the agent").isEqualTo(lines + 1);

    JsonNode listed = result(mallory, "mine", "session/list", "");
    assertThat(listed.toString()).doesNotContain("foreign", "private");
    assertThat(StreamSupport.stream(listed.path("sessions").spliterator(), false))
        .extracting(one -> one.path("sessionId").asString())
        .containsExactly("plain-1");
    assertThat(text(listed, "nextCursor")).isEqualTo("next");
    assertThat(result(as("olga", "operator"), "mine", "session/list", "").toString())
        .contains("foreign-1");
  }

  @Test
  void PF_73_their_own_sessions_work_also_through_another_process() {
    Http ada = as("grace", "agent");
    start(ada, "first", folder);
    for (String method : NAMING) {
      JsonNode answer = ask(ada, "first", method, params(method, "plain-1")).expect(200).json();
      // The agent itself does not know all methods.
      assertThat(answer.at("/error/code").asInt()).as(method).isIn(0, -32601);
    }
    ada.send("DELETE", ROOT + "/first", null, _ -> {}).expect(204);

    // A token of the same principal, a process that has made none: what is stored tells.
    Http successor = as("grace", "agent");
    successor.post(ROOT + "/second?agent=plain", request(1, "initialize", "")).expect(200);
    result(successor, "second", "session/load", params("session/load", "plain-1"));
    result(successor, "second", "session/delete", params("session/delete", "plain-1"));

    // Operators and admins are bound to nothing.
    Http operator = as("olga", "operator");
    operator.post(ROOT + "/third?agent=plain", request(1, "initialize", "")).expect(200);
    result(operator, "third", "session/load", params("session/load", "foreign-1"));
    result(operator, "second", "authenticate", "'methodId':'x'");
    result(operator, "second", "logout", "");
    operator.send("DELETE", ROOT + "/second", null, _ -> {}).expect(204);
    operator.send("DELETE", ROOT + "/third", null, _ -> {}).expect(204);
    assertThat(successor.get(ROOT).expect(200).json()).isEmpty();
  }
}
