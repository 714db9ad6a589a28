package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Http;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A suspended tenant is read and not written; what waited in it waits on. */
@OnBothDatabases
class TenantSuspensionTest extends SignedAcceptance {
  TenantSuspensionTest(Database database) {
    super(database);
  }

  private void suspend(Host which) {
    http.post(which.path("/suspend"), null).expect(200);
  }

  private void resume(Host which) {
    http.post(which.path("/resume"), null).expect(200);
  }

  private JsonNode suspended(Http.Answer answer) {
    JsonNode problem = problem(answer, 403, "tenant-suspended");
    assertThat(text(problem, "title")).isEqualTo("Tenant suspended");
    assertThat(text(problem, "detail")).contains(host.tenant());
    return problem;
  }

  @Test
  // S1-122, S1-123
  void S1_122_S1_123_nothing_is_decided_or_said_in_a_suspended_tenant() {
    Parked parked = parkedForSecret();
    suspend(host);

    suspended(host.approve(parked, ALIAS, "never-stored"));
    suspended(host.deny(parked));
    suspended(http.post(parked.approve(), approveBody(parked)));
    suspended(send("/conversations", json("{'tenant_id':'%s'}", host.tenant())));
    suspended(host.say(host.adapter(), parked.conversation(), Script.say("x")));
    suspended(host.adapter().send("PUT", parked.secrets(), json("{'secrets':{'A':'b'}}"), _ -> {}));

    // It is read as before.
    staysPending(parked);
    host.adapter().get("/approvals").expect(200);
    resume(host);
    host.approve(parked).expect(200);
    assertThat(text(host.ended(parked), "status")).isEqualTo("completed");
  }

  @Test
  // S1-122: through whichever door
  void S1_122_nor_through_another_door() {
    Parked parked = parked();
    suspend(host);

    refused(
        http.post("/v1/runs/" + parked.run() + "/approvals", allow(parked.approval())),
        403,
        "tenants",
        "tenant_suspended");

    staysPending(parked);
    resume(host);
  }

  @Test
  void a_tenant_below_a_suspended_one_is_suspended_with_it_and_one_beside_it_is_not() {
    Host child = host.child();
    Host beside = Host.of(http, moving::now);
    Parked below = child.park(asksToAct("x"), Script.say("y"));
    Parked other = beside.park(asksToAct("x"), Script.say("y"));
    suspend(host);

    suspended(child.approve(below));
    beside.approve(other).expect(200);

    assertThat(child.status(below)).isEqualTo("pending");
    resume(host);
    child.approve(below).expect(200);
  }

  @Test
  void a_bad_body_is_told_first_and_a_bad_signature_is_not_looked_at() {
    Parked parked = parked();
    suspend(host);

    problem(send(parked.approve(), "{}"), 422, "validation-error");
    suspended(send(parked.approve(), denyBody(parked)));
    suspended(host.approve(parked));

    resume(host);
  }

  @Test
  void time_goes_on_in_a_suspended_tenant() {
    Parked parked = parked();
    suspend(host);
    moving.pass(Duration.ofDays(1));

    assertThat(host.approve(parked).status()).isIn(403, 409);
    resume(host);

    problem(host.approve(parked), 409, "approval-expired");
    assertThat(host.status(parked)).isEqualTo("expired");
  }

  @Test
  void suspending_twice_is_suspending_once() {
    suspend(host);
    suspend(host);
    resume(host);

    host.conversation();
    resume(host);
    host.conversation();
  }
}
