package dev.holdpoint.http.v1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.Endpoints;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.endpoint.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnerGuardTest {
  // PF-71
  @Test
  void PF_71_of_every_endpoint_that_agents_reach_it_is_known_what_it_names() {
    List<Endpoint> doors =
        Endpoints.ALL.stream()
            .filter(each -> each.access() != Access.OPEN && Role.AGENT.may(each.access()))
            .toList();
    assertThat(doors).hasSizeGreaterThan(80);
    assertThat(doors.stream().filter(each -> !OwnerGuard.knows(each)).map(Endpoint::id))
        .as("closed to tokens with session_access own until OwnerGuard says what they name")
        .isEmpty();
  }
}
