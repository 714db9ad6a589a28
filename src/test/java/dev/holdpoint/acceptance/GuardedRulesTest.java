package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Mcp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Where one click of anyone does not decide, nothing that was said once and for all does, at
 * whichever door the call comes in; what was denied once and for all stays denied. DX-25
 */
@OnBothDatabases
class GuardedRulesTest extends Acceptance {
  private static final String RULES = "/v1/permission-rules";
  private final List<String> policies = new ArrayList<>();

  GuardedRulesTest(Database database) {
    super(database);
  }

  @AfterEach
  void remove() {
    policies.forEach(it -> http.send("DELETE", "/v1/approval-policies/" + it, null, _ -> {}));
  }

  /** A way in for a call of a shell. */
  enum Door {
    NATIVE("bash"),
    OUTSIDE("bash"),
    MCP("bash"),
    HOOK("Bash");

    private final String tool;

    Door(String tool) {
      this.tool = tool;
    }
  }

  private void guard(String session) {
    policies.add(
        text(
            http.post(
                    "/v1/approval-policies",
                    json(
                        "{'name':'p-%s','needs':'2 of anyone','match':{'sessions':['%s']}}",
                        session, session))
                .expect(201)
                .json(),
            "policy_id"));
  }

  private void rule(String session, String behavior, Door door) {
    http.post(
            RULES,
            json(
                "{'behavior':'%s','tool':'%s','scope':{'kind':'session','id':'%s'}}",
                behavior, door.tool, session))
        .expect(201);
  }

  /** Raises a call at the door, and gives the outcome of its approval; null while it waits. */
  private String outcome(Door door, String session) {
    switch (door) {
      case NATIVE -> {
        JsonNode run = park(session, Script.bash("true"), Script.SAY_LAST_RESULT);
        if (status(run).equals("waiting_for_approval")) {
          return "pending";
        }
        return JSON.readTree(lastWords(id(run))).path("denied").asBoolean() ? "denied" : "allowed";
      }
      case OUTSIDE ->
          http.post(
                  "/v1/sessions/" + session + "/approval-requests",
                  json("{'tool_name':'bash','input':{'command':'true'},'reason':'x'}"))
              .expect(201);
      case MCP ->
          Mcp.open(http.withRole("agent", "agent " + UUID.randomUUID()), "guarded")
              .call(
                  "request_approval",
                  json(
                      "{'reason':'x','tool_name':'bash','input':{'command':'true'},"
                          + "'session_id':'%s','wait_ms':0}",
                      session));
      case HOOK -> {
        JsonNode answer =
            http.post("/hooks/claude/pre-tool-use?wait_ms=0", used(session))
                .expect(200)
                .json()
                .path("hookSpecificOutput");
        return switch (text(answer, "permissionDecision")) {
          case "allow" -> "allowed";
          case "deny" -> "denied";
          default -> "pending";
        };
      }
    }
    return shown(session);
  }

  private static String used(String session) {
    return ClaudeHookTest.fixture("pre-tool-use.bash.json")
        .replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", session);
  }

  /** The outcome of the newest approval of the session. */
  private String shown(String session) {
    JsonNode row =
        http.get("/v1/approvals?status=all&session_id=" + session)
            .expect(200)
            .json()
            .valueStream()
            .max(Comparator.comparing(one -> one.at("/request/id").asString()))
            .orElseThrow();
    return row.at("/resolution/outcome").asString("pending");
  }

  @ParameterizedTest
  @EnumSource
  // DX-25
  void DX_25_an_allow_rule_decides_what_one_click_decides_and_nothing_else(Door door) {
    String free = UUID.randomUUID().toString();
    String guarded = UUID.randomUUID().toString();
    List.of(free, guarded)
        .forEach(it -> http.post("/v1/sessions", json("{'session_id':'%s'}", it)).expect(201));
    rule(free, "allow", door);
    rule(guarded, "allow", door);
    guard(guarded);

    assertThat(outcome(door, free)).isEqualTo("allowed");
    assertThat(outcome(door, guarded)).isEqualTo("pending");
    assertThat(http.get(RULES + "?session_id=" + guarded).expect(200).json().get(0).path("uses"))
        .hasToString("0");
  }

  @ParameterizedTest
  @EnumSource
  // DX-25
  void DX_25_a_deny_rule_denies_what_is_guarded_too(Door door) {
    String guarded = UUID.randomUUID().toString();
    http.post("/v1/sessions", json("{'session_id':'%s'}", guarded)).expect(201);
    rule(guarded, "deny", door);
    guard(guarded);

    assertThat(outcome(door, guarded)).isEqualTo("denied");
  }

  @ParameterizedTest
  @EnumSource
  // DX-25
  void DX_25_a_grant_speaks_neither_for_what_comes_nor_for_what_waits(Door door) {
    String session = UUID.randomUUID().toString();
    http.post("/v1/sessions", json("{'session_id':'%s'}", session)).expect(201);
    Http ada = http.withRole("operator", "ada " + session);
    JsonNode first =
        http.post(
                "/v1/sessions/" + session + "/approval-requests",
                json("{'tool_name':'%s','input':{'command':'true'},'reason':'x'}", door.tool))
            .expect(201)
            .json();
    String id = text(first.path("request"), "id");
    Http.Answer granted =
        ada.post(
            "/v1/runs/" + id(first) + "/approvals",
            resolutions(one(id, "allow", json(",'grant':{'scope':'session'}"))));
    granted.expect(202);
    guard(session);

    assertThat(outcome(door, session)).isEqualTo("pending");

    // And where it is guarded already, none can be given.
    if (door != Door.HOOK) {
      JsonNode waits = http.get("/v1/approvals?session_id=" + session).expect(200).json().get(0);
      Http.Answer refused =
          ada.post(
              "/v1/runs/" + id(waits) + "/approvals",
              resolutions(
                  one(
                      text(waits.path("request"), "id"),
                      "allow",
                      json(",'grant':{'scope':'session'}"))));
      assertThat(refused.status()).as(refused.text()).isIn(400, 403, 409);
      assertThat(shown(session)).isEqualTo("pending");
    }
  }
}
