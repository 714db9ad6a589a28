package dev.holdpoint.http.signed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SignedStyleTest {
  private static final SignedStyle STYLE = new SignedStyle(() -> "https://host.example");

  private static JsonNode told(Refusal refusal) {
    return new JsonMapper().readTree(STYLE.render(refusal, "req_1"));
  }

  // S1-107, S1-109, S1-111, S1-112, S1-121
  @Test
  void an_unknown_caller_is_told_as_the_registry_has_it() {
    Refusal refusal = Problem.UNAUTHORIZED.because("The token is unknown, expired or revoked.");

    assertThat(STYLE.status(refusal)).isEqualTo(401);
    assertThat(new String(STYLE.render(refusal, "req_1"), UTF_8))
        .isEqualTo(
            """
            {"type":"https://host.example/problems/insufficient-scope","title":"Unauthorized",\
            "status":401,"detail":"Provide a valid sk_int_ service key or platform JWT.",\
            "request_id":"req_1","domain":"auth","code":"unauthorized"}""");
  }

  // S1-114
  @ParameterizedTest
  @EnumSource(Problem.class)
  void S1_114_an_occurrence_has_an_address_unless_that_would_tell_what_exists(Problem problem) {
    Refusal refusal = problem.because("No.");
    JsonNode instance = told(refusal).path("instance");

    if (Set.of(401, 403, 404).contains(STYLE.status(refusal))) {
      assertThat(instance.isMissingNode()).isTrue();
    } else {
      assertThat(URI.create(instance.asString()))
          .isEqualTo(URI.create("urn:holdpoint:request:req_1"));
    }
  }

  // S1-116, S1-133
  @Test
  void what_is_in_the_way_is_named() {
    Refusal refusal =
        Problem.NAME_CONFLICT
            .because("A role named \"csr\" already exists in this tenant.")
            .inFavourOf("rol_01hzx8csr001");

    assertThat(STYLE.status(refusal)).isEqualTo(409);
    // The documented example, member by member, and what is ours beside it.
    assertThat(told(refusal))
        .isEqualTo(
            new JsonMapper()
                .readTree(
                    """
                    {"type":"https://host.example/problems/name-conflict","title":"Name conflict",
                     "status":409,"detail":"A role named \\"csr\\" already exists in this tenant.",
                     "conflicting_resource_id":"rol_01hzx8csr001","request_id":"req_1",
                     "instance":"urn:holdpoint:request:req_1",
                     "domain":"tenants","code":"name_conflict"}"""));
    assertThat(told(refusal.at("/name", "is taken")).at("/errors/0/pointer").asString())
        .isEqualTo("/name");
  }

  @ParameterizedTest
  @CsvSource({
    "TENANT_SUSPENDED, 403, tenant-suspended, Tenant suspended",
    "APPROVAL_SIGNATURE_INVALID, 403, approval-signature-invalid, Approval signature invalid",
    "APPROVAL_NOT_ELIGIBLE, 403, approval-not-eligible, Approval not eligible",
    "INSUFFICIENT_SCOPE, 403, insufficient-scope, Insufficient scope",
    "FORBIDDEN, 403, insufficient-scope, Insufficient scope",
    "APPROVAL_NOT_FOUND, 404, not-found, Not found",
    "CONVERSATION_NOT_FOUND, 404, not-found, Not found",
    "API_ROUTE_NOT_FOUND, 404, not-found, Not found",
    "EXTERNAL_ID_CONFLICT, 409, external-id-conflict, External ID conflict",
    "RESOURCE_IN_USE, 409, resource-in-use, Resource in use",
    "CROSS_TENANT, 409, cross-tenant, Cross-tenant reference",
    "CONVERSATION_ARCHIVED, 409, conversation-archived, Conversation archived",
    "APPROVAL_EXPIRED, 409, approval-expired, Approval expired",
    "APPROVAL_STATE_CONFLICT, 409, approval-expired, Approval expired",
    "APPROVAL_REQUEST_NOT_PENDING, 409, approval-expired, Approval expired",
    "APPROVAL_DENIED, 409, approval-denied, Approval denied",
    "IDEMPOTENCY_CONFLICT, 409, idempotency-key-conflict, Idempotency key conflict",
    "INVALID_IDEMPOTENCY_KEY, 422, validation-error, Validation error",
    "MALFORMED_JSON, 400, bad-request, Bad request",
    "INVALID_REQUEST, 400, bad-request, Bad request",
    "RATE_LIMITED, 429, rate-limited, Rate limited",
    "UNAVAILABLE, 503, capacity-exhausted, Capacity exhausted",
    "STORAGE_FULL, 503, capacity-exhausted, Capacity exhausted",
    "METHOD_NOT_ALLOWED, 405, method-not-allowed, Method not allowed",
    "PAYLOAD_TOO_LARGE, 413, payload-too-large, Payload too large",
    "UNSUPPORTED_MEDIA_TYPE, 415, unsupported-media-type, Unsupported media type",
    "INTERNAL_ERROR, 500, internal-error, Internal error"
  })
  void each_problem_has_its_slug_and_status(
      Problem problem, int status, String slug, String title) {
    Refusal refusal = problem.because("Because.");

    assertThat(STYLE.status(refusal)).isEqualTo(status);
    assertThat(told(refusal).path("type").asString())
        .isEqualTo("https://host.example/problems/" + slug);
    assertThat(told(refusal).path("title").asString()).isEqualTo(title);
    assertThat(told(refusal).path("code").asString()).isEqualTo(problem.code());
  }

  // S1-120, S1-140, S1-142
  @Test
  void a_body_that_makes_no_sense_is_told_by_its_places() {
    Refusal refusal = Problem.INVALID_REQUEST.because("Mend it.").at("/a/b/0", "is wrong");

    assertThat(STYLE.status(refusal)).isEqualTo(422);
    assertThat(told(refusal).path("type").asString()).endsWith("/problems/validation-error");
    assertThat(told(refusal).at("/errors/0/message").asString()).isEqualTo("is wrong");
  }

  // S1-110, S1-141
  @ParameterizedTest
  @EnumSource(Problem.class)
  void whatever_is_told_has_a_page_and_the_one_for_roles_is_never_told(Problem problem) {
    Refusal refusal = problem.because("Because.");
    String slug =
        told(refusal).path("type").asString().substring("https://host.example/problems/".length());

    assertThat(Slug.of(slug)).isPresent();
    assertThat(slug).isNotEqualTo("role-required");
    assertThat(told(refusal).path("status").asInt()).isEqualTo(STYLE.status(refusal));
  }

  @Test
  void no_text_breaks_out_of_its_quotes() {
    String nasty = "\"},\\ \u0000\u001f\n\r\t\u007f\u2028 é 😀 \ud800 \udc00";

    assertThat(told(Problem.CROSS_TENANT.because(nasty)).path("detail").asString())
        .isEqualTo(nasty);
  }

  @ParameterizedTest
  @CsvSource({
    "/approvals, true",
    "/approvals/apr_1/approve, true",
    "/conversations/, true",
    "/integration/self, true",
    "/problems/x, true",
    "/v1/approvals, false",
    "/approvalsx, false",
    "/health, false",
    "'', false"
  })
  void the_path_decides_also_where_it_leads_nowhere(String path, boolean signed) {
    assertThat(Surface.of(path) == Surface.SIGNED).isEqualTo(signed);
  }
}
