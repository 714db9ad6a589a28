package dev.holdpoint.daemon.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which of the platform's tokens are taken.
 *
 * @param jwksFile the public keys that they are signed with
 */
public record PlatformJwt(String issuer, String audience, Path jwksFile) {

  /** Empty where none are taken. */
  static Optional<PlatformJwt> of(SettingValues settings) throws ConfigException {
    Optional<String> issuer = settings.find(SignedSettings.JWT_ISSUER);
    Optional<String> audience = settings.find(SignedSettings.JWT_AUDIENCE);
    Optional<Path> jwksFile = settings.find(SignedSettings.JWT_JWKS_FILE);
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
