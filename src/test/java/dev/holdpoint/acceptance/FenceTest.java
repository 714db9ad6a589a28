package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.api.endpoint.TenantScope;
import dev.holdpoint.blackbox.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A token of one tenant knows that tenant's sessions, and no door tells it of others. */
@OnBothDatabases
class FenceTest extends Tenancy {
  private static final Set<String> NAMES =
      Set.of("session_id", "run_id", "approval_id", "permit_id", "question_id", "request_id");

  /** What is open to such a token although it names no session: it shows what is its own. */
  private static final Set<String> OWN =
      Set.of(
          "createSession",
          "listSessions",
          "createPermissionRule",
          "listPermissionRules",
          "previewPermissionRule",
          "getPermissionRule",
          "revokePermissionRule",
          "addAsset",
          "listAssets",
          "getAsset",
          "getAssetBytes",
          "createBoard",
          "listBoards",
          "getBoard",
          "reviseBoard",
          "listBoardRevisions",
          "getBoardRevision",
          "createSignInLink",
          "getCaller",
          "registerPasskey",
          "listPasskeys",
          "renamePasskey",
          "removePasskey",
          "signOut",
          "getHealth",
          "status",
          "openapi");

  FenceTest(Database database) {
    super(database);
  }

  static Stream<Endpoint> inside() {
    return Endpoints.ALL.stream()
        .filter(endpoint -> endpoint.access() != Access.OPEN)
        .filter(e -> e.path().startsWith("/v1/") || Surface.of(e.path()) == Surface.AMBIENT);
  }

  static Stream<Endpoint> named() {
    return inside().filter(e -> e.pathParameters().stream().anyMatch(NAMES::contains));
  }

  static Stream<Endpoint> unnamed() {
    return inside()
        .filter(e -> e.pathParameters().stream().noneMatch(NAMES::contains))
        .filter(e -> !OWN.contains(e.id()))
        .filter(
            e ->
                !Set.of(
                        "respondApproval",
                        "respondClarification",
                        "chat",
                        "resolveApprovals",
                        // Gives the tenant's own (PG-14).
                        "listInbox")
                    .contains(e.id()));
  }

  private record Ids(String session, String run, String approval, String question) {
    String in(String path) {
      return path.replace("{session_id}", session)
          .replace("{run_id}", run)
          .replace("{approval_id}", approval)
          .replace("{permit_id}", "prm_" + approval.substring(4))
          .replace("{question_id}", question)
          .replace("/gates/{request_id}", "/gates/" + approval)
          .replaceAll("\\{[a-z_]+}", "x");
    }

    String[] all() {
      return new String[] {session, run, approval, question};
    }
  }

