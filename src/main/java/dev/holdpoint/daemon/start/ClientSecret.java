package dev.holdpoint.daemon.start;

import dev.holdpoint.daemon.config.OidcSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The secret by which an identity provider knows this daemon. */
public final class ClientSecret {
  private ClientSecret() {}

  /** Null for a client without one. */
  public static @Nullable String of(OidcSettings settings) throws StartRefused {
    Path file = settings.clientSecretFile();
    if (file == null) {
      return settings.clientSecret();
    }
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new StartRefused("oidc.client_secret_file %s is empty".formatted(file));
      }
      return secret;
    } catch (IOException e) {
      throw new StartRefused("oidc.client_secret_file %s cannot be read: %s".formatted(file, e));
    }
  }
}
