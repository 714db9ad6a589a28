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
          "none: platform JWTs are rejected",
          "issuer (`iss`) of the platform's JWTs; requires `audience` and `jwks_file` too");
  static final Setting<String> JWT_AUDIENCE =
      optional(
          "platform_jwt.audience",
          Form.visible(),
          "none",
          "audience (`aud`) of the platform's JWTs");
  static final Setting<Path> JWT_JWKS_FILE =
      optional(
          "platform_jwt.jwks_file",
          Form.path(),
          "none",
          "public keys of the platform, a JSON Web Key Set; reloaded when it changes");
  static final Setting<Integer> FAILED_ASSERTIONS =
      optional(
          "limits.failed_assertions_per_minute",
          Form.number(1, 1_000_000),
          "60, and none for callers on this machine",
          "invalid assertions allowed for each caller; beyond it they get 429. A "
              + "valid assertion is never refused");

  static final Setting<Long> LONGEST_ASSERTION =
      optional(
          "limits.longest_assertion_ms",
          Form.number(1_000L, 315_360_000_000L),
          "none",
          "how far in the future an assertion's `exp` may be; an assertion with a "
              + "later `exp` is invalid");

  static final List<Setting<?>> ALL =
      List.of(JWT_ISSUER, JWT_AUDIENCE, JWT_JWKS_FILE, FAILED_ASSERTIONS, LONGEST_ASSERTION);

  private SignedSettings() {}
}
