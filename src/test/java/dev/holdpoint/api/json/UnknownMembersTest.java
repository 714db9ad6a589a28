package dev.holdpoint.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdpoint.api.RequestTypes;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.RaiseBodies.RaiseApprovalRequest;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnknownMembersTest {
  private static final WireJson JSON = new WireJson();

  private static List<String> faults(String body, Class<?> type) {
    InvalidBody refused =
        catchThrowableOfType(InvalidBody.class, () -> JSON.read(body.getBytes(UTF_8), type));
    return refused == null
        ? List.of()
        : refused.faults().stream().map(f -> f.pointer() + " " + f.message()).toList();
  }

  private static Class<?> body(String name) {
    return RequestTypes.named(name);
  }

  // DX-81
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SubmitInputRequest         | {"content":"x","novel":{"deep":1}}                                  | /novel                            |
          SubmitInputRequest         | {"content":"x","idempotencyKey":"k"}                                | /idempotencyKey                   | idempotency_key
          SubmitInputRequest         | {"content":"x","generation":{"modle":"m"}}                          | /generation/modle                 | model
          SubmitInputRequest         | {"input_items":[{"type":"text","text":"x","txet":"y"}]}             | /input_items/0/txet               |
          ApprovalResolutionsRequest | {"resolutions":[{"request_id":"a","behavior":"allow","expected_diggest":"x"}]} | /resolutions/0/expected_diggest | expected_digest
          ApprovalResolutionsRequest | {"resolutions":[{"request_id":"a","behavior":"allow","grant":{"scope":"session","max_use":1}}]} | /resolutions/0/grant/max_use | max_uses
          RaiseApprovalRequest       | {"tool_name":"t","reason":"r","input":{"any":1},"expires_in_ms":5}  | /expires_in_ms                    | expires_at_ms
          CreateSessionRequest       | {"Session-ID":"s"}                                                  | /Session-ID                       | session_id
          """)
  void DX_81_what_is_not_known_is_refused_with_what_was_meant(
      String type, String sent, String pointer, String meant) throws Exception {
    assertThat(faults(sent, body(type)))
        .contains(
            pointer
                + " is not a member of this object"
                + (meant == null ? "" : "; did you mean " + meant + "?"));
  }

  // DX-81
  @Test
  void DX_81_all_of_them_are_told_together_with_what_else_is_wrong() {
    assertThat(
            faults(
                """
                {"resolutions":[{"request_id":"a","behaviour":"allow"},
                                {"request_id":"b","behavior":"deny","why":"x"}],"more":1}""",
                ApprovalResolutionsRequest.class))
        .containsExactly(
            "/resolutions/0/behaviour is not a member of this object; did you mean behavior?",
            "/resolutions/1/why is not a member of this object",
            "/more is not a member of this object",
            "/resolutions/0/behavior is required");
    assertThat(faults("{\"contentt\":\"x\",\"binding_keys\":7}", SubmitInputRequest.class))
        .containsExactly(
            "/contentt is not a member of this object; did you mean content?",
            "/binding_keys must be a list");
  }

  // DX-81: free-form members hold what they hold.
  @Test
  void DX_81_free_form_members_take_anything() {
    assertThatCode(
            () ->
                JSON.read(
                    """
                    {"tool_name":"t","reason":"r",
                     "input":{"toool":1,"expected_diggest":{"a":[{"b":1}]}}}"""
                        .getBytes(UTF_8),
                    RaiseApprovalRequest.class))
        .doesNotThrowAnyException();
  }

  // DX-82
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          RespondApprovalRequest | {"session_id":"s","choice":"once","aproval_id":"a"}                   | /aproval_id is not a member of this object; did you mean approval_id?
          RespondApprovalRequest | {"session_id":"s","choice":"once","approval_id":"a","aproval_id":"b"} | ``
          RespondApprovalRequest | {"session_id":"s","choice":"once","later":1}                          | ``
          PutSecretsRequest      | {"secrets":{"A":"x"},"later":1}                                       | ``
          PermissionReplyRequest | {"reply":"once","message":"later"}                                    | ``
          ClaudePreToolUse       | {"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{},"tool_use_id":"t","cwdd":"/"} | ``
          """)
  void DX_82_of_foreign_clients_only_a_slip_of_what_is_missing_is_refused(
      String type, String sent, String fault) throws Exception {
    assertThat(faults(sent, body(type))).isEqualTo(fault.isEmpty() ? List.of() : List.of(fault));
  }

  @ParameterizedTest
  @CsvSource({
    "aproval_id, approval_id",
    "approvalId, approval_id",
    "APPROVAL-ID, approval_id",
    "aprovl_id, approval_id",
    "aprvl_id, ",
    "nmae, ",
    "nam, name",
    "na, ",
    "x, "
  })
  void a_slip_is_at_most_two_edits_and_fewer_than_half(String word, String meant) {
    assertThat(Nearest.slipOf(word, List.of("approval_id", "name")).orElse(null)).isEqualTo(meant);
  }
}
