package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Approver;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Values that an approver hands over: kept for their conversation, used, and never shown. */
@OnBothDatabases
class SignedSecretsTest extends SignedAcceptance {
  private static final String VALUE = "kX9-quite-distinct-value-4711";

  SignedSecretsTest(Database database) {
    super(database);
  }

  private Http.Answer put(Http by, String conversation, String body) {
    return by.send("PUT", "/conversations/" + conversation + "/secrets", body, _ -> {});
  }

  private Http.Answer put(String conversation, String alias, String value) {
    return put(
        host.adapter(),
        conversation,
        "{\"secrets\":{\"%s\":%s}}".formatted(alias, JSON.writeValueAsString(value)));
  }

  private ObjectNode with(Parked parked, String alias, String value) {
    return host.approver().body(parked.approval(), "approve", host.soon(), alias, value);
  }

  @Test
  // S1-37, S1-41, S1-42, S1-91
  void S1_37_S1_41_S1_42_S1_91_asked_supplied_and_used_in_one_approval() {
    Parked parked =
        host.park(
            asksForSecret(),
            Script.bash("printf %s {{secret:CRM_API_KEY}} | wc -c"),
            Script.SAY_LAST_RESULT,
            Script.sayRequest());

    Http.Answer answer = host.approve(parked, ALIAS, VALUE).expect(200);
    assertThat(answer.text()).doesNotContain(VALUE);
    // The command asks as every command does; its value was handed over before.
    Parked command = next(parked);
    host.approve(command).expect(200);

    JsonNode message = host.ended(parked);
    assertThat(text(message, "status")).as(message.toString()).isEqualTo("completed");
    assertThat(text(message, "content"))
        .as("the command had the value")
        .contains(Integer.toString(VALUE.length()))
        .as("the model had the alias")
        .contains("{{secret:CRM_API_KEY}}")
        .doesNotContain(VALUE);
  }

  /** What the same message waits for now. */
  private Parked next(Parked parked) {
    JsonNode pending =
        http.await(
            "/approvals?status=pending&conversation_id=" + parked.conversation(),
            list -> list.path("data").size() == 1);
    return new Parked(parked.conversation(), parked.message(), pending.at("/data/0/id").asString());
  }

