package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the body of a decision may be; all else is pointed at, and changes nothing. */
@OnOneDatabase
class SignedBodyTest extends SignedAcceptance {
  SignedBodyTest(Database database) {
    super(database);
  }

  private ObjectNode good(Parked parked) {
    return host.approver().body(parked.approval(), "approve", host.soon());
  }

  private static ObjectNode signature(ObjectNode body) {
    return (ObjectNode) body.path("signature");
  }

  @ParameterizedTest
  @ValueSource(strings = {"key_id", "algorithm", "exp", "value"})
  // S1-66, S1-67, S1-68, S1-70, S1-72
  void S1_66_S1_67_S1_68_S1_70_S1_72_every_member_of_the_assertion_is_required(String member) {
    Parked parked = parked();
    ObjectNode without = good(parked);
    signature(without).remove(member);
    ObjectNode unset = good(parked);
    signature(unset).putNull(member);

    unchanged(
        parked,
        () -> {
          invalid(send(parked.approve(), without), "/signature/" + member);
          invalid(send(parked.approve(), unset), "/signature/" + member);
          invalid(send(parked.deny(), without), "/signature/" + member);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "1", "'x'", "[]"})
  // S1-66
  void S1_66_a_signature_is_an_object(String signature) {
    Parked parked = parked();

    invalid(send(parked.approve(), json("{'signature':" + signature + "}")), "/signature");

    staysPending(parked);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "key_id,    1",
        "key_id,    ''",
        "key_id,    ['apk_1']",
        "algorithm, 'none'",
        "algorithm, 'HMAC-SHA256'",
        "algorithm, 'hmac'",
        "algorithm, 'hs256'",
        "algorithm, 'ed25519ph'",
        "algorithm, ''",
        "algorithm, 1",
        "exp,       1782813720.5",
        "exp,       1782813720.0",
        "exp,       1.7e9",
        "exp,       '1782813720'",
        "exp,       true",
        "exp,       9223372036854775808",
        "exp,       1e400",
        "exp,       []",
        "value,     ''",
        "value,     1",
        "value,     ['x']",
        "value,     {}"
      })
  // S1-67, S1-68, S1-69, S1-70, S1-71, S1-72
  void S1_67_to_S1_72_a_member_of_another_kind_is_pointed_at(String member, String value) {
    Parked parked = parked();
    String whole = good(parked).toString();
    JsonNode sent = good(parked).path("signature").path(member);
    String body = whole.replace("\"" + member + "\":" + sent, "\"" + member + "\":" + json(value));
    assertThat(body).isNotEqualTo(whole);

    unchanged(parked, () -> invalid(send(parked.approve(), body), "/signature/" + member));

    host.approve(parked).expect(200);
  }

  @Test
  // S1-140, S1-120
  void S1_120_S1_140_all_that_is_wrong_is_said_at_once() {
    Parked parked = parked();

    invalid(
        send(
            parked.approve(),
            json(
                "{'signature':{'algorithm':'none','exp':1,'value':''},'note':'%s'}",
                "n".repeat(1_001))),
        "/signature/key_id",
        "/signature/algorithm",
        "/signature/value",
        "/note");
  }

  @Test
  // S1-75, S1-76, S1-77, S1-78
  void S1_75_S1_76_S1_77_S1_78_a_note_has_up_to_1000_characters() {
    for (String note : List.of("", "ok", "n".repeat(1_000), "é".repeat(1_000), "a\nb")) {
      Parked parked = parked();
      JsonNode approval = send(parked.approve(), good(parked).put("note", note)).expect(200).json();
      assertThat(text(approval, "note")).isEqualTo(note);
    }
    // A character is what a reader takes for one, not a half of it.
    Parked emoji = parked();
    String keys = Character.toString(0x1F511).repeat(1_000);
    send(emoji.approve(), good(emoji).put("note", keys)).expect(200);

    Parked parked = parked();
    for (String note : List.of("n".repeat(1_001), keys + "x")) {
      invalid(send(parked.approve(), good(parked).put("note", note)), "/note");
    }
    staysPending(parked);
    ObjectNode unset = good(parked);
    unset.putNull("note");
    send(parked.approve(), unset).expect(200);
  }

