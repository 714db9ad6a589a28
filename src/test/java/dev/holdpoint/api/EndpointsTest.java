package dev.holdpoint.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Role;
import java.util.Set;
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
  void only_reads_and_signing_in_are_open_to_a_viewer() {
    assertThat(Endpoints.ALL)
        .filteredOn(e -> Role.VIEWER.may(e.access()))
        .filteredOn(e -> !Set.of("createSignInLink", "signIn", "signOut").contains(e.id()))
        // One's own passkeys, by which a viewer decides no more than before: PasskeyTest.
        .filteredOn(e -> !e.id().matches(".*Passkey(Challenge)?|findEnrollment"))
        .allMatch(e -> e.method() == Method.GET);
  }

  @Test
  void an_agent_never_resolves_a_gate() {
    assertThat(Endpoints.ALL)
        .filteredOn(e -> e.id().startsWith("resolve") || e.id().startsWith("cancel"))
        // An agent takes back what it has raised itself, which decides nothing: TakeBackTest.
        .filteredOn(e -> !e.id().equals("cancelRun"))
        .isNotEmpty()
        .allMatch(e -> e.access() == Access.DECIDE)
        .noneMatch(e -> Role.AGENT.may(e.access()));
  }
}
