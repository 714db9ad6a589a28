package dev.holdpoint.http.v1.access;

import dev.holdpoint.api.access.PasskeyBodies.PasskeyChallenge;
import dev.holdpoint.api.access.PasskeyBodies.PasskeyView;
import dev.holdpoint.api.access.PasskeyBodies.RegisterPasskeyRequest;
import dev.holdpoint.api.access.PasskeyBodies.RenamePasskeyRequest;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.Verification;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.access.Enrollments;
import dev.holdpoint.engine.access.Passkeys;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.FailedCredentials;
import dev.holdpoint.http.server.FailedCredentials.CredentialKind;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.view.TenantViews;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Passkeys of callers, and of those who were invited. */
public final class PasskeyHandlers {
  private final Bodies bodies;
  private final Passkeys passkeys;
  private final Enrollments enrollments;
  private final FailedCredentials failures;
  private final PasskeyPlaces places;

  public PasskeyHandlers(
      Bodies bodies,
      Passkeys passkeys,
      Enrollments enrollments,
      FailedCredentials failures,
      PasskeyPlaces places) {
    this.bodies = bodies;
    this.passkeys = passkeys;
    this.enrollments = enrollments;
    this.failures = failures;
    this.places = places;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createPasskeyChallenge", this::challenge,
        "registerPasskey", this::register,
        "listPasskeys", this::list,
        "renamePasskey", this::rename,
        "removePasskey", this::remove);
  }

  private Reply challenge(Call call) {
    bodies.checkUnused(call);
    places.check(call);
    Passkeys.Offered offered = passkeys.challenge();
    return Reply.json(
            201, new PasskeyChallenge(offered.challenge(), offered.rpId(), offered.untilMs()))
        .with("Cache-Control", "no-store");
  }

  private Reply register(Call call) {
    RegisterPasskeyRequest body = bodies.read(call, RegisterPasskeyRequest.class);
    places.check(call);
    Caller caller = call.callerOrNull();
    String code = body.enrollmentCode();
    if (caller == null && code == null) {
      throw Problem.UNAUTHORIZED
          .because("Sign in first, or send the enrollment_code of an invitation.")
          .asException();
    }
    Passkeys.Sent sent =
        new Passkeys.Sent(
            body.challenge(),
            bytes(body.clientData(), "/client_data"),
            bytes(body.attestationObject(), "/attestation_object"),
            Objects.requireNonNullElse(body.transports(), List.of()),
            body.name());
    Passkey made =
        code == null
            ? passkeys.register(sent, owner(Objects.requireNonNull(caller)))
            : passkeys.enroll(sent, invited(code, call));
    return Reply.json(201, view(made)).with("Cache-Control", "no-store");
  }

  private static Passkeys.Owner owner(Caller caller) {
    return new Passkeys.Owner(caller.principalId(), caller.name(), caller.tenantId());
  }

  /** The hash of a code that is good now. */
  private String invited(String code, Call call) {
    String hash = TokenHandlers.sha256(code);
    Enrollment found =
        failures.tried(
            CredentialKind.ENROLLMENT_CODE, code, call.from(), () -> enrollments.find(hash));
    if (found == null) {
      throw Enrollments.badCode();
    }
    return hash;
  }

  static byte[] bytes(String text, String pointer) {
    byte[] bytes = Verification.base64url(text);
    if (bytes == null) {
      throw Problem.INVALID_REQUEST
          .because("Send the bytes in base64url. Nothing was changed.")
          .at(pointer, "is not base64url")
          .asException();
    }
    return bytes;
  }

  private Reply list(Call call) {
    return Reply.json(
        200, passkeys.of(call.caller().principalId()).stream().map(PasskeyHandlers::view).toList());
  }

  private Reply rename(Call call) {
    RenamePasskeyRequest body = bodies.read(call, RenamePasskeyRequest.class);
    return Reply.json(
        200, view(passkeys.rename(call.path("key_id"), mine(call.caller()), body.name())));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    passkeys.remove(call.path("key_id"), mine(call.caller()));
    return Reply.empty(204);
  }

  /** Null for those who may touch anybody's: admins who are bound to no tenant. */
  private static @Nullable String mine(Caller caller) {
    return caller.role() == Role.ADMIN && !caller.isBound() ? null : caller.principalId();
  }

  public static PasskeyView view(Passkey passkey) {
    return new PasskeyView(
        passkey.id(),
        passkey.tenantId(),
        Algorithm.WEBAUTHN.wire(),
        passkey.principal(),
        passkey.displayName(),
        passkey.credentialId(),
        passkey.rpId(),
        passkey.publicKey(),
        TenantViews.fingerprint(passkey.publicKey()),
        passkey.transports(),
        passkey.aaguid(),
        passkey.backedUp(),
        passkey.signCount(),
        passkey.uses(),
        passkey.createdAtMs(),
        passkey.usedAtMs());
  }
}
