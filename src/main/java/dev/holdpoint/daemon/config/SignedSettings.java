package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.optional;

import java.nio.file.Path;
import java.util.List;

/** The settings of the signed surface. */
final class SignedSettings {
  static final Setting<String> JWT_ISSUER =
      optional(
          "platform_jwt.issuer",
          Form.visible(),
          "none: no platform JWT is taken",
          "who issues the platform's JWTs, their `iss`; needs `audience` and `jwks_file` too");
  static final Setting<String> JWT_AUDIENCE =
      optional("platform_jwt.audience", Form.visible(), "none", "whom they are for, their `aud`");
  static final Setting<Path> JWT_JWKS_FILE =
      optional(
          "platform_jwt.jwks_file",
          Form.path(),
          "none",
          "the public keys that they are signed with, a JSON Web Key Set; read again when it"
              + " changes");
  static final Setting<Integer> FAILED_ASSERTIONS =
      optional(
          "limits.failed_assertions_per_minute",
          Form.number(1, 1_000_000),
          "60, and none for callers on this machine",
          "assertions that do not verify, for each caller; more are answered with 429. One that"
              + " verifies is never refused");

  static final Setting<Long> LONGEST_ASSERTION =
      optional(
          "limits.longest_assertion_ms",
          Form.number(1_000L, 315_360_000_000L),
          "none",
          "how far ahead an assertion's `exp` may lie; one that is good for longer does not hold");

  static final List<Setting<?>> ALL =
      List.of(JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_FILE, FAILED_ASSERTIONS, LONGEST_ASSERTION);

  private SignedSettings() {}
}
