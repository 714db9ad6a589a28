package dev.holdpoint.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.Seal;
import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.daemon.config.RouteProvider;
import dev.holdpoint.engine.port.McpDirectory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Closed lists of words, who may call, and times, as the document tells them. */
final class WordsTest {
  private static <E extends Enum<E>> List<String> lower(E[] constants) {
    return words(constants, constant -> constant.name().toLowerCase(Locale.ROOT));
  }

  private static <E> List<String> words(E[] constants, Function<E, String> word) {
    return Arrays.stream(constants).map(word).toList();
  }

  @Test
  // KT-18
  void KT_18_what_can_be_sent_is_what_the_document_lists() {
    Map<String, List<String>> expected = new TreeMap<>();
    List<String> approval =
        Stream.of(
                new ApprovalState.Denied("x", 0, "", null),
                new ApprovalState.Expired(0, Applied.FAIL),
                new ApprovalState.Withdrawn("x", 0, Withdrawal.GONE))
            .map(ApprovalState.Settled::behavior)
            .toList();
    expected.put("ApprovalDecision/properties/behavior", plus(List.of("allow"), approval));
    List<String> question =
        Stream.of(
                new QuestionState.Answered("x", 0, List.of()),
                new QuestionState.Declined("x", 0, null),
                new QuestionState.Cancelled("x", 0, null),
                new QuestionState.Expired(0, Applied.CANCEL, List.of()),
                new QuestionState.Withdrawn("x", 0, Withdrawal.GONE))
            .map(QuestionState.Settled::behavior)
            .toList();
    expected.put("QuestionDecision/properties/behavior", question);
    // While a decision is held, it is the word that was sent.
    List<String> held = List.of("allow", "deny", "request_changes", "respond", "ask_back");
    expected.put("Settlement/properties/behavior", plus(plus(held, approval), question));
    expected.put(
        "AuditLine/properties/type",
        List.of("header", "key", "checkpoint", "action", "evidence", "end"));
    expected.put("CheckpointView/properties/type", List.of("checkpoint", "key", "loss"));
    expected.put(
        "ExternalActionView/properties/phase",
        words(ExternalAction.Phase.values(), ExternalAction.Phase::wire));
    expected.put(
        "ExternalActionView/properties/kind", words(ActionKind.values(), ActionKind::wire));
    expected.put(
        "ExternalActionView/properties/signature_alg", List.of(Seal.ALGORITHM, Seal.COVERED));
    expected.put("CheckpointView/properties/signature_alg", List.of(Seal.ALGORITHM, Seal.COVERED));
    expected.put("AuditKeyView/properties/algorithm", List.of(Seal.ALGORITHM));
    expected.put("HealthView/properties/status", List.of("ok"));
    expected.put("MailView/properties/subject", lower(Mail.Subject.values()));
    expected.put("MailView/properties/reason", lower(Mail.Reason.values()));
    for (String server : List.of("McpServerRow", "McpServerView")) {
      expected.put(server + "/properties/transport", List.of("stdio", "http"));
      expected.put(server + "/properties/status", lower(McpDirectory.Status.values()));
    }
    expected.put("RouteView/properties/provider", lower(RouteProvider.values()));
    expected.put("VaultView/properties/source", List.of("file", "environment", "command"));
    List<String> algorithms = words(Algorithm.values(), Algorithm::wire);
    for (String key : List.of("ApproverKeyView", "IntegrationPrincipalKey")) {
      expected.put(key + "/properties/algorithm", algorithms);
    }
    // A passkey is made by its own browser, and not by a request for a key.
    expected.put(
        "CreateApproverKeyRequest/properties/algorithm", List.of("hmac-sha256", "ed25519"));
    for (String key : List.of("ServiceKeyView", "CreatedServiceKey", "CreateServiceKeyRequest")) {
      expected.put(key + "/properties/scopes/items", IntegrationScope.all());
    }
    expected.put("StatusViewStorage/properties/kind", List.of("sqlite", "postgres"));
    expected.put(
        "DeliveryView/properties/last_error", words(DeliveryFault.values(), DeliveryFault::wire));
    expected.forEach(
        (place, words) -> {
          List<String> listed = new ArrayList<>();
          OpenApiTest.DOCUMENT
              .at("/components/schemas/" + place + "/enum")
              .forEach(word -> listed.add(word.asString("null")));
          assertThat(listed).as(place).containsExactlyInAnyOrderElementsOf(new TreeSet<>(words));
        });
    assertThat(OpenApiTest.DOCUMENT.at("/info/description").stringValue())
        .contains(
            "A daemon in which the runs of AI agents wait for a person's decision, across restarts. Times are milliseconds since the epoch. Errors are application/problem+json. A minor version may add members to objects of answers and values to their enums: ignore those that you do not recognize.");
  }

  private static List<String> plus(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).distinct().toList();
  }

  @Test
  // KT-19
  void KT_19_the_signed_operations_and_no_others_take_keys_of_hosts() {
    for (Endpoint endpoint : Endpoints.ALL) {
      List<String> schemes = new ArrayList<>();
      OpenApiTest.operation(endpoint)
          .path("security")
          .forEach(one -> schemes.addAll(one.propertyNames()));
      boolean hosts = endpoint.access() == Endpoint.Access.INTEGRATION;
      assertThat(schemes.contains("serviceKey")).as(endpoint.id()).isEqualTo(hosts);
      assertThat(schemes.contains("platformToken")).as(endpoint.id()).isEqualTo(hosts);
    }
    JsonNode schemes = OpenApiTest.DOCUMENT.at("/components/securitySchemes");
    assertThat(schemes.propertyNames())
        .containsExactlyInAnyOrder("bearer", "cookie", "serviceKey", "platformToken");
  }

  @Test
  // KT-20
  void KT_20_a_time_as_text_is_deprecated_and_has_a_sibling_in_milliseconds() {
    int found = 0;
    for (Endpoint endpoint : Endpoints.ALL) {
      Class<?> response = endpoint.response();
      if (response != null && endpoint.path().startsWith("/v1/")) {
        JsonNode members =
            OpenApiTest.DOCUMENT.at(
                "/components/schemas/" + Schemas.name(response) + "/properties");
        for (Map.Entry<String, JsonNode> member : members.properties()) {
          // How many were looked at is a number.
          if (member.getKey().matches(".*_at|not_after")
              && !member.getValue().path("type").asString().equals("integer")) {
            found++;
            String what = endpoint.id() + " " + member.getKey();
            assertThat(members.has(member.getKey() + "_ms")).as(what).isTrue();
            assertThat(member.getValue().path("deprecated").asBoolean(false)).as(what).isTrue();
          }
        }
      }
    }
    assertThat(found).isGreaterThan(8);
  }
}
