package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.PasskeyBodies.CreatedEnrollment;
import dev.holdpoint.api.access.PasskeyBodies.EnrollmentOffer;
import dev.holdpoint.api.access.PasskeyBodies.EnrollmentView;
import dev.holdpoint.api.access.PasskeyBodies.FindEnrollmentRequest;
import dev.holdpoint.api.access.PasskeyBodies.InviteApproverRequest;
import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.engine.access.Enrollments;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.view.ViewContext;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Invitations by which a passkey becomes an approver key. */
public final class EnrollmentHandlers {
  private static final int CODE_BYTES = 32;
  private static final String PAGE = "/ui/enroll#";

  private final ViewContext sight;
  private final Bodies bodies;
  private final TenantDirectory tenants;
  private final Enrollments enrollments;
  private final FailedCredentials failures;
  private final @Nullable String publicUrl;
  private final SecureRandom random = new SecureRandom();

  public EnrollmentHandlers(
      ViewContext sight,
      Bodies bodies,
      TenantDirectory tenants,
      Enrollments enrollments,
      SignInHandlers.Entrance entrance) {
    this.sight = sight;
    this.bodies = bodies;
    this.tenants = tenants;
    this.enrollments = enrollments;
    this.failures = entrance.failures();
    this.publicUrl = entrance.publicUrl();
  }

  public Map<String, Handler> all() {
    return Map.of(
        "inviteApprover", this::invite,
        "listEnrollments", this::list,
        "revokeEnrollment", this::revoke,
        "findEnrollment", this::find);
  }

  /** The code is behind the #, which no browser sends to anybody: it is in no log on the way. */
  private Reply invite(Call call) {
    InviteApproverRequest body = bodies.read(call, InviteApproverRequest.class);
    byte[] bytes = new byte[CODE_BYTES];
    random.nextBytes(bytes);
    String code = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Enrollment made =
        enrollments.invite(
            call.path("tenant_id"),
            new Enrollments.Spec(body.principal(), body.name(), body.tokenId()),
            TokenHandlers.sha256(code),
            call.caller().name(),
            bodies.idempotency(call, null));
    return Reply.json(
            201,
            new CreatedEnrollment(
                made.id(),
                made.tenantId(),
                made.principal(),
                made.displayName(),
                (publicUrl == null ? call.origin() : publicUrl) + PAGE + code,
                made.untilMs()))
        .with("Cache-Control", "no-store");
  }

  private Reply list(Call call) {
    String tenantId = call.path("tenant_id");
    if (!tenantId.equals(Tenants.ROOT)) {
      tenants.get(tenantId);
    }
    ListPages.Request wish = ListPages.of(call, call.endpoint().id() + " " + tenantId);
    return sight.engine.read(
        queries ->
            ListPages.shelf(queries, wish, Enrollment.KIND, tenantId, EnrollmentHandlers::view));
  }

  private static EnrollmentView view(Enrollment one) {
    return new EnrollmentView(
        one.id(),
        one.tenantId(),
        one.principal(),
        one.displayName(),
        one.tokenId(),
        one.keyId(),
        one.createdAtMs(),
        one.untilMs());
  }

  private Reply revoke(Call call) {
    bodies.checkUnused(call);
    enrollments.revoke(call.path("tenant_id"), call.path("enrollment_id"));
    return Reply.empty(204);
  }

  private Reply find(Call call) {
    String code = bodies.read(call, FindEnrollmentRequest.class).enrollmentCode();
    Enrollment found =
        failures.tried(
            CredentialKind.ENROLLMENT_CODE,
            code,
            call.from(),
            () -> enrollments.find(TokenHandlers.sha256(code)));
    if (found == null) {
      throw Enrollments.badCode();
    }
    Tenant tenant = tenants.find(found.tenantId());
    return Reply.json(
        200,
        new EnrollmentOffer(
            found.tenantId(),
            tenant == null ? "root" : tenant.displayName(),
            found.principal(),
            found.displayName(),
            found.untilMs()));
  }
}
