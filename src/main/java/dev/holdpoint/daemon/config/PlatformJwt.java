package dev.holdpoint.daemon.config;

import static dev.holdpoint.daemon.config.Setting.optional;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which of the platform's tokens are taken.
 *
 * @param jwksFile the public keys that they are signed with
 */
public record PlatformJwt(String issuer, String audience, Path jwksFile) {
  static final Setting<String> ISSUER =
      optional(
          "platform_jwt.issuer",
          Form.visible(),
          "none: platform JWTs are rejected",
          "issuer (`iss`) of the platform's JWTs; requires `audience` and `jwks_file` too");
  static final Setting<String> AUDIENCE =
      optional(
          "platform_jwt.audience",
          Form.visible(),
          "none",
          "audience (`aud`) of the platform's JWTs");
  static final Setting<Path> JWKS_FILE =
      optional(
          "platform_jwt.jwks_file",
          Form.path(),
          "none",
          "public keys of the platform, a JSON Web Key Set; reloaded when it changes");

  static final List<Setting<?>> ALL = List.of(ISSUER, AUDIENCE, JWKS_FILE);

  /** Empty where none are taken. */
  static Optional<PlatformJwt> of(SettingValues settings) throws ConfigException {
    Optional<String> issuer = settings.find(ISSUER);
    Optional<String> audience = settings.find(AUDIENCE);
    Optional<Path> jwksFile = settings.find(JWKS_FILE);
    if (issuer.isPresent() && audience.isPresent() && jwksFile.isPresent()) {
      return Optional.of(new PlatformJwt(issuer.get(), audience.get(), jwksFile.get()));
    }
    if (Stream.of(issuer, audience, jwksFile).anyMatch(Optional::isPresent)) {
      throw new ConfigException(
          "platform_jwt is incomplete; set platform_jwt.issuer, .audience and "
              + ".jwks_file, or none of them");
    }
    return Optional.empty();
  }
}