  /** Ids of what waits in sessions of this tenant. */
  private Ids waiting(String tenantId) {
    String session = sessionOf(tenantId, null);
    JsonNode run = park(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    String other = sessionOf(tenantId, null);
    JsonNode asking = park(other, Script.ask(), Script.SAY_LAST_RESULT);
    return new Ids(session, id(run), approvalId(run), questionId(asking));
  }

  private static Http.Answer call(Http caller, Endpoint endpoint, String path) {
    String body =
        endpoint.method() == Method.GET || endpoint.method() == Method.DELETE ? null : "{}";
    return caller.send(endpoint.method().name(), path, body, _ -> {});
  }

  private static String withoutId(Http.Answer answer, String... ids) {
    String text = answer.text().replaceAll("\"(request_id|instance)\":\"[^\"]*\"", "");
    for (String id : ids) {
      text = text.replace(id, "ID");
    }
    return text;
  }

  // S1-130, S1-131
  @Test
  void S1_130_S1_131_what_is_anothers_does_not_exist_at_any_door() {
    String mine = tenant();
    Ids theirs = waiting(tenant());
    Ids nobodys =
        new Ids(
            "nobody",
            "run_01JZZZZZZZZZZZZZZZZZZZZZZZ",
            "apr_01JZZZZZZZZZZZZZZZZZZZZZZZ",
            "qst_01JZZZZZZZZZZZZZZZZZZZZZZZ");
    Http admin = bound(mine, "admin");
    List<Endpoint> doors = named().toList();
    assertThat(doors).hasSizeGreaterThan(30);
    for (Endpoint door : doors) {
      Http.Answer foreign = call(admin, door, theirs.in(door.path()));
      Http.Answer unknown = call(admin, door, nobodys.in(door.path()));
      assertThat(foreign.status()).as(door.id() + " " + foreign.text()).isEqualTo(404);
      assertThat(withoutId(foreign, theirs.all()))
          .as(door.id())
          .isEqualTo(withoutId(unknown, nobodys.all()));
    }
    JsonNode run = run(theirs.run);
    assertThat(status(run)).isEqualTo("waiting_for_approval");
    assertThat(http.get("/v1/sessions/" + theirs.session).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin", "operator", "agent", "viewer"})
  void what_is_the_whole_daemons_is_refused(String role) {
    Http caller = bound(tenant(), role);
    for (Endpoint door : unnamed().toList()) {
      Http.Answer answer = call(caller, door, door.path().replaceAll("\\{[a-z_]+}", "x"));
      assertThat(answer.status()).as(door.id() + " " + answer.text()).isEqualTo(403);
      boolean takesSession =
          door.tenantScope() != TenantScope.CLOSED
              && door.query().stream().anyMatch(q -> q.name().equals("session_id"));
      if (takesSession) {
        assertThat(answer.text()).as(door.id()).contains("session_id");
      }
    }
    assertThat(caller.get("/metrics").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("bySession")
  void a_session_is_named_by_those_whose_it_is(Endpoint door) {
    String mine = tenant();
    Http admin = bound(mine, "admin");
    String own = sessionOf(mine, null);
    String foreign = sessionOf(tenant(), null);

    assertThat(call(admin, door, door.path() + "?session_id=" + foreign).status())
        .as(door.id())
        .isEqualTo(404);
    assertThat(call(admin, door, door.path() + "?session_id=nobody").status())
        .as(door.id())
        .isEqualTo(404);
    if (door.form() != Endpoint.Form.STREAM) {
      Http.Answer answer = call(admin, door, door.path() + "?session_id=" + own);
      assertThat(answer.status()).as(door.id() + " " + answer.text()).isEqualTo(200);
    }
  }

  static Stream<Endpoint> bySession() {
    return inside()
        .filter(e -> e.method() == Method.GET && e.pathParameters().isEmpty())
        .filter(e -> e.tenantScope() != TenantScope.CLOSED)
        .filter(e -> e.query().stream().anyMatch(q -> q.name().equals("session_id")));
  }

  @Test
  void a_closed_door_stays_closed_whatever_session_is_named() {
    String mine = tenant();
    Http.Answer answer =
        bound(mine, "admin")
            .get("/v1/stats/decisions?session_id=" + waiting(mine).session)
            .expect(403);
    assertThat(answer.text()).contains("bound to a tenant").doesNotContain("session_id");
  }

  @Test
  @DisplayName("AG-15 the health is told to every valid token, and to no key of a host application")
  void AG_15_health() {
    String mine = tenant();
    for (String role : List.of("admin", "operator", "agent", "viewer")) {
      assertThat(bound(mine, role).get("/v1/health").expect(200).text())
          .as(role)
          .isEqualTo(json("{'status':'ok'}"));
    }
    refused(http.as("hpt_wrong").get("/v1/health"), 401, "auth", "unauthorized");
    refused(http.as(text(serviceKey(mine), "key")).get("/v1/health"), 403, "auth", "forbidden");
  }

  @Test
  void ambient_doors_know_whose_session_is_on_screen() {
    String mine = tenant();
    Ids theirs = waiting(tenant());
    Http operator = bound(mine, "operator");
    String body =
        json(
            "{'session_id':'%s','choice':'once','approval_id':'%s','message':'hi','response':'x'}",
            theirs.session, theirs.approval);
    for (String path : List.of("/api/approval/respond", "/api/clarify/respond", "/api/chat")) {
      assertThat(operator.post(path, body).status()).as(path).isEqualTo(404);
    }
    assertThat(status(run(theirs.run))).isEqualTo("waiting_for_approval");
  }

  @Test
  void a_token_works_with_what_is_its_tenants() {
    String mine = tenant();
    Http operator = bound(mine, "operator");
    String session = text(operator.post("/v1/sessions", "{}").expect(201).json(), "session_id");
    String run = operator.submit(session, Script.approval("x"), Script.SAY_LAST_RESULT);
    String approval = operator.awaitApproval(run);
    operator.get("/v1/approvals/" + approval).expect(200);
    assertThat(operator.get("/v1/approvals?session_id=" + session).expect(200).json().size())
        .isEqualTo(1);
    operator.post("/v1/runs/" + run + "/approvals", allow(approval)).expect(202);
    operator.awaitRun(run, "completed");
    assertThat(operator.get("/v1/runs?session_id=" + session).expect(200).json().size())
        .isEqualTo(1);
  }

  @Test
  void the_list_of_sessions_has_the_tenants_own_in_pages() {
    String mine = tenant();
    Http viewer = bound(mine, "viewer");
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.addFirst(sessionOf(mine, null));
      session();
    }
    List<String> walked = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode page = viewer.get("/v1/sessions?page=true&limit=2" + cursor).expect(200).json();
      page.path("items").forEach(row -> walked.add(text(row, "session_id")));
      assertThat(page.at("/pagination/total_count").asInt()).isEqualTo(5);
      more = page.at("/pagination/has_more").asBoolean();
      cursor = "&cursor=" + page.at("/pagination/next_cursor").asString();
    }
    assertThat(walked).isEqualTo(made);
    assertThat(http.get("/v1/sessions/" + made.getFirst()).status()).isEqualTo(200);
  }
}
