package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a host application and its approvers say to the daemon, and how it says no to them. */
abstract class SignedAcceptance extends Acceptance {
  static final String ALIAS = "CRM_API_KEY";
  static final String REASON = "The CRM lookup requires a credential that is not on file.";

  final Moving moving;
  final Host host;

  SignedAcceptance(Database database) {
    this(Moving.on(database));
  }

  SignedAcceptance(Moving moving) {
    super(moving.http());
    this.moving = moving;
    this.host = Host.of(http, moving::now);
  }

  /** Asks for leave to do something. */
  static String asksToAct(String reason) {
    return asks(reason, json("{'kind':'action','description':'do it'}"), "");
  }

  /** Asks for the value of an alias. */
  static String asksForSecret() {
    return asksForSecret(ALIAS);
  }

  static String asksForSecret(String alias) {
    return asks(
        REASON,
        json("{'kind':'secret','description':'API key for the CRM system','alias':'%s'}", alias),
        "");
  }

  static String asks(String reason, String items, String more) {
    return Script.tool(
        "request_approval",
        "{\"reason\":%s,\"requested_items\":[%s]%s}"
            .formatted(JSON.writeValueAsString(reason), items, more));
  }

  /** One that waits for an approval and then says so. */
  final Parked parked() {
    return host.park(asksToAct("May I?"), Script.say("went on"));
  }

  /** One that waits for a secret. */
  final Parked parkedForSecret() {
    return host.park(asksForSecret(), Script.say("went on"));
  }

  final Http.Answer send(String path, Object body) {
    return host.adapter().post(path, body.toString());
  }

  final Http.Answer keyed(Http by, String path, Object body, String key) {
    return by.send("POST", path, body.toString(), r -> r.header("Idempotency-Key", key));
  }

  /** A refusal as this surface makes it, whatever was refused. */
  final JsonNode problem(Http.Answer answer, int status, String slug) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    JsonNode problem = answer.json();
    assertThat(text(problem, "type"))
        .as(answer.text())
        .isEqualTo(moving.address() + "/problems/" + slug);
    assertThat(text(problem, "title")).isNotBlank();
    assertThat(problem.path("status").isInt()).isTrue();
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(text(problem, "detail")).isNotBlank();
    assertThat(text(problem, "request_id")).isEqualTo(answer.header("X-Request-Id")).isNotBlank();
    assertThat(text(problem, "instance"))
        .isEqualTo(
            Set.of(401, 403, 404).contains(status)
                ? ""
                : "urn:holdpoint:request:" + text(problem, "request_id"));
    return problem;
  }

  /** What is wrong is pointed at, and nothing else is. */
  final void invalid(Http.Answer answer, String... pointers) {
    JsonNode problem = problem(answer, 422, "validation-error");
    assertThat(problem.path("errors").valueStream().map(error -> text(error, "pointer")))
        .as(answer.text())
        .containsExactlyInAnyOrder(pointers);
    problem.path("errors").forEach(error -> assertThat(text(error, "message")).isNotBlank());
  }

  /** The approval waits, its run is parked, and nothing was left in the vault. */
  final void staysPending(Parked parked) {
    assertThat(host.status(parked)).isEqualTo("pending");
    JsonNode approval = host.approval(parked.approval());
    assertThat(approval.path("resolved_by").isNull()).isTrue();
    assertThat(approval.path("resolved_at").isNull()).isTrue();
    assertThat(text(host.message(parked), "status")).isEqualTo("parked");
    assertThat(host.aliases(parked.conversation())).isEmpty();
  }

  /** Everything that can be seen of it is the same after the deed as before it. */
  final void unchanged(Parked parked, Runnable deed) {
    List<JsonNode> before = seen(parked);
    deed.run();
    assertThat(seen(parked)).isEqualTo(before);
  }

  private List<JsonNode> seen(Parked parked) {
    return List.of(
        host.approval(parked.approval()),
        host.message(parked),
        http.get(parked.secrets()).expect(200).json(),
        http.get("/v1/runs/" + parked.run() + "/events").expect(200).json());
  }

  final String approveBody(Parked parked) {
    return host.approver().body(parked.approval(), "approve", host.soon()).toString();
  }

  final String denyBody(Parked parked) {
    return host.approver().body(parked.approval(), "deny", host.soon()).toString();
  }

  /** What the run's journal tells, by type. */
  final long count(Parked parked, String type) {
    return eventTypes(parked.run()).stream().filter(type::equals).count();
  }

  final Approver ed25519() {
    return Approver.ed25519(http, host.tenant(), "");
  }
}
