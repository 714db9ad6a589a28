package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A decision that is held, as clients see it that know nothing of holds: the request is pending,
 * and the decision comes after the hold. In a daemon whose clock is ours.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What a prompt leads to is seen on the stream.
@OnBothDatabases
class HeldOnSurfacesTest extends AcpAcceptance {
  private static final Map<Database, Moving> DAEMONS = new EnumMap<>(Database.class);
  private static final Duration HOLD = Duration.ofSeconds(30);

  private final Moving moving;

  HeldOnSurfacesTest(Database database) {
    Moving moving = DAEMONS.computeIfAbsent(database, each -> Moving.start(each, settings(each)));
    super(moving.http());
    this.moving = moving;
  }

  private Http.Answer hold(String run, String approval, String behavior) {
    return http.post(
        "/v1/runs/" + run + "/approvals",
        resolutions(one(approval, behavior, json(",'hold_ms':" + HOLD.toMillis()))));
  }

  private JsonNode row(String approval) {
    return http.get("/v1/approvals/" + approval).expect(200).json();
  }

  /** It is held and pending for as long as the hold lasts. */
  private void isHeld(String approval) {
    moving.pass(HOLD.minusMillis(1));
    assertThat(text(row(approval), "status")).isEqualTo("pending");
    assertThat(row(approval).path("request").has("held")).isTrue();
  }

  private JsonNode afterwards(String approval) {
    moving.pass(Duration.ofMillis(1));
    return http.get("/v1/approvals/" + approval + "?wait_ms=30000").expect(200).json();
  }

  @Test
  @DisplayName("PG-28 a hook waits on and is answered after the hold")
  void a_hook_is_answered_after_the_hold() {
    String session = UUID.randomUUID().toString();
    String use =
        ClaudeHookTest.fixture("pre-tool-use.bash.json")
            .replace("5d1f3c0a-7b52-4d0e-9a1c-0e7f2b9d4c11", session);
    CompletableFuture<Http.Answer> waits =
        CompletableFuture.supplyAsync(
            () -> http.post("/hooks/claude/pre-tool-use", use),
            task -> Thread.ofVirtual().start(task));
    JsonNode row =
        http.await("/v1/approvals?session_id=" + session, list -> list.size() == 1).get(0);
    String approval = text(row.path("request"), "id");
    hold(id(row), approval, "allow").expect(202);
    isHeld(approval);
    assertThat(waits).isNotDone();

    assertThat(afterwards(approval).at("/resolution/outcome").asString()).isEqualTo("allowed");
    JsonNode answer = waits.join().expect(200).json().path("hookSpecificOutput");
    assertThat(text(answer, "permissionDecision")).isEqualTo("allow");
  }

  @Test
  @DisplayName("PG-28 a client over ACP sees it pending and gets the decision after the hold")
  void a_client_over_acp_gets_it_after_the_hold() {
    String server = server();
    try (Sse stream = stream(server)) {
      prompt(server, 1, "permission once");
      JsonNode request = asked(stream);
      String approval = text(request, "id");
      hold(id(runOf(request)), approval, "allow").expect(202);
      isHeld(approval);
      // Who connects now still gets the request.
      try (Sse other = stream(server)) {
        assertThat(text(asked(other), "id")).isEqualTo(approval);
      }
      assertThat(stream.taken())
          .noneMatch(frame -> text(frame.data(), "method").equals("_holdpoint/request_resolved"));

      afterwards(approval);
      JsonNode resolved = told(stream, "_holdpoint/request_resolved");
      assertThat(text(resolved, "requestId")).isEqualTo(approval);
      assertThat(text(resolved, "status")).isEqualTo("allow");
    }
  }

  @Test
  @DisplayName("PG-28 an ambient card stays, and no click of another takes what is held")
  void an_ambient_card_stays_until_the_hold_ends() {
    String session = session();
    JsonNode run = park(session, Script.approval("may I?"), Script.SAY_LAST_RESULT);
    String approval = approvalId(run);
    hold(id(run), approval, "deny").expect(202);
    isHeld(approval);
    String stream = "/api/approval/stream?session_id=" + session;
    try (Sse frames = http.stream(stream)) {
      assertThat(
              frames
                  .next(frame -> frame.type().equals("initial"))
                  .data()
                  .at("/pending/approval_id")
                  .asString())
          .isEqualTo(approval);
      Http.Answer click =
          as("bob " + session, "operator")
              .post(
                  "/api/approval/respond",
                  json(
                      "{'session_id':'%s','approval_id':'%s','choice':'once'}", session, approval));
      assertThat(click.status()).as(click.text()).isEqualTo(409);
      assertThat(row(approval).path("request").has("held")).isTrue();

      assertThat(afterwards(approval).at("/resolution/outcome").asString()).isEqualTo("denied");
      frames.next(frame -> frame.data().path("pending_count").asInt(-1) == 0);
    }
  }

  @Test
  @DisplayName("PG-28 a host sees it pending, and its message goes on after the hold")
  void a_host_gets_it_after_the_hold() {
    Host host = Host.of(http, moving::now);
    Parked parked =
        host.park(
            SignedAcceptance.asks("May I?", json("{'kind':'action','description':'do it'}"), ""),
            Script.say("went on"));
    hold(parked.run(), parked.approval(), "allow").expect(202);
    isHeld(parked.approval());
    assertThat(host.status(parked)).isEqualTo("pending");

    afterwards(parked.approval());
    assertThat(host.status(parked)).isEqualTo("approved");
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  @DisplayName("PG-26 what others have a part in, or a signature decides, is not held")
  void what_others_decide_is_not_held() {
    String session = session();
    String policy =
        text(
            http.post(
                    "/v1/approval-policies",
                    json(
                        "{'name':'%s','needs':'2 of anyone','match':{'sessions':['%s']}}",
                        session, session))
                .expect(201)
                .json(),
            "policy_id");
    JsonNode free = park(session(), Script.approval("may I?"));
    JsonNode guarded = park(session, Script.approval("may I?"));
    Host host = Host.of(http, moving::now).policy("\"signature_required\":true");
    Parked signed =
        host.park(
            SignedAcceptance.asks("May I?", json("{'kind':'action','description':'do it'}"), ""));
    String hold = json(",'hold_ms':1000");
    for (Parked one : List.of(new Parked("", id(guarded), approvalId(guarded)), signed)) {
      String digest = text(row(one.approval()).path("request"), "digest");
      String batch =
          "{\"mode\":\"all\",\"resolutions\":["
              + one(
                  approvalId(free),
                  "allow",
                  json(
                      ",'expected_digest':'%s'",
                      text(row(approvalId(free)).path("request"), "digest")))
              + ","
              + one(one.approval(), "allow", hold + json(",'expected_digest':'%s'", digest))
              + "]}";
      Http.Answer refused = http.post("/v1/approvals/resolutions", batch);
      JsonNode problem = refused.expect(400).json();
      assertThat(text(problem, "code")).isEqualTo("approval_invalid_resolution");
      assertThat(problem.at("/errors/0/pointer").asString()).isEqualTo("/resolutions/1/hold_ms");
      assertThat(text(row(approvalId(free)), "status")).isEqualTo("pending");
      assertThat(row(one.approval()).path("request").has("held")).isFalse();
    }
    http.send("DELETE", "/v1/approval-policies/" + policy, null, _ -> {}).expect(204);
  }
}
