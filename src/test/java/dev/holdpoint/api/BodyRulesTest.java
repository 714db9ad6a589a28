package dev.holdpoint.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.json.Fault;
import dev.holdpoint.api.json.InvalidBody;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BodyRulesTest {
  private static final WireJson JSON = new WireJson();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SubmitInputRequest | [] | `` | must be an object",
        "SubmitInputRequest | null | `` | must be an object",
        "SubmitInputRequest | \"x\" | `` | must be an object",
        "SubmitInputRequest | {\"content\":1} | /content | must be a text",
        "SubmitInputRequest | {\"content\":1.5} | /content | must be a text",
        "SubmitInputRequest | {\"content\":true} | /content | must be a text",
        "SubmitInputRequest | {\"content\":{}} | /content | must be a text",
        "SubmitInputRequest | {\"content\":[\"x\"]} | /content | must be a text",
        "SubmitInputRequest | {\"metadata\":[]} | /metadata | must be an object",
        "SubmitInputRequest | {\"generation\":\"fast\"} | /generation | must be an object",
        "SubmitInputRequest | {\"binding_keys\":\"k\"} | /binding_keys | must be a list",
        "SubmitInputRequest | {\"binding_keys\":[null]} | /binding_keys/0 | must not be null",
        "SubmitInputRequest | {\"binding_keys\":[\"a\",7]} | /binding_keys/1 | must be a text",
        "SubmitInputRequest | {\"binding_keys\":[\"a\",\"\"]} | /binding_keys/1 | must have 1 to 200 characters",
        "SubmitInputRequest | {\"idempotency_key\":\"a\\u0000\"} | /idempotency_key | must not contain the character U+0000",
        "SubmitInputRequest | {\"generation\":{\"model\":\"\\u0000\"}} | /generation/model | must not contain the character U+0000",
        "SubmitInputRequest | {\"input_items\":[{\"type\":\"song\"}]} | /input_items/0 | must have a type that is one of text, asset_reference, board_reference, inline_asset",
        "SubmitInputRequest | {\"input_items\":[{}]} | /input_items/0 | must have a type that is one of text, asset_reference, board_reference, inline_asset",
        "SubmitInputRequest | {\"input_items\":[{\"type\":\"text\"}]} | /input_items/0/text | is required",
        "SubmitInputRequest | {\"input_items\":[{\"type\":\"text\",\"text\":1}]} | /input_items/0/text | must be a text",
        "SubmitInputRequest | {\"attachments\":[{\"file_name\":\"a\"}]} | /attachments/0/content_base64 | is required",
        "SubmitInputRequest | {\"reply_targets\":[{\"plugin\":\"p\",\"adress\":\"a\"}]} | /reply_targets/0/adress | is not a member of this object; did you mean address?",
        "SubmitInputRequest | {\"reply_targets\":[{\"headers\":{\"a\":1}}]} | /reply_targets/0/headers/a | must be a text",
        "CreateSessionRequest | {\"capability_scope\":{\"skill_alow\":[]}} | /capability_scope/skill_alow | is not a member of this object; did you mean skill_allow?",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"root\"} | /role | must be one of admin, operator, agent, viewer",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":0} | /role | must be one of admin, operator, agent, viewer",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"ADMIN\"} | /role | must be one of admin, operator, agent, viewer",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"x/y~\":1} | /x~1y~0 | is not a member of this object",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":\"1\"} | /expires_at_ms | must be a whole number",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":1.5} | /expires_at_ms | must be a whole number",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":1e3} | /expires_at_ms | must be a whole number",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":1e999999999} | /expires_at_ms | must be a whole number",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":true} | /expires_at_ms | must be a whole number",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":9223372036854775808} | /expires_at_ms | must be a whole number of 64 bits",
        "CreateTokenRequest | {\"name\":\"n\",\"role\":\"admin\",\"expires_at_ms\":0} | /expires_at_ms | must be a number from 1 to 253402300799999",
        "QuestionResolutionRequest | {} | /resolution | is required",
        "QuestionResolutionRequest | {\"resolution\":[]} | /resolution | must be an object",
        "QuestionResolutionRequest | {\"resolution\":{\"request_id\":\"q\",\"declined\":\"true\"}} | /resolution/declined | must be true or false",
        "QuestionResolutionRequest | {\"resolution\":{\"request_id\":\"q\",\"declined\":1}} | /resolution/declined | must be true or false",
        "QuestionResolutionRequest | {\"resolution\":{\"request_id\":\"q\",\"answers\":[{}]}} | /resolution/answers/0/question_id | is required",
        "QuestionResolutionRequest | {\"resolution\":{\"request_id\":\"q\\u0000\"}} | /resolution/request_id | must not contain the character U+0000",
        "RaiseQuestionRequest | {} | /questions | must have 1 to 50 entries",
        "RaiseApprovalRequest | {\"tool_name\":\"t\",\"input\":null,\"reason\":\"r\"} | /input | is required",
        "RaiseApprovalRequest | {\"tool_name\":\"t\",\"input\":{},\"reason\":\"r\",\"expires_after_ms\":0} | /expires_after_ms | must be a number from 1 to 315360000000",
      })
  void a_fault_names_its_place(String type, String body, String pointer, String message) {
    InvalidBody refused = refused(body, RequestTypes.named(type));
    assertThat(refused.malformed()).isFalse();
    assertThat(refused.faults()).containsExactly(new Fault(pointer, message));
  }

  @Test
  void a_text_that_is_no_name_may_have_any_character() {
    byte[] body = "{\"content\":\"a\\u0000b\"}".getBytes(UTF_8);
    assertThat(JSON.read(body, SubmitInputRequest.class).content()).isEqualTo("a\u0000b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"generation\":{\"tool_choice\":\"%s\"}} | /generation/tool_choice",
        "{\"reply_targets\":[{\"chat_id\":\"%s\"}]} | /reply_targets/0/chat_id",
      })
  void a_small_choice_stays_small(String body, String pointer) {
    byte[] fits = body.formatted("x".repeat(998)).getBytes(UTF_8);
    assertThat(JSON.read(fits, SubmitInputRequest.class)).isNotNull();
    assertThat(refused(body.formatted("x".repeat(999)), SubmitInputRequest.class).faults())
        .containsExactly(new Fault(pointer, "must have at most 1000 characters as JSON"));
  }

  @Test
  void all_broken_rules_are_told_at_once() {
    String body = "{\"resolutions\":[{\"behavior\":\"allow\"},{\"request_id\":\"\"}]}";
    assertThat(refused(body, ApprovalResolutionsRequest.class).faults())
        .containsExactly(
            new Fault("/resolutions/0/request_id", "is required"),
            new Fault("/resolutions/1/request_id", "must have 1 to 200 characters"),
            new Fault("/resolutions/1/behavior", "is required"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CreateSessionRequest | {\"session_id\":\"\"} | invalid_session_id",
        "CreateSessionRequest | {\"session_id\":\"..\"} | invalid_session_id",
        "CreateSessionRequest | {\"session_id\":5} | invalid_session_id",
        "CreateSessionRequest | {\"thread_id\":\"\"} | ",
        "SubmitInputRequest | {\"content\":\"x\",\"idempotency_key\":\"\"} | invalid_idempotency_key",
        "SubmitInputRequest | {\"attachments\":[{}]} | invalid_input",
        "ApprovalResolutionsRequest | {\"resolutions\":[{\"request_id\":\"a\",\"behavior\":\"maybe\"}]} | approval_invalid_resolution",
      })
  void the_more_telling_problem_is_named(String type, String body, String problem) {
    assertThat(refused(body, RequestTypes.named(type)).problem()).isEqualTo(problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.b", "...", "ünïcode 😀", "user@example:1", ".a"})
  void a_usable_session_id_is_taken(String id) {
    byte[] body = JSON.write(new CreateSessionRequest(id, null, null, null, null, null));
    assertThat(JSON.read(body, CreateSessionRequest.class).sessionId()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "..", "a/b", "a\\b", "a%b", "a;b", "a?b", "a#b", "a\n", "a\u0000", "\u0085"
      })
  void an_unusable_session_id_is_refused(String id) {
    byte[] body = JSON.write(new CreateSessionRequest(id, null, null, null, null, null));
    assertThat(refused(new String(body, UTF_8), CreateSessionRequest.class).problem())
        .isEqualTo("invalid_session_id");
  }

  @Test
  void a_length_counts_characters_as_people_do() {
    byte[] fits =
        JSON.write(new CreateSessionRequest("😀".repeat(200), null, null, null, null, null));
    assertThat(JSON.read(fits, CreateSessionRequest.class).sessionId()).hasSize(400);
    String over = "{\"session_id\":\"" + "é".repeat(201) + "\"}";
    assertThat(refused(over, CreateSessionRequest.class).faults())
        .containsExactly(new Fault("/session_id", "must have 1 to 200 characters"));
  }

  @Test
  void what_is_left_out_and_what_is_null_are_both_unset() {
    String nulls = "{\"idempotency_key\":null,\"resolutions\":null}";
    for (String body : List.of("{}", nulls)) {
      ApprovalResolutionsRequest request =
          JSON.read(body.getBytes(UTF_8), ApprovalResolutionsRequest.class);
      assertThat(request.resolutions()).isEmpty();
      assertThat(request.idempotencyKey()).isNull();
    }
  }

  @Test
  void a_replacement_input_of_null_differs_from_none() {
    String body =
        "{\"resolutions\":[{\"request_id\":\"a\",\"behavior\":\"allow\",\"updated_input\":null},"
            + "{\"request_id\":\"b\",\"behavior\":\"deny\",\"reason\":\"no\"}]}";
    ApprovalResolutionsRequest read =
        JSON.read(body.getBytes(UTF_8), ApprovalResolutionsRequest.class);
    assertThat(JSON.text(read.resolutions()))
        .isEqualTo(body.substring("{\"resolutions\":".length(), body.length() - 1));
  }

  private static InvalidBody refused(String body, Class<?> type) {
    InvalidBody refused =
        catchThrowableOfType(InvalidBody.class, () -> JSON.read(body.getBytes(UTF_8), type));
    assertThat(refused).as("the body should be refused: %s", body).isNotNull();
    return refused;
  }
}
