package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A client whose token is bound to a tenant asks in that tenant and sees nothing else. */
@OnBothDatabases
class McpTenantTest extends Tenancy {
  McpTenantTest(Database database) {
    super(database);
  }

  private static String named(JsonNode told) {
    return json("{'request_id':'%s'}", text(told, "request_id"));
  }

  private static JsonNode ask(Mcp client, String more) {
    return client.call(
        "request_approval", json("{'reason':'may I?','request_key':'k','wait_ms':0" + more + "}"));
  }

  @Test
  void what_one_tenant_asks_is_in_its_own_session_and_nothing_to_another() {
    String tenant = tenant();
    Mcp own = Mcp.open(bound(tenant, "agent"), "shared name");
    Mcp other = Mcp.open(bound(tenant(), "agent"), "shared name");
    JsonNode asked = Mcp.structured(ask(own, ""));
    String session = "/v1/sessions/" + text(asked, "session_id");
    bound(tenant, "viewer").get(session).expect(200);
    bound(tenant(), "viewer").get(session).expect(404);

    assertThat(text(Mcp.structured(own.call("check_decision", named(asked))), "status"))
        .isEqualTo("pending");
    JsonNode unknown = other.call("check_decision", named(asked));
    assertThat(unknown.path("isError").asBoolean()).isTrue();
    // A gate that never was is told in the same words.
    assertThat(Mcp.text(other.call("check_decision", json("{'request_id':'apr_none'}"))))
        .isEqualTo(Mcp.text(unknown));
    JsonNode foreign = ask(other, ",'session_id':'" + text(asked, "session_id") + "'");
    assertThat(foreign.path("isError").asBoolean()).isTrue();
    assertThat(text(Mcp.structured(ask(other, "")), "run_id")).isNotEqualTo(id(asked));
  }

  @Test
  void an_answer_of_another_tenant_cannot_be_waited_for_by_its_place() {
    Http bound = bound(tenant(), "agent");
    Mcp own = Mcp.open(bound, "own");
    String place;
    try (Sse stream = own.wait("request_approval", json("{'reason':'mine','wait_ms':1}"))) {
      Mcp.result(stream);
      place = Objects.requireNonNull(stream.lastEventId());
    }
    Http other = bound(tenant(), "agent");
    other
        .send("GET", Mcp.PATH, null, request -> request.header("Last-Event-ID", place))
        .expect(400);
    try (Sse stream = own.resume(place)) {
      assertThat(text(Mcp.structured(Mcp.result(stream)), "status")).isEqualTo("pending");
    }
  }

  @Test
  void an_agents_token_raises_and_reads_and_decides_nothing() {
    Http agent = http.withRole("agent", "asking agent");
    JsonNode asked = Mcp.structured(ask(Mcp.open(agent, "asker of " + newName()), ""));
    agent
        .post("/v1/runs/" + id(asked) + "/approvals", allow(text(asked, "request_id")))
        .expect(403);
  }
}
