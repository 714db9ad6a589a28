package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Seed;
import dev.holdpoint.daemon.TestDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/**
 * Nothing that anybody can write lets a call run in a tenant that requires signatures: every write
 * route of the table, sent by every kind of caller, with the bodies that would allow it elsewhere.
 * Ending the run is another matter: then the call does not run either.
 */
@OnOneDatabase
@ExtendWith(Seed.Named.class)
class NoWayRoundTest {
  /**
   * What an admin is there for: whoever says what a decision takes, or brings in an approver's key,
   * decides who decides. An admin's call of these gets a body that changes nothing here.
   */
  private static final Set<String> SAYS_WHO_DECIDES =
      Set.of("putApprovalPolicy", "createApproverKey");

  /** May end the run or take the approval back; may not allow it. */
  private static final Set<String> MAY_END =
      Set.of("cancelRun", "interruptSession", "removeSession", "endSession");

  private final Database database;
  private final TestDaemon daemon;
  private final Http admin;
  private final String tenant;
  private final Tenancy.Approver ada;
  private final Path marker;
  private int parked;
  private int turn;

  NoWayRoundTest(Database database) {
    this.database = database;
    daemon = TestDaemon.start(Database.newFolder(), database.settings(Map.of()));
    admin = daemon.http();
    tenant = made(Tenancy.TENANTS, "{'name':'guarded'}", "tenant_id");
    admin
        .send(
            "PUT",
            Tenancy.at(tenant) + "/approval-policy",
            Acceptance.json("{'signature_required':true}"),
            _ -> {})
        .expect(200);
    ada = Tenancy.Approver.in(admin, tenant, "ada");
    marker = Database.newFolder().resolve("ran");
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private String made(String path, String body, String member) {
    return Acceptance.text(admin.post(path, Acceptance.json(body)).expect(201).json(), member);
  }

  /** A run of the tenant that waits for leave to leave a mark. */
  private record Waiting(String session, String conversation, String run, String approval) {}

  private static final int FEW = 4;

  /** Callers who can decide nothing anywhere need not try it in every way. */
  private static final Set<String> BARRED = Set.of("viewer", "bound viewer", "nobody", "guesser");

  private Waiting park() {
    String wish = "{'session_id':'s%d','tenant_id':'%s'}".formatted(++parked, tenant);
    JsonNode session = admin.post("/v1/sessions", Acceptance.json(wish)).expect(201).json();
    String id = Acceptance.text(session, "session_id");
    String run = admin.submit(id, Script.bash("touch " + marker));
    return new Waiting(
        id, Acceptance.text(session, "conversation_id"), run, admin.awaitApproval(run));
  }

  private JsonNode approval(Waiting waiting) {
    return admin.get("/v1/approvals/" + waiting.approval).expect(200).json();
  }

  private Map<String, Http> callers() {
    Map<String, Http> callers = new LinkedHashMap<>();
    for (String role : List.of("operator", "agent", "viewer", "admin")) {
      callers.put(role, admin.withRole(role, "a " + role));
      String body =
          Acceptance.json("{'name':'bound %s','role':'%s','tenant_id':'%s'}", role, role, tenant);
      callers.put(
          "bound " + role,
          admin.as(Acceptance.text(admin.post("/v1/tokens", body).expect(201).json(), "token")));
    }
    callers.put(
        "adapter",
        admin.as(made(Tenancy.at(tenant) + "/service-keys", "{'name':'adapter'}", "key")));
    callers.put("nobody", admin.as(null));
    callers.put("guesser", admin.as("sk_int_AAAA"));
    return callers;
  }

  private static Stream<Endpoint> writes() {
    return Endpoints.ALL.stream().filter(endpoint -> endpoint.method() != Method.GET);
  }

  private String path(Endpoint endpoint, Waiting waiting) {
    return endpoint
        .path()
        .replace("{session_id}", waiting.session)
        .replace("{run_id}", waiting.run)
        .replace("{approval_id}", waiting.approval)
        .replace("{request_id}", waiting.approval)
        .replace("{permission_id}", waiting.approval)
        .replace("{conversation_id}", waiting.conversation)
        .replace("{tenant_id}", tenant)
        .replaceAll("\\{[a-z_.]+}", "x");
  }

  /** What would allow the call if anything did. */
  private List<String> bodies(Endpoint endpoint, Waiting waiting, Tenancy.Approver stranger) {
    String id = waiting.approval;
    String forged = stranger.signs(id, true);
    List<String> bodies = new ArrayList<>();
    for (String more :
        List.of(
            "",
            ",'updated_input':{'command':'touch %s'}".formatted(marker),
            ",'grant':{'scope':'session'}",
            ",'grant':{'scope':'user'}",
            forged)) {
      bodies.add(Acceptance.resolutions(Acceptance.one(id, "allow", Acceptance.json(more))));
    }
    for (String choice : List.of("once", "session", "always")) {
      bodies.add(
          Acceptance.json(
              "{'session_id':'%s','approval_id':'%s','choice':'%s'}", waiting.session, id, choice));
    }
    for (String reply : List.of("once", "always")) {
      bodies.add(Acceptance.json("{'reply':'%s'}", reply));
    }
    bodies.add("{" + forged.substring(1) + "}");
    bodies.add(
        Acceptance.json(
            "{'signature':{'key_id':'%s','algorithm':'hmac-sha256','exp':4102444800,'value':'%s'}}",
            ada.keyId(), "A".repeat(43)));
    for (String scope :
        List.of("{'kind':'user'}", "{'kind':'session','id':'" + waiting.session + "'}")) {
      bodies.add(Acceptance.json("{'behavior':'allow','tool':'*','scope':" + scope + "}"));
    }
    bodies.add(Acceptance.json("{'signature_required':false,'approvals_required':1}"));
    // A message on the signed surface is answered when its run stops, which this one does not.
    if (!endpoint.path().endsWith("/messages")) {
      bodies.add(
          Acceptance.json(
              "{'session_id':'%s','content':'go on','message':'go on','title':'t'}",
              waiting.session));
    }
    bodies.add("{}");
    return endpoint.request() == null ? List.of("{}") : bodies;
  }

  // S1-14, S1-15
  @Test
  void S1_14_S1_15_no_write_of_anybody_lets_the_call_run() {
    String strange = made(Tenancy.TENANTS, "{'name':'others'}", "tenant_id");
    Tenancy.Approver stranger = Tenancy.Approver.in(admin, strange, "ada");
    Waiting waiting = park();
    List<Endpoint> routes = writes().toList();
    assertThat(routes).hasSizeGreaterThan(60);
    Map<String, Http> callers = callers();
    for (Endpoint route : routes) {
      for (Map.Entry<String, Http> caller : callers.entrySet()) {
        List<String> all = bodies(route, waiting, stranger);
        for (String body : Seed.someOf(all, ways(route, caller.getKey()), turn++)) {
          boolean decides = caller.getKey().equals("admin");
          String sent = decides && SAYS_WHO_DECIDES.contains(route.id()) ? "{}" : body;
          caller
              .getValue()
              .send(
                  route.method().name(),
                  path(route, waiting),
                  route.method() == Method.DELETE ? null : sent,
                  _ -> {});
        }
        waiting = checked(waiting, route, caller.getKey() + " " + route.id());
        admin.post(Tenancy.at(tenant) + "/resume", null).expect(200);
      }
    }
    // With the right key it runs, so that all this was not for another reason.
    admin.post("/v1/runs/" + waiting.run + "/approvals", ada.allows(waiting.approval)).expect(202);
    admin.awaitRun(waiting.run, "completed");
    assertThat(marker).exists();
  }

  /**
   * In how many ways a caller tries a route. The doors are the same on both databases: every way is
   * tried on one of them, where the route names what waits.
   */
  private int ways(Endpoint route, String caller) {
    if (BARRED.contains(caller)) {
      return 1;
    }
    boolean namesWhatWaits =
        Stream.of("session", "run", "approval", "request", "permission", "conversation")
            .anyMatch(named -> route.path().contains("{" + named + "_id}"));
    return namesWhatWaits && database == Database.SQLITE ? Integer.MAX_VALUE : FEW;
  }

  private Waiting checked(Waiting waiting, Endpoint route, String what) {
    assertThat(Files.exists(marker)).as(what).isFalse();
    JsonNode now = approval(waiting);
    String status = Acceptance.text(now, "status");
    if (status.equals("pending")) {
      return waiting;
    }
    assertThat(status).as(what + now).isIn("withdrawn", "expired");
    assertThat(now.at("/resolution/behavior").asString("")).as(what + now).isNotEqualTo("allow");
    assertThat(MAY_END.contains(route.id()) || route.path().startsWith("/conversations/"))
        .as(what + now)
        .isTrue();
    return park();
  }
}
