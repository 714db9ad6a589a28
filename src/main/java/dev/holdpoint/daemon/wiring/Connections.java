package dev.holdpoint.daemon.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigException;
import dev.holdpoint.daemon.config.ConnectorConfig;
import dev.holdpoint.daemon.start.DataFolder;
import dev.holdpoint.daemon.start.OtherNodes;
import dev.holdpoint.daemon.start.StartRefused;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.outbound.Connector;
import dev.holdpoint.outbound.ConnectorKind;
import dev.holdpoint.outbound.Connectors;
import dev.holdpoint.outbound.Credential;
import dev.holdpoint.outbound.Signature;
import dev.holdpoint.vault.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connectors with what they are let in by, read once, when the daemon starts. */
public final class Connections {
  private static final Logger log = LoggerFactory.getLogger(Connections.class);

  static final String SECRET_FILE = "webhook-secret";

  /** What it is called in the ledger's vault. */
  private static final String SHARED_ALIAS = "WEBHOOK_SECRET";

  private static final String OWN_SECRET = "the webhook secret";

  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");
  // It becomes a part of the path that is called.
  private static final Pattern TELEGRAM_TOKEN = Pattern.compile("[A-Za-z0-9:_-]{1,512}");

  private Connections() {}

  public static Connectors.Settings settings(Config config, DataFolder folder, String version)
      throws StartRefused {
    List<Connector> connectors = new ArrayList<>();
    try {
      for (ConnectorConfig each : config.connectors()) {
        connectors.add(connector(each, config));
      }
    } catch (ConfigException e) {
      throw new StartRefused(String.valueOf(e.getMessage()));
    }
    return new Connectors.Settings(
        connectors,
        ownSecret(folder.path().resolve(SECRET_FILE)),
        config.allowsPrivateAddresses(),
        "holdpoint/" + version);
  }

  /** All nodes sign with one secret: whoever comes takes over the one that the others have. */
  public static Connectors.Settings amongNodes(
      Connectors.Settings given, Secrets secrets, Store store, Path folder) throws IOException {
    Credential own = given.ownSecret();
    byte[] brought = own.value().getBytes(UTF_8);
    String value =
        store.cluster().isShared()
            ? new String(secrets.shared(SHARED_ALIAS, brought, OtherNodes.areNone(store)), UTF_8)
            : own.value();
    if (value.equals(own.value())) {
      return given;
    }
    Path file = folder.resolve(SECRET_FILE);
    new SecretFile(file).write(value + "\n");
    log.info("{} now has the secret of the other nodes, which signs deliveries", file);
    return new Connectors.Settings(
        given.connectors(), new Credential(own.name(), value), given.anywhere(), given.userAgent());
  }

  /** With what it is let in by; reads, and makes nothing. */
  static Connector connector(ConnectorConfig given, Config config) throws StartRefused {
    URI baseUrl = given.baseUrl();
    if (baseUrl == null) {
      baseUrl =
          switch (given.kind()) {
            case SLACK -> Connectors.SLACK;
            case TELEGRAM -> Connectors.TELEGRAM;
            case HTTP, EXTERNAL -> null;
          };
    }
    Path secretFile = given.secretFile();
    Credential secret =
        secretFile == null
            ? null
            : secret(given.name() + ".secret", secretFile, given.key("secret_file"));
    return new Connector(given.name(), given.kind(), baseUrl, token(given, config), secret);
  }

  private static @Nullable Credential token(ConnectorConfig given, Config config)
      throws StartRefused {
    String variable = given.tokenEnv();
    Path file = given.tokenFile();
    if (variable != null) {
      String value = config.variable(variable).orElse("").strip();
      if (value.isEmpty()) {
        throw new StartRefused(
            "%s names %s, but that variable is not set; set it, or remove the connector"
                .formatted(given.key("token_env"), variable));
      }
      return checked(given, new Credential(variable, value), variable);
    }
    if (file != null) {
      String value = read(file, given.key("token_file"));
      return checked(given, new Credential(given.name() + ".token", value), file.toString());
    }
    return null;
  }

  private static Credential checked(ConnectorConfig given, Credential token, String where)
      throws StartRefused {
    Pattern form = given.kind() == ConnectorKind.TELEGRAM ? TELEGRAM_TOKEN : TOKEN;
    if (!form.matcher(token.value()).matches()) {
      throw new StartRefused(
          "%s must contain only the token of the connector '%s': %s"
              .formatted(
                  where,
                  given.name(),
                  given.kind() == ConnectorKind.TELEGRAM
                      ? "letters, digits, ':', '_' and '-'"
                      : "up to 512 visible ASCII characters"));
    }
    return token;
  }

  private static Credential ownSecret(Path file) throws StartRefused {
    try {
      if (Files.exists(file)) {
        new SecretFile(file).hide();
      } else {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        new SecretFile(file).write(Signature.secret(random) + "\n");
      }
    } catch (IOException e) {
      throw new StartRefused("The webhook secret cannot be stored in " + file + ": " + e);
    }
    return secret("own", file, OWN_SECRET);
  }

  /** Refuses a secret of the daemon's own that a start would refuse; none is no fault. */
  static void checkOwnSecret(Path data) throws StartRefused {
    Path file = data.resolve(SECRET_FILE);
    if (Files.exists(file)) {
      secret("own", file, OWN_SECRET);
    }
  }

  private static Credential secret(String name, Path file, String key) throws StartRefused {
    String text = read(file, key);
    if (!Signature.isSecret(text)) {
      throw new StartRefused(
          file + " must contain only whsec_ and 24 to 64 random bytes in base64");
    }
    return new Credential(name, text);
  }

  /**
   * @param key the setting that names the file, for whoever has to mend it
   */
  private static String read(Path file, String key) throws StartRefused {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw new StartRefused("The file of " + key + ", " + file + ", does not exist");
    } catch (IOException e) {
      throw new StartRefused(
          "The file of %s, %s, cannot be read: %s"
              .formatted(key, file, e.getClass().getSimpleName()));
    }
  }
}