  @Test
  // S1-78: the note of a denial as well, and it is what the audit shows
  void S1_78_a_note_is_kept_with_the_decision_and_in_the_journal() {
    Parked parked = parked();
    send(
            parked.deny(),
            host.approver()
                .body(parked.approval(), "deny", host.soon())
                .put("note", "Not on a Friday."))
        .expect(200);

    assertThat(text(host.approval(parked.approval()), "note")).isEqualTo("Not on a Friday.");
    assertThat(events(parked.run()).toString()).contains("Not on a Friday.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'signature':{},'signature':{}}",
        "{'signature':{'exp':1,'exp':2}}",
        "{'note':'a','note':'b'}",
        "{'secrets':{'A':'1','A':'2'}}",
        "{'a':{'b':{'c':1,'c':1}}}"
      })
  // Duplicate keys are 400, before anything is looked at.
  void a_member_that_stands_twice_is_refused_before_anything_is_looked_at(String body) {
    Parked parked = parked();

    unchanged(
        parked,
        () -> {
          problem(send(parked.approve(), json(body)), 400, "bad-request");
          problem(send(parked.deny(), json(body)), 400, "bad-request");
          problem(send("/approvals/apr_nobody/approve", json(body)), 400, "bad-request");
        });
  }

  @Test
  // A parser that takes the first and one that takes the last would read two decisions.
  void a_genuine_assertion_beside_another_is_no_assertion() {
    Parked parked = parked();
    String good = good(parked).path("signature").toString();
    String bad = good.replace("\"value\":\"", "\"value\":\"AAAA");

    for (String body :
        List.of(
            "{\"signature\":" + good + ",\"signature\":" + bad + "}",
            "{\"signature\":" + bad + ",\"signature\":" + good + "}",
            "{\"signature\":" + good + ",\"signature\":" + good + "}",
            "{\"signature\":" + good.replace("}", ",\"exp\":1}") + "}",
            "{\"signature\":" + good.replace("{", "{\"e\\u0078p\":1,") + "}")) {
      problem(send(parked.approve(), body), 400, "bad-request");
    }

    staysPending(parked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "{", "[", "nul", "{'signature':", "{'a':01}", "{'a':NaN}", "{} {}"})
  void what_is_no_json_is_refused(String body) {
    Parked parked = parked();

    problem(send(parked.approve(), json(body)), 400, "bad-request");

    staysPending(parked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "null", "1", "'x'", "true"})
  void json_that_is_no_object_is_refused(String body) {
    Parked parked = parked();

    Http.Answer answer = send(parked.approve(), json(body));

    assertThat(answer.status()).isIn(400, 422);
    assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    staysPending(parked);
  }

  @Test
  void what_is_nested_without_end_is_refused() {
    Parked parked = parked();

    Http.Answer answer = send(parked.approve(), "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000));

    problem(answer, 400, "bad-request");
    staysPending(parked);
  }

  @Test
  void members_that_nobody_knows_are_ignored() {
    Parked parked = parked();
    ObjectNode body = good(parked).put("later", 1).put("decision", "deny");
    signature(body).put("more", true);

    JsonNode approval = send(parked.approve(), body).expect(200).json();

    assertThat(text(approval, "status")).isEqualTo("approved");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'x'", "1", "[]", "true", "['CRM_API_KEY']"})
  // S1-74
  void S1_74_secrets_are_an_object(String secrets) {
    Parked parked = parkedForSecret();
    String body = good(parked).toString().replaceFirst("}$", "");

    invalid(send(parked.approve(), body + json(",'secrets':" + secrets) + "}"), "/secrets");

    staysPending(parked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "true", "{}", "['x']", "1.5"})
  // S1-45, S1-74
  void S1_45_S1_74_a_secret_is_a_text_and_its_pointer_says_which(String value) {
    Parked parked = parkedForSecret();
    String body = good(parked).toString().replaceFirst("}$", "");

    invalid(
        send(parked.approve(), body + json(",'secrets':{'%s':%s}", ALIAS, json(value)) + "}"),
        "/secrets/" + ALIAS);

    staysPending(parked);
  }

  @Test
  // S1-142: into what is nested, escaped as RFC 6901 says
  void S1_142_the_pointer_leads_to_the_very_member() {
    Parked parked = parkedForSecret();
    String body = good(parked).toString().replaceFirst("}$", "");

    invalid(
        send(parked.approve(), body + json(",'secrets':{'a/b~c':'x'}") + "}"), "/secrets/a~1b~0c");

    staysPending(parked);
  }

  @Test
  void an_absent_secrets_member_and_an_empty_one_are_the_same() {
    Parked unset = parkedForSecret();
    ObjectNode none = good(unset);
    none.putNull("secrets");
    send(unset.approve(), none).expect(200);
    Parked empty = parkedForSecret();
    ObjectNode nothing = good(empty);
    nothing.putObject("secrets");

    send(empty.approve(), nothing).expect(200);

    assertThat(host.aliases(empty.conversation())).isEmpty();
  }
}
