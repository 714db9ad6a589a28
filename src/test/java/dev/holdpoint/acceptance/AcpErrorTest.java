package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is said to clients of servers that ask for what cannot be. */
@OnOneDatabase
class AcpErrorTest extends AcpAcceptance {
  private static final String GREETING = request(1, "initialize", "'protocolVersion':1");

  AcpErrorTest(Database database) {
    super(database);
  }

  @Test
  void the_agent_is_named_once_and_stays_the_same() {
    JsonNode missing = refused(send("first", GREETING), 400, "api", "invalid_request");
    assertThat(text(missing, "detail")).contains("?agent=", "plain");
    JsonNode unknown =
        refused(
            http.post(ROOT + "/first?agent=nobody", GREETING), 404, "agents", "agent_not_found");
    assertThat(text(unknown, "detail")).contains("free", "other, plain", "mock");
    http.post(ROOT + "/first?agent=plain", GREETING).expect(200);
    http.post(ROOT + "/first?agent=plain", GREETING).expect(200);
    refused(http.post(ROOT + "/first?agent=other", GREETING), 409, "agents", "acp_agent_conflict");
    JsonNode broken =
        refused(http.post(ROOT + "/b?agent=broken", GREETING), 502, "agents", "agent_failed");
    assertThat(text(broken, "detail")).contains("/nowhere/agent");
    assertThat(http.get(ROOT).expect(200).json()).hasSize(1);
  }

  @Test
  void there_are_only_so_many_servers() {
    for (int i = 0; i < LIMIT; i++) {
      http.post(ROOT + "/many-" + i + "?agent=plain", GREETING).expect(200);
    }
    JsonNode full =
        refused(http.post(ROOT + "/more?agent=plain", GREETING), 503, "api", "unavailable");
    assertThat(text(full, "detail")).contains("DELETE");
    delete("many-0").expect(204);
    http.post(ROOT + "/more?agent=plain", GREETING).expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{'jsonrpc':'2.0','id':1,'method':'initialize'}]",
        "null",
        "7",
        "'text'",
        "{}",
        "{'jsonrpc':'1.0','id':1,'method':'m'}",
        "{'jsonrpc':2.0,'id':1,'method':'m'}",
        "{'id':1,'method':'m'}",
        "{'jsonrpc':'2.0','id':null,'method':'m'}",
        "{'jsonrpc':'2.0','id':{},'method':'m'}",
        "{'jsonrpc':'2.0','id':true,'method':'m'}",
        "{'jsonrpc':'2.0','id':'','method':'m'}",
        "{'jsonrpc':'2.0','id':1,'method':''}",
        "{'jsonrpc':'2.0','id':1,'method':7}",
        "{'jsonrpc':'2.0','id':1,'method':'m','params':7}",
        "{'jsonrpc':'2.0','id':1,'method':'m','params':null}",
        "{'jsonrpc':'2.0','id':1,'method':'m','result':{}}",
        "{'jsonrpc':'2.0','id':'x','result':{},'error':{'code':1,'message':'m'}}",
        "{'jsonrpc':'2.0','id':'x','error':'no'}",
        "{'jsonrpc':'2.0','id':'x','error':{'code':'1','message':'m'}}",
        "{'jsonrpc':'2.0','result':{}}",
        "{'jsonrpc':'2.0','id':null,'result':{}}",
        "{'jsonrpc':'2.0','id':{},'result':{}}",
        "{'jsonrpc':'2.0','id':1,'id':2,'method':'m'}",
        "{'jsonrpc':'2.0','id':1,'method':'m'",
        "{'jsonrpc':'2.0','id':1,'method':'m'}{}",
        ""
      })
  void what_is_no_json_rpc_is_refused_and_starts_nothing(String body) {
    Http.Answer answer = http.post(ROOT + "/hostile?agent=plain", json(body));
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    assertThat(http.get(ROOT).expect(200).json()).isEmpty();
  }

  @Test
  void a_method_without_end_and_another_type_are_refused() {
    String longest = "m".repeat(201);
    refused(
        http.post(ROOT + "/x?agent=plain", request(1, longest, "")), 400, "api", "invalid_request");
    Http.Answer plain =
        http.send(
            "POST",
            ROOT + "/x?agent=plain",
            GREETING,
            sent -> sent.setHeader("Content-Type", "text/plain"));
    refused(plain, 415, "api", "unsupported_media_type");
    assertThat(http.get(ROOT).expect(200).json()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-x", ".x", "a%20b", "a%2Fb", "%C3%A4"})
  void an_id_has_letters_and_digits(String id) {
    assertThat(http.post(ROOT + "/" + id + "?agent=plain", GREETING).status()).isIn(400, 404);
    assertThat(http.get(ROOT).expect(200).json()).isEmpty();
  }

  @Test
  void a_session_works_in_a_folder_that_is_there() {
    String server = server();
    for (String cwd : new String[] {"'cwd':'relative'", "'cwd':7", ""}) {
      JsonNode problem =
          refused(send(server, request(3, "session/new", cwd)), 400, "api", "invalid_request");
      assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/params/cwd");
    }
    refused(
        send(server, notification("$/cancel_request", "'id':1")), 400, "api", "invalid_request");
  }

  @Test
  void who_may_give_work_may_not_answer_and_who_may_look_may_not_speak() {
    Http agent = as("agent");
    Http viewer = as("viewer");
    String server = server(agent);
    try (Sse stream = viewer.stream(ROOT + "/" + server)) {
      Thread.ofVirtual().start(() -> agent.post(ROOT + "/" + server, promptBody(1, "question")));
      String question = text(asked(stream), "id");
      String answer = response(question, "{'status':'rejected'}");
      refused(agent.post(ROOT + "/" + server, answer), 403, "auth", "forbidden");
      refused(viewer.post(ROOT + "/" + server, answer), 403, "auth", "forbidden");
      refused(viewer.post(ROOT + "/" + server, GREETING), 403, "auth", "forbidden");
      as("operator").post(ROOT + "/" + server, answer).expect(202);
      assertThat(got(stream)).contains("rejected");
    }
    refused(http.as(null).get(ROOT), 401, "auth", "unauthorized");
    refused(http.get(ROOT + "/nobody"), 404, "agents", "acp_server_not_found");
    refused(
        http.send("GET", ROOT + "/" + server, null, sent -> sent.header("Last-Event-ID", "x")),
        400,
        "events",
        "invalid_event_cursor");
  }
}
