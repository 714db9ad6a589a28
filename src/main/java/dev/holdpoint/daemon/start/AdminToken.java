package dev.holdpoint.daemon.start;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.TokenStrength;
import dev.holdpoint.http.v1.daemon.Warnings;
import dev.holdpoint.vault.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token that opens everything: the operator's own, or one that is generated on the first start
 * into a file that only its owner can read.
 *
 * @param origin where it can be read, for the line that the daemon prints
 */
public record AdminToken(String value, String origin) {
  private static final Logger log = LoggerFactory.getLogger(AdminToken.class);
  public static final String FILE = "admin-token";

  private static final Pattern USABLE = Pattern.compile("[!-~]{1,512}");

  public static AdminToken of(Config config, DataFolder folder) throws StartRefused {
    AdminToken token = found(config, folder);
    if (token.isWeak()) {
      if (!config.isLoopback()) {
        throw new StartRefused(TokenStrength.refusal(config, token.origin));
      }
      log.atWarn()
          .addKeyValue("code", Warnings.Code.WEAK_ADMIN_TOKEN.wire())
          .log("the admin token in {} is easy to guess; {}", token.origin, TokenStrength.RULE);
    }
    return token;
  }

  public boolean isWeak() {
    return TokenStrength.isWeak(value);
  }

  private static AdminToken found(Config config, DataFolder folder) throws StartRefused {
    Optional<String> given = config.adminToken();
    if (given.isPresent()) {
      return new AdminToken(given.get(), "admin_token");
    }
    Optional<Path> file = config.adminTokenFile();
    return file.isPresent() ? read(file.get()) : readOrCreate(folder.path().resolve(FILE));
  }

  /**
   * As {@link #of}, but makes none.
   *
   * @return empty when the first start would make it
   */
  public static Optional<AdminToken> look(Config config, Path data) throws StartRefused {
    Optional<String> given = config.adminToken();
    if (given.isPresent()) {
      return Optional.of(new AdminToken(given.get(), "admin_token"));
    }
    Path own = data.resolve(FILE);
    Optional<Path> file = config.adminTokenFile().or(() -> Optional.of(own));
    return file.get().equals(own) && !Files.exists(own)
        ? Optional.empty()
        : Optional.of(read(file.get()));
  }

  private static AdminToken readOrCreate(Path file) throws StartRefused {
    try {
      if (Files.exists(file)) {
        new SecretFile(file).hide();
      } else {
        new SecretFile(file).write(random() + "\n");
      }
    } catch (IOException e) {
      throw new StartRefused("The admin token cannot be stored in " + file + ": " + e);
    }
    return read(file);
  }

  private static AdminToken read(Path file) throws StartRefused {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw new StartRefused("The admin_token_file " + file + " does not exist");
    } catch (IOException e) {
      throw new StartRefused("The admin token cannot be read from " + file + ": " + e);
    }
    if (!USABLE.matcher(text).matches()) {
      throw new StartRefused(
          file + " must contain only the admin token: up to 512 visible ASCII characters");
    }
    return new AdminToken(text, file.toString());
  }

  private static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return "hpt_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Records print their members; a token must not end up in a log that way. */
  @Override
  public String toString() {
    return "AdminToken[" + origin + "]";
  }
}
