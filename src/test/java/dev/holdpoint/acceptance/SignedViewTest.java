package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host.Parked;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** An approval as a host application sees it. */
@OnBothDatabases
class SignedViewTest extends SignedAcceptance {
  private static final List<String> MEMBERS =
      List.of(
          "object",
          "id",
          "tenant_id",
          "conversation_id",
          "message_id",
          "status",
          "reason",
          "requested_items",
          "expires_at",
          "resolved_by",
          "resolved_at",
          "created_at",
          "updated_at",
          "revision",
          "digest",
          "tool_name",
          "input",
          "assertion_version");

  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z";

  SignedViewTest(Database database) {
    super(database);
  }

  @Test
  // S1-80, S1-81, S1-82, S1-83, S1-84, S1-85, S1-87, S1-88, S1-89, S1-91, S1-92, S1-93, S1-95,
  // S1-97, S1-98, S1-99, S1-100, S1-48
  void S1_80_to_S1_100_a_pending_approval_is_shown_whole() {
    Parked parked = parkedForSecret();

    JsonNode approval = host.approval(parked.approval());

    assertThat(members(approval)).containsExactlyInAnyOrderElementsOf(MEMBERS);
    assertThat(text(approval, "object")).isEqualTo("approval");
    assertThat(text(approval, "id")).isEqualTo(parked.approval()).matches("apr_[A-Za-z0-9]+");
    assertThat(text(approval, "tenant_id")).isEqualTo(host.tenant()).matches("tnt_[A-Za-z0-9]+");
    assertThat(text(approval, "conversation_id"))
        .isEqualTo(parked.conversation())
        .matches("con_[A-Za-z0-9]+");
    assertThat(text(approval, "message_id"))
        .isEqualTo(parked.message())
        .matches("msg_[A-Za-z0-9]+");
    assertThat(text(approval, "status")).isEqualTo("pending");
    assertThat(text(approval, "reason")).isEqualTo(REASON);
    assertThat(approval.path("requested_items").toString())
        .isEqualTo(
            json(
                "[{'kind':'secret','description':'API key for the CRM system','alias':'%s'}]",
                ALIAS));
    assertThat(approval.path("resolved_by").isNull()).isTrue();
    assertThat(approval.path("resolved_at").isNull()).isTrue();
    for (String time : List.of("expires_at", "created_at", "updated_at")) {
      assertThat(text(approval, time)).matches(TIME);
    }
    assertThat(Instant.parse(text(approval, "created_at")).toEpochMilli()).isEqualTo(moving.now());
    assertThat(text(approval, "updated_at")).isEqualTo(text(approval, "created_at"));
    assertThat(Instant.parse(text(approval, "expires_at")).toEpochMilli())
        .isEqualTo(moving.now() + Duration.ofDays(1).toMillis());
  }

  @Test
  // S1-97, S1-98, S1-101
  void S1_97_S1_98_S1_101_a_settled_one_says_by_whom_and_when() {
    Parked approved = parked();
    Parked denied = parked();
    moving.pass(Duration.ofSeconds(7));

    host.approve(approved).expect(200);
    host.deny(denied).expect(200);
    moving.pass(Duration.ofSeconds(7));

    for (Map.Entry<Parked, String> each :
        Map.of(approved, "approved", denied, "denied").entrySet()) {
      JsonNode approval = host.approval(each.getKey().approval());
      assertThat(members(approval)).containsAll(MEMBERS);
      assertThat(text(approval, "status")).isEqualTo(each.getValue());
      assertThat(text(approval, "resolved_by")).isEqualTo(host.approver().identity());
      assertThat(text(approval, "resolved_at")).matches(TIME);
      assertThat(Instant.parse(text(approval, "resolved_at")).toEpochMilli())
          .isEqualTo(moving.now() - 7_000);
      assertThat(text(approval, "updated_at")).isEqualTo(text(approval, "resolved_at"));
      assertThat(text(approval, "created_at")).isLessThan(text(approval, "resolved_at"));
    }
  }

  @Test
  // S1-85, S1-86
  void S1_85_S1_86_one_whose_deadline_has_passed_is_expired_though_nobody_came() {
    Parked parked =
        host.park(
            asks("soon", json("{'kind':'action','description':'d'}"), ",\"expires_after_ms\":2000"),
            Script.say("went on"));
    moving.pass(Duration.ofSeconds(2));

    // Nobody decides and no timer need have come: who looks sees what is.
    assertThat(text(host.ended(parked), "status")).isEqualTo("failed");
    JsonNode approval = host.approval(parked.approval());
    assertThat(text(approval, "status")).isEqualTo("expired");
    assertThat(members(approval)).containsAll(MEMBERS);
  }

