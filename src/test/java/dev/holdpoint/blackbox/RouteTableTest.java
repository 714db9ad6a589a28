package dev.holdpoint.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Idempotency;
import dev.holdpoint.http.openapi.OpenApi;
import dev.holdpoint.http.server.ProblemStyle;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Tests that someone tests: no endpoint is let in that nobody has said anything about. */
final class RouteTableTest {
  private static final JsonNode DOCUMENT =
      OpenApi.document(Endpoints.ALL, ProblemStyle.NATIVE::status, "test");

  @TestFactory
  List<DynamicTest> every_endpoint_is_spoken_for() {
    return Endpoints.ALL.stream()
        .map(endpoint -> DynamicTest.dynamicTest(endpoint.id(), () -> check(endpoint)))
        .toList();
  }

  private static void check(Endpoint endpoint) {
    assertThat(Expectations.ALL)
        .as(
            "%s %s has no access expectation. Say who may call %s and what a repeated call does, in"
                + " a line of Expectations.java: AccessIT calls the real daemon by it, and what"
                + " nobody decided nobody checks.",
            endpoint.method(), endpoint.path(), endpoint.id())
        .containsKey(endpoint.id());
    assertThat(endpoint.idempotency().name().toLowerCase(Locale.ROOT))
        .as(
            "%s is declared otherwise in Expectations.java than in its table of endpoints. Change"
                + " the one that is wrong: clients retry by this.",
            endpoint.id())
        .isEqualTo(Expectations.of(endpoint.id()).repeat());
    if (endpoint.method() == Endpoint.Method.GET) {
      assertThat(endpoint.idempotency()).isEqualTo(Idempotency.READ);
    } else {
      assertThat(endpoint.idempotency())
          .as(
              "%s changes something and has no idempotency decision. Choose KEYED or NATURAL where"
                  + " it is declared in api: after a crash every client sends its last request"
                  + " again.",
              endpoint.id())
          .isNotEqualTo(Idempotency.READ);
    }
    assertThat(
            DOCUMENT
                .path("paths")
                .path(endpoint.path())
                .path(endpoint.method().name().toLowerCase(Locale.ROOT))
                .path("operationId")
                .asString(""))
        .as(
            "%s %s is not in the API document. OpenApi.document writes it from the table; look"
                + " there for why this one is left out.",
            endpoint.method(), endpoint.path())
        .isEqualTo(endpoint.id());
  }

  @Test
  void no_expectation_outlives_its_endpoint() {
    assertThat(Expectations.ALL.keySet())
        .as("Remove from Expectations.java what is not served any more.")
        .containsExactlyInAnyOrderElementsOf(Endpoints.ALL.stream().map(Endpoint::id).toList());
  }
}
