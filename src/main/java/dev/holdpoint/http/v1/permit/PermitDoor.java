package dev.holdpoint.http.v1.permit;

import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.engine.permit.Permits;
import dev.holdpoint.engine.permit.WorldNow;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.FailedCredentials.From;
import java.util.Objects;

/**
 * Where runners present permits and their keys, over HTTP and MCP. Those that do not hold count as
 * guesses.
 *
 * @param world what approvals depend on, when they are redeemed
 */
public record PermitDoor(Permits permits, WorldNow world, FailedCredentials failures) {
  public Permits.Outcomes redeem(String id, Permits.Sent sent, Caller by, From from) {
    Permits.Presented presented =
        Objects.requireNonNull(
            failures.tried(
                CredentialKind.PERMIT,
                sent.jws(),
                from,
                () -> permits.present(id, sent, actor(by))));
    Permits.Outcomes outcome = permits.redeem(presented, world);
    // The runner comes back with both: to hear again what it was told, and to report.
    failures.made(CredentialKind.PERMIT, sent.jws(), from, by);
    failures.made(CredentialKind.PERMIT, key(id, sent.redeemerKey()), from, by);
    return outcome;
  }

  public Permits.Outcomes report(String id, Permits.Report report, Caller by, From from) {
    return Objects.requireNonNull(
        failures.tried(
            CredentialKind.PERMIT,
            key(id, report.redeemerKey()),
            from,
            () -> permits.report(id, report, actor(by))));
  }

  static Permits.Actor actor(Caller caller) {
    return new Permits.Actor(caller.principalId(), caller.name(), caller.may(Access.DECIDE));
  }

  private static String key(String id, String redeemerKey) {
    return id + " " + redeemerKey;
  }
}
