package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Script;
import dev.holdpoint.blackbox.cluster.History.Submission;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A host's conversation that needs a secret, and two who agree; one of them says so twice. */
final class SecretErrand extends Errand {
  private static final String PENDING = "pending";
  private static final String ALIAS = "CRM_API_KEY";

  /** Longer than a fault puts the daemon's clock ahead of the one that signs. */
  private static final long LONG_S = 7 * 24 * 3_600;

  private final Caller adapter;

  SecretErrand(Scene scene, RandomGenerator random, String mark) {
    super(scene, random, mark);
    this.adapter = scene.caller().as(scene.adapter());
  }

  @Override
  String kind() {
    return "secrets and votes";
  }

  private static String asksForSecret(String reason) {
    ObjectNode input = JSON.createObjectNode().put("reason", reason);
    input
        .putArray("requested_items")
        .addObject()
        .put("kind", "secret")
        .put("description", "d")
        .put("alias", ALIAS);
    return Script.tool("request_approval", input);
  }

  private Http.Answer send(String path, String body, String key, int wanted) {
    return expect(adapter.post(mark, path, body, key), wanted, path);
  }

  @Override
  void carryOut() {
    String conversation =
        text(
            send(
                    "/conversations",
                    "{\"tenant_id\":\"%s\"}".formatted(scene.tenant()),
                    "conversation " + mark,
                    201)
                .json(),
            "id");
    JsonNode message =
        send(
                "/conversations/" + conversation + "/messages?stream=false",
                Host.content(asksForSecret(mark), Script.say("done")).toString(),
                mark,
                201)
            .json();
    String run = text(message, "id").replace("msg_", "run_");
    scene.acknowledged().submitted(new Submission(mark, false, run));
    JsonNode view = awaitRest(run);
    if (isOver(view)) {
      return;
    }
    String approval = view.path("pending_approval_ids").path(0).asString();
    String value =
        random.ints(32, 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining());
    String told = vote(scene.ada(), "ada", approval, mark + "a", "approve", value);
    if (told.equals(PENDING) && random.nextBoolean()) {
      told = vote(scene.ada(), "ada", approval, mark + "b", "approve", null);
    }
    if (told.equals(PENDING)) {
      String decision = random.nextInt(4) == 0 ? "deny" : "approve";
      told = vote(scene.bob(), "bob", approval, mark + "c", decision, null);
    }
    scene
        .acknowledged()
        .stored(new Acknowledged.Stored(mark, conversation, ALIAS, value, told.equals("approved")));
    JsonNode row = get("/v1/approvals/" + approval);
    scene
        .acknowledged()
        .read(new Acknowledged.Read(mark, approval, "resolved", text(row, "status")));
    awaitEnd(run);
  }

  /** Gives the approval's status, as the answer tells it. */
  private String vote(
      Approver by,
      String principal,
      String approval,
      String key,
      String decision,
      @org.jspecify.annotations.Nullable String value) {
    long until = System.currentTimeMillis() / 1000 + LONG_S;
    String body = by.body(approval, decision, until, ALIAS, value).toString();
    JsonNode told = send("/approvals/" + approval + "/" + decision, body, key, 200).json();
    String status = text(told, "status");
    scene
        .acknowledged()
        .voted(
            new Acknowledged.Vote(
                mark, approval, principal, status, told.path("approvals").size()));
    return status;
  }
}
