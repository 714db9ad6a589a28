package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import dev.holdpoint.blackbox.Sse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Clients of the Model Context Protocol carry out what was allowed, once, and say how it ended. */
@OnBothDatabases
class McpPermitTest extends Tenancy {
  private static final String KEY = "job-0123456789abcdef";
  private static final String CALL = "'tool_name':'deploy','input':{'to':'prod'}";

  private final Http agent = http.withRole("agent", "runner " + UUID.randomUUID());
  private final String own = "runner-" + UUID.randomUUID();
  private final Mcp mcp = Mcp.open(agent, own);

  McpPermitTest(Database database) {
    super(database);
  }

  private JsonNode tool(Mcp client, String name, String arguments) {
    return client.call(name, json(arguments));
  }

  private JsonNode approved(String more) {
    try (Sse stream =
        mcp.wait("request_approval", json("{'reason':'release'," + CALL + more + "}"))) {
      JsonNode row = http.await("/v1/approvals?session_id=" + own, list -> list.size() == 1).get(0);
      http.post("/v1/runs/" + id(row) + "/approvals", allow(text(row.path("request"), "id")))
          .expect(202);
      return Mcp.structured(Mcp.result(stream));
    }
  }

  // PF-29
  @Test
  void PF_29_a_client_gets_a_permit_redeems_it_and_reports() {
    JsonNode told = approved(",'permit':{'ttl_ms':60000}");
    assertThat(text(told, "status")).isEqualTo("approved");
    String id = text(told, "permit_id");
    assertThat(id).isEqualTo("prm_" + text(told, "request_id").substring(4));
    assertThat(told.path("permit_expires_at_ms").asLong())
        .isEqualTo(told.path("decided_at_ms").asLong() + 60_000);
    String redeem =
        json("{'permit_id':'%s','permit':'%s','redeemer_key':'%s',", id, text(told, "permit"), KEY);

    JsonNode other = mcp.call("redeem_permit", redeem + json("'tool_name':'rm','input':{}}"));
    assertThat(other.path("isError").asBoolean()).isTrue();
    assertThat(Mcp.text(other)).contains("not used up");
    JsonNode early =
        tool(
            mcp,
            "report_result",
            "{'permit_id':'%s','redeemer_key':'%s','outcome':'succeeded'}".formatted(id, KEY));
    assertThat(Mcp.text(early)).contains("Redeem it first");

    JsonNode started = Mcp.structured(mcp.call("redeem_permit", redeem + json(CALL + "}")));
    assertThat(text(started, "state")).isEqualTo("started");
    assertThat(text(http.get("/v1/permits/" + id).expect(200).json(), "state"))
        .isEqualTo("started");
    assertThat(text(Mcp.structured(mcp.call("redeem_permit", redeem + json(CALL + "}"))), "state"))
        .as("the same key again")
        .isEqualTo("started");
    JsonNode second =
        mcp.call("redeem_permit", redeem.replace(KEY, "another-" + KEY) + json(CALL + "}"));
    assertThat(second.path("isError").asBoolean()).isTrue();
    assertThat(Mcp.text(second)).contains("different redeemer key");

    JsonNode over =
        Mcp.structured(
            tool(
                mcp,
                "report_result",
                "{'permit_id':'%s','redeemer_key':'%s','outcome':'failed','error':'no route'}"
                    .formatted(id, KEY)));
    assertThat(text(over, "state")).isEqualTo("failed");
    assertThat(text(over, "error")).isEqualTo("no route");
  }

  // PF-29
  @Test
  void PF_29_preconditions_are_compared_and_others_neither_see_nor_use_the_permit() {
    JsonNode told =
        approved(
            ",'permit':{},'request_key':'plan-7','preconditions':[{'type':'fingerprint','name':'plan','value':'7'}]");
    String id = text(told, "permit_id");
    Mcp stranger = Mcp.open(http.withRole("agent", "stranger " + UUID.randomUUID()), "stranger");
    JsonNode seen =
        Mcp.structured(
            tool(
                stranger,
                "check_decision",
                "{'request_id':'%s'}".formatted(text(told, "request_id"))));
    assertThat(seen.has("permit")).isFalse();
    String arguments = "{'permit_id':'%s','permit':'%s','redeemer_key':'%s',%s,'observed':['%s']}";
    assertThat(
            Mcp.text(
                tool(
                    stranger,
                    "redeem_permit",
                    arguments.formatted(id, text(told, "permit"), KEY, CALL, "7"))))
        .contains("does not hold");
    Mcp outsider = Mcp.open(bound(tenant(), "agent"), "outsider");
    assertThat(
            Mcp.text(
                tool(
                    outsider,
                    "redeem_permit",
                    arguments.formatted(id, text(told, "permit"), KEY, CALL, "7"))))
        .contains("There is no such permit");

    JsonNode moved =
        tool(mcp, "redeem_permit", arguments.formatted(id, text(told, "permit"), KEY, CALL, "8"));
    assertThat(moved.path("isError").asBoolean()).isTrue();
    assertThat(Mcp.text(moved)).contains("asks anew");
    assertThat(text(http.get("/v1/permits/" + id).json(), "void_reason")).isEqualTo("stale_world");
  }

  // PF-29
  @Test
  void PF_29_one_that_did_not_ask_for_a_permit_has_one_all_the_same() {
    JsonNode told = approved("");
    String id = text(told, "permit_id");
    assertThat(told.has("permit")).isFalse();
    assertThat(told.path("permit_expires_at_ms").asLong()).isPositive();
    JsonNode view = agent.get("/v1/permits/" + id).expect(200).json();
    assertThat(text(view, "state")).isEqualTo("ready");
    String redeem =
        json(
            "{'permit_id':'%s','permit':'%s','redeemer_key':'%s'," + CALL + "}",
            id,
            text(view, "permit"),
            KEY);
    assertThat(text(Mcp.structured(mcp.call("redeem_permit", redeem)), "state"))
        .isEqualTo("started");
    assertThat(Mcp.text(mcp.call("redeem_permit", redeem.replace(KEY, "another-" + KEY))))
        .contains("different redeemer key");
  }

  @Test
  void without_the_wish_a_decision_names_the_permit_alone() {
    JsonNode told = approved(",'request_key':'k'");
    assertThat(text(told, "permit_id")).startsWith("prm_");
    assertThat(told.has("permit")).isFalse();
    assertThat(told.has("permit_expires_at_ms")).isTrue();
  }
}