  @Test
  // S1-88, S1-89, S1-90, S1-92
  void S1_88_S1_89_S1_90_S1_92_items_of_both_kinds_are_shown_in_order() {
    Parked parked =
        host.park(
            asks(
                "two things",
                json(
                    "{'kind':'action','description':'Restart the service'},"
                        + "{'kind':'secret','description':'Its key','alias':'A'},"
                        + "{'kind':'secret','description':'Another','alias':'B_2'}"),
                ""));

    JsonNode items = host.approval(parked.approval()).path("requested_items");

    assertThat(items.valueStream().map(item -> text(item, "kind")))
        .containsExactly("action", "secret", "secret");
    assertThat(items.valueStream().map(item -> text(item, "description")))
        .containsExactly("Restart the service", "Its key", "Another");
    assertThat(items.get(0).has("alias")).isFalse();
    assertThat(text(items.get(2), "alias")).isEqualTo("B_2");
  }

  @Test
  // S1-87, S1-88
  void S1_87_S1_88_an_ordinary_call_says_what_it_would_do() {
    Parked parked = host.park(Script.bash("git push origin main"), Script.say("went on"));

    JsonNode approval = host.approval(parked.approval());

    assertThat(text(approval, "reason")).isNotBlank();
    assertThat(approval.path("requested_items")).hasSize(1);
    assertThat(approval.at("/requested_items/0/kind").asString()).isEqualTo("action");
    assertThat(approval.at("/requested_items/0/description").asString())
        .contains("git push origin main");
    send(parked.deny(), denyBody(parked)).expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A",
        "AA",
        "A0_",
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ"
      })
  // S1-93, S1-94
  void S1_93_S1_94_an_alias_of_up_to_64_characters_is_taken(String alias) {
    Parked parked = host.park(asksForSecret(alias), Script.say("went on"));

    assertThat(host.approval(parked.approval()).at("/requested_items/0/alias").asString())
        .isEqualTo(alias);
    host.approve(parked, alias, "v").expect(200);
    assertThat(host.aliases(parked.conversation())).containsExactly(alias);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "crm_api_key",
        "Crm",
        "1A",
        "_A",
        "A-B",
        "A B",
        "A\\n",
        "Ä",
        ""
      })
  // S1-94
  void S1_94_any_other_alias_cannot_be_asked_for(String alias) {
    String conversation = host.conversation();

    JsonNode message =
        host.say(host.adapter(), conversation, asksForSecret(alias), Script.SAY_LAST_RESULT)
            .expect(201)
            .json();

    // The call is refused to the model, which may ask again; nobody is asked for what cannot be.
    assertThat(text(message, "status")).isNotEqualTo("parked");
    assertThat(
            http.get("/approvals?conversation_id=" + conversation).expect(200).json().path("data"))
        .isEmpty();
  }

  @Test
  // S1-102: the seed's example and ours have the same members, each of the same kind
  void S1_102_the_documented_example_has_our_form() {
    Parked parked = parkedForSecret();
    host.approve(parked, ALIAS, "v").expect(200);
    JsonNode ours = host.approval(parked.approval());
    JsonNode example =
        JSON.readTree(
            """
            {"object":"approval","id":"apr_01hzx8appr001","tenant_id":"tnt_01hzx8acme001",
             "conversation_id":"con_01hzx8conv001","message_id":"msg_01hzx8asst001",
             "status":"approved","reason":"r",
             "requested_items":[{"kind":"secret","description":"d","alias":"CRM_API_KEY"}],
             "expires_at":"2026-07-02T10:15:00Z","resolved_by":"approver_key:apk_01hzx8host001",
             "resolved_at":"2026-07-02T10:02:10Z","created_at":"2026-07-02T10:00:05Z",
             "updated_at":"2026-07-02T10:02:10Z"}""");

    assertThat(members(ours)).containsAll(members(example));
    example
        .properties()
        .forEach(
            member ->
                assertThat(ours.path(member.getKey()).getNodeType())
                    .as(member.getKey())
                    .isEqualTo(member.getValue().getNodeType()));
    // And the API document takes it.
    JsonNode document = http.get("/v1/openapi.json").expect(200).json();
    JsonNode schema =
        document
            .path("paths")
            .path("/approvals/{approval_id}")
            .at("/get/responses/200/content/application~1json/schema");
    JsonNode named =
        schema.has("$ref") ? document.at(schema.path("$ref").asString().substring(1)) : schema;
    assertThat(named.path("properties").propertyNames()).containsAll(example.propertyNames());
    assertThat(texts(named.path("required"))).isSubsetOf(List.copyOf(ours.propertyNames()));
  }

  @Test
  // One approval has one id on every surface.
  void the_same_approval_is_seen_natively_under_the_same_id() {
    Parked parked = parked();

    JsonNode row = http.get("/v1/approvals/" + parked.approval()).expect(200).json();

    assertThat(text(row, "run_id")).isEqualTo(parked.run());
    assertThat(text(row, "status")).isEqualTo("pending");
    host.approve(parked).expect(200);
    JsonNode settled = http.get("/v1/approvals/" + parked.approval()).expect(200).json();
    assertThat(settled.at("/resolution/by").asString()).isEqualTo(host.approver().identity());
    assertThat(settled.at("/resolution/behavior").asString()).isEqualTo("allow");
  }
}