  @Test
  // S1-41, S1-38
  void S1_38_S1_41_what_a_command_prints_of_it_is_taken_out() {
    Parked parked =
        host.park(
            asksForSecret(),
            Script.bash(
                "printf '%s\\n' {{secret:CRM_API_KEY}};"
                    + " printf %s {{secret:CRM_API_KEY}} | base64;"
                    + " printf %s {{secret:CRM_API_KEY}} | od -An -tx1 | tr -d ' \\n'"),
            Script.SAY_LAST_RESULT);
    host.approve(parked, ALIAS, VALUE).expect(200);
    host.approve(next(parked)).expect(200);

    JsonNode message = host.ended(parked);

    assertThat(text(message, "content"))
        .contains("[secret:CRM_API_KEY]")
        .doesNotContain(VALUE)
        .doesNotContain(java.util.Base64.getEncoder().encodeToString(bytes(VALUE)).substring(0, 20))
        .doesNotContain(java.util.HexFormat.of().formatHex(bytes(VALUE)).substring(0, 20));
    assertThat(events(parked.run()).toString()).doesNotContain(VALUE);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  // S1-39
  void S1_39_another_conversation_cannot_use_the_alias() {
    Parked first = parkedForSecret();
    host.approve(first, ALIAS, VALUE).expect(200);
    Parked other =
        host.park(
            Script.bash("printf 'length %s' \"$(printf %s {{secret:CRM_API_KEY}} | wc -c)\""),
            Script.SAY_LAST_RESULT);
    host.approve(other).expect(200);

    JsonNode message = host.ended(other);

    assertThat(text(message, "content"))
        .doesNotContain("length " + VALUE.length())
        .as("it is told to ask")
        .contains("request_approval");
    assertThat(host.aliases(other.conversation())).isEmpty();
    // Nor through the environment.
    Parked named =
        host.park(
            Script.bash("echo \"<${CRM_API_KEY}>\"; env | grep -c CRM"), Script.SAY_LAST_RESULT);
    host.approve(named).expect(200);
    assertThat(text(host.ended(named), "content")).contains("<>").doesNotContain(VALUE);
  }

  @Test
  // S1-40
  void S1_40_what_is_put_and_what_is_approved_are_listed_alike() {
    Parked approved = parkedForSecret();
    host.approve(approved, ALIAS, VALUE).expect(200);
    String conversation = host.conversation();
    Http.Answer written = put(conversation, ALIAS, VALUE).expect(200);
    assertThat(written.text()).doesNotContain(VALUE);

    JsonNode one = host.adapter().get(approved.secrets()).expect(200).json();
    JsonNode other =
        host.adapter().get("/conversations/" + conversation + "/secrets").expect(200).json();

    for (JsonNode list : List.of(one, other)) {
      assertThat(text(list, "object")).isEqualTo("list");
      JsonNode secret = list.at("/data/0");
      assertThat(members(secret))
          .containsExactlyInAnyOrder("object", "alias", "created_at", "updated_at");
      assertThat(text(secret, "object")).isEqualTo("conversation.secret");
      assertThat(text(secret, "alias")).isEqualTo(ALIAS);
      assertThat(list.toString()).doesNotContain(VALUE);
    }
  }

  @Test
  // S1-40
  void S1_40_a_second_value_takes_the_place_of_the_first_by_either_way() {
    Parked parked =
        host.park(
            asksForSecret(),
            Script.bash("printf %s {{secret:CRM_API_KEY}} | wc -c"),
            Script.SAY_LAST_RESULT);
    put(parked.conversation(), ALIAS, "first").expect(200);
    JsonNode before = host.adapter().get(parked.secrets()).json().at("/data/0");
    moving.pass(Duration.ofSeconds(3));

    host.approve(parked, ALIAS, "second-is-longer").expect(200);

    JsonNode after = host.adapter().get(parked.secrets()).json();
    assertThat(after.path("data")).hasSize(1);
    assertThat(text(after.at("/data/0"), "created_at")).isEqualTo(text(before, "created_at"));
    assertThat(text(after.at("/data/0"), "updated_at")).isNotEqualTo(text(before, "updated_at"));
    host.approve(next(parked)).expect(200);
    assertThat(text(host.ended(parked), "content"))
        .contains(Integer.toString("second-is-longer".length()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lower", "1A", "A-B", "", "ÄA"})
  // S1-40, S1-94
  void S1_40_S1_94_both_ways_refuse_the_same_aliases(String alias) {
    Parked parked = parkedForSecret();
    String conversation = parked.conversation();

    invalid(put(conversation, alias, "v"), "/secrets/" + alias);
    invalid(send(parked.approve(), with(parked, alias, "v")), "/secrets/" + alias);

    staysPending(parked);
  }

  @Test
  // S1-40
  void S1_40_both_ways_have_the_same_limits() {
    Parked parked = parkedForSecret();
    String most = "x".repeat(64 * 1024);
    String tooLong = most + "x";

    invalid(put(parked.conversation(), ALIAS, tooLong), "/secrets/" + ALIAS);
    Http.Answer answer = send(parked.approve(), with(parked, ALIAS, tooLong));
    invalid(answer, "/secrets/" + ALIAS);
    assertThat(answer.text()).as("not even a part of it").doesNotContain("xxxx");
    invalid(put(parked.conversation(), ALIAS, "é".repeat(32 * 1024 + 1)), "/secrets/" + ALIAS);
    staysPending(parked);

    host.approve(parked, ALIAS, most).expect(200);
    put(parked.conversation(), ALIAS, most).expect(200);
  }

  @Test
  // S1-40: 1 to 50 a call
  void S1_40_up_to_fifty_are_taken_at_once_and_none_is_none_of_them() {
    String conversation = host.conversation();

    put(host.adapter(), conversation, aliases(50)).expect(200);
    assertThat(host.aliases(conversation)).hasSize(50);
    problem(put(host.adapter(), conversation, aliases(51)), 422, "validation-error");
    problem(put(host.adapter(), conversation, "{\"secrets\":{}}"), 422, "validation-error");
    problem(put(host.adapter(), conversation, "{}"), 422, "validation-error");
    assertThat(host.aliases(conversation)).hasSize(50);
  }

  private static String aliases(int n) {
    ObjectNode secrets = JSON.createObjectNode();
    for (int i = 0; i < n; i++) {
      secrets.put("K" + i, "value-" + i);
    }
    ObjectNode body = JSON.createObjectNode();
    body.set("secrets", secrets);
    return body.toString();
  }

  @Test
  // S1-43, S1-90, Q12
  void S1_43_S1_90_an_alias_that_was_not_asked_for_is_refused_and_nothing_happens() {
    Parked secret = parkedForSecret();
    Parked action = parked();
    Parked command = host.park(Script.bash("true"), Script.say("went on"));

    invalid(send(secret.approve(), with(secret, "OTHER", "never-stored")), "/secrets/OTHER");
    ObjectNode both = with(secret, ALIAS, "never-stored");
    ((ObjectNode) both.path("secrets")).put("OTHER", "never-stored");
    invalid(send(secret.approve(), both), "/secrets/OTHER");
    invalid(send(action.approve(), with(action, ALIAS, "never-stored")), "/secrets/" + ALIAS);
    invalid(send(command.approve(), with(command, ALIAS, "never-stored")), "/secrets/" + ALIAS);

    for (Parked parked : List.of(secret, action, command)) {
      staysPending(parked);
    }
    // One that comes along with a no is not kept, and the no counts.
    ObjectNode denied =
        host.approver().body(secret.approval(), "deny", host.soon(), ALIAS, "never-stored");
    assertThat(text(send(secret.deny(), denied).expect(200).json(), "status")).isEqualTo("denied");
    assertThat(text(host.ended(secret), "status")).isEqualTo("failed");
    assertThat(host.aliases(secret.conversation())).isEmpty();
  }

  @Test
  // Q12: "optionally"
  void an_alias_that_was_asked_for_and_not_supplied_is_simply_unset() {
    Parked parked =
        host.park(
            asksForSecret(), Script.bash("echo {{secret:CRM_API_KEY}}"), Script.SAY_LAST_RESULT);
    host.approve(parked).expect(200);
    host.approve(next(parked)).expect(200);

    assertThat(text(host.ended(parked), "content")).contains("request_approval");
  }

  /** Every way in which a decision is refused, with a secret in its hand. */
  enum Refused {
    SIGNATURE,
    DECISION,
    STALE,
    SCHEMA,
    UNREQUESTED,
    SUSPENDED,
    SETTLED,
    EXPIRED,
    CONFLICT,
    SCOPE,
    UNAUTHORIZED,
    OUTSIDE
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.EnumSource
  // S1-32
  void S1_32_no_refusal_leaves_a_secret_behind(Refused how) {
    Parked parked = parkedForSecret();
    ObjectNode body = with(parked, ALIAS, "never-stored");
    Http by = host.adapter();
    String key = "";
    switch (how) {
      case SIGNATURE ->
          ((ObjectNode) body.path("signature")).put("value", Approver.base64url(new byte[32]));
      case DECISION ->
          body =
              host.approver().body(parked.approval(), "deny", host.soon(), ALIAS, "never-stored");
      case STALE ->
          body =
              host.approver()
                  .body(parked.approval(), "approve", moving.now() / 1000, ALIAS, "never-stored");
      case SCHEMA -> body.put("note", 1);
      case UNREQUESTED -> ((ObjectNode) body.path("secrets")).put("OTHER", "never-stored");
      case SUSPENDED -> http.post(host.path("/suspend"), null).expect(200);
      case SETTLED -> host.deny(parked).expect(200);
      case EXPIRED -> {
        moving.pass(Duration.ofDays(1));
        body =
            host.approver().body(parked.approval(), "approve", host.soon(), ALIAS, "never-stored");
      }
      case CONFLICT -> {
        key = "taken";
        Parked other = parked();
        keyed(by, other.approve(), approveBody(other), key).expect(200);
      }
      case SCOPE ->
          by =
              http.as(
                  dev.holdpoint.blackbox.Host.serviceKey(
                      http, host.tenant(), json(",'scopes':['approvals:read','secrets:write']")));
      case UNAUTHORIZED -> by = http.as("sk_int_nobody");
      case OUTSIDE -> by = dev.holdpoint.blackbox.Host.of(http, moving::now).adapter();
    }

    Http.Answer answer =
        key.isEmpty()
            ? by.post(parked.approve(), body.toString())
            : keyed(by, parked.approve(), body, key);

    assertThat(answer.status()).as(answer.text()).isBetween(400, 499);
    assertThat(answer.text()).doesNotContain("never-stored");
    if (how == Refused.SUSPENDED) {
      http.post(host.path("/resume"), null).expect(200);
    }
    assertThat(host.aliases(parked.conversation())).isEmpty();
    assertThat(http.get(parked.secrets()).expect(200).json().path("data")).isEmpty();
  }

  @Test
  void a_denial_and_a_deadline_leave_no_secret_behind_that_the_approval_brought() {
    Parked denied = parkedForSecret();
    put(denied.conversation(), "EARLIER", "stays").expect(200);
    host.deny(denied).expect(200);

    assertThat(host.aliases(denied.conversation()))
        .as("what was put otherwise is not the approval's")
        .containsExactly("EARLIER");
  }

  @Test
  void a_secret_is_removed_by_its_alias_and_an_unknown_one_is_not_found() {
    String conversation = host.conversation();
    put(conversation, ALIAS, VALUE).expect(200);
    String path = "/conversations/" + conversation + "/secrets/";

    host.adapter().send("DELETE", path + ALIAS, null, _ -> {}).expect(204);

    assertThat(host.aliases(conversation)).isEmpty();
    problem(host.adapter().send("DELETE", path + ALIAS, null, _ -> {}), 404, "not-found");
    problem(host.adapter().send("DELETE", path + "lower", null, _ -> {}), 404, "not-found");
  }

  @Test
  void a_message_may_bring_secrets_along() {
    String conversation = host.conversation();
    ObjectNode body = dev.holdpoint.blackbox.Host.content(Script.say("ok"));
    body.putObject("secrets").put(ALIAS, VALUE);

    Http.Answer answer =
        host.adapter()
            .post("/conversations/" + conversation + "/messages?stream=false", body.toString())
            .expect(201);

    assertThat(answer.text()).doesNotContain(VALUE);
    assertThat(host.aliases(conversation)).containsExactly(ALIAS);
    ObjectNode bad = dev.holdpoint.blackbox.Host.content(Script.say("ok"));
    bad.putObject("secrets").put("lower", VALUE);
    invalid(
        host.adapter()
            .post("/conversations/" + conversation + "/messages?stream=false", bad.toString()),
        "/secrets/lower");
  }

  @Test
  // S1-11, S1-38: no GET shows a value
  void no_way_to_read_gives_a_value_back() {
    Parked parked = parkedForSecret();
    host.approve(parked, ALIAS, VALUE).expect(200);
    host.ended(parked);

    for (String path :
        List.of(
            parked.secrets(),
            parked.secrets() + "/" + ALIAS,
            parked.messages(),
            "/conversations/" + parked.conversation(),
            "/approvals/" + parked.approval(),
            "/approvals",
            "/integration/self",
            "/v1/runs/" + parked.run(),
            "/v1/runs/" + parked.run() + "/events",
            "/v1/runs/" + parked.run() + "/external-actions",
            "/v1/approvals/" + parked.approval(),
            "/v1/audit/export")) {
      for (Http by : List.of(host.adapter(), http)) {
        assertThat(by.get(path).text()).as(path).doesNotContain(VALUE);
      }
    }
  }
}
