package dev.holdpoint.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoint.Access;
import dev.holdpoint.api.Endpoint.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EndpointsTest {
  @Test
  void every_operation_has_its_own_name() {
    assertThat(Endpoints.ALL).extracting(Endpoint::id).doesNotHaveDuplicates();
  }

  @Test
  void no_two_operations_share_a_method_and_a_path() {
    // Two paths that differ only in the name of a parameter would be one path to a router.
    assertThat(Endpoints.ALL)
        .extracting(e -> e.method() + " " + e.path().replaceAll("\\{[a-z_]+}", "{}"))
        .doesNotHaveDuplicates();
  }

  @Test
  void the_table_has_every_door_and_its_access() {
    List<String> table =
        Endpoints.ALL.stream()
            .map(e -> "%-6s %-6s %s".formatted(e.method(), e.access(), e.path()))
            .sorted()
            .toList();
    assertThat(String.join("\n", table))
        .isEqualTo(
            """
            DELETE ADMIN  /v1/tokens/{token_id}
            GET    ADMIN  /v1/tokens
            GET    OPEN   /healthz
            GET    OPEN   /readyz
            GET    READ   /metrics
            GET    READ   /v1/approvals
            GET    READ   /v1/approvals/{approval_id}
            GET    READ   /v1/events/stream
            GET    READ   /v1/mailboxes/{session_id}
            GET    READ   /v1/mailboxes/{session_id}/dead-letter
            GET    READ   /v1/openapi.json
            GET    READ   /v1/questions
            GET    READ   /v1/questions/{question_id}
            GET    READ   /v1/runs
            GET    READ   /v1/runs/{run_id}
            GET    READ   /v1/runs/{run_id}/events
            GET    READ   /v1/runs/{run_id}/stream
            GET    READ   /v1/sessions
            GET    READ   /v1/sessions/{session_id}
            GET    READ   /v1/sessions/{session_id}/events
            GET    READ   /v1/sessions/{session_id}/questions
            GET    READ   /v1/sessions/{session_id}/stream
            GET    READ   /v1/status
            POST   ADMIN  /v1/tokens
            POST   DECIDE /v1/runs/{run_id}/approvals
            POST   DECIDE /v1/runs/{run_id}/cancel
            POST   DECIDE /v1/runs/{run_id}/questions
            POST   DECIDE /v1/runs/{run_id}/questions/{request_id}/cancel
            POST   DECIDE /v1/sessions/{session_id}/approval-runs
            POST   DECIDE /v1/sessions/{session_id}/approvals
            POST   DECIDE /v1/sessions/{session_id}/end
            POST   DECIDE /v1/sessions/{session_id}/interrupt
            POST   DECIDE /v1/sessions/{session_id}/questions
            POST   WORK   /v1/sessions
            POST   WORK   /v1/sessions/{session_id}/approval-requests
            POST   WORK   /v1/sessions/{session_id}/input
            POST   WORK   /v1/sessions/{session_id}/question-requests
            POST   WORK   /v1/sessions/{session_id}/runs\
            """);
  }

  @Test
  void only_reads_are_open_to_a_viewer() {
    assertThat(Endpoints.ALL)
        .filteredOn(e -> Role.VIEWER.may(e.access()))
        .allMatch(e -> e.method() == Method.GET);
  }

  @Test
  void an_agent_never_resolves_a_gate() {
    assertThat(Endpoints.ALL)
        .filteredOn(e -> e.id().startsWith("resolve") || e.id().startsWith("cancel"))
        .isNotEmpty()
        .allMatch(e -> e.access() == Access.DECIDE)
        .noneMatch(e -> Role.AGENT.may(e.access()));
  }
}
