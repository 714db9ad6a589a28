package dev.holdpoint.client.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The daemon of a data folder: where it listens if it runs, else as it was told to listen and whom
 * to let in, by variables, then by {@code holdpoint.yaml} in the folder. Only these few settings
 * are read, and leniently: to refuse a bad file is the daemon's business.
 */
final class OwnDaemon {
  private static final String HINT = "; set HOLDPOINT_TOKEN, --token-file or --data";

  private static final int LONGEST_URL = 1_024;

  private final Path data;
  private final Map<String, String> environment;
  private final Map<String, String> file;

  /**
   * @param token null when there is none; {@code origin} then says where it was looked for
   */
  record Key(@Nullable String token, String origin) {}

  OwnDaemon(Path data, Map<String, String> environment) {
    this.data = data;
    this.environment = environment;
    this.file = read(data.resolve("holdpoint.yaml"));
  }

  String url() {
    String running = running();
    return running == null ? configured() : running;
  }

  /** Where the daemon listens that has the folder open; a killed one has left a file of no use. */
  private @Nullable String running() {
    Path file = data.resolve(DaemonAddress.FILE);
    try {
      if (!Files.isRegularFile(file)
          || Files.size(file) > LONGEST_URL
          || !FolderLock.isHeld(data)) {
        return null;
      }
      return DaemonAddress.checked(Files.readString(file)).toString();
    } catch (IOException | IllegalArgumentException _) {
      // Gone meanwhile, not ours to read, or not what a daemon writes.
      return null;
    }
  }

  private String configured() {
    String host = or(setting("host"), "127.0.0.1");
    String port = or(setting("port"), "4747");
    String scheme = named("tls.cert_file") == null ? "http" : "https";
    return scheme + "://" + reachable(host) + ":" + (port.equals("0") ? "4747" : port);
  }

  /** What it serves by https; null where it does not, or where that is not ours to read. */
  @Nullable Path certificate() {
    Path file = named("tls.cert_file");
    return file != null && Files.isReadable(file) ? file : null;
  }

  /** A file that a setting names, from where the setting was made. */
  private @Nullable Path named(String key) {
    String variable = variable(key);
    if (variable != null) {
      return path(variable, Path.of(""));
    }
    String inFile = file.get(key);
    return inFile == null ? null : path(inFile, data);
  }

  private static String or(@Nullable String given, String otherwise) {
    return given == null ? otherwise : given;
  }

  /** An address that means all addresses of the machine cannot be called. */
  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0" -> "127.0.0.1";
      case "::", "[::]" -> "[::1]";
      default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    };
  }

  Key adminKey() {
    String variable = variable("admin_token");
    if (variable != null) {
      return new Key(variable, "HOLDPOINT_ADMIN_TOKEN");
    }
    String named = variable("admin_token_file");
    if (named != null) {
      return ofFile(path(named, Path.of("")));
    }
    String inFile = file.get("admin_token");
    if (inFile != null) {
      return new Key(inFile, data.resolve("holdpoint.yaml").toString());
    }
    String namedInFile = file.get("admin_token_file");
    return ofFile(namedInFile == null ? data.resolve("admin-token") : path(namedInFile, data));
  }

  private static Path path(String text, Path from) {
    return text.startsWith("~/")
        ? Path.of(System.getProperty("user.home", ""), text.substring(2))
        : from.resolve(text);
  }

  private static Key ofFile(Path file) {
    try {
      return new Key(Files.readString(file).strip(), file.toString());
    } catch (NoSuchFileException _) {
      return new Key(null, file + " does not exist" + HINT);
    } catch (IOException _) {
      return new Key(null, file + " cannot be read" + HINT);
    }
  }

  private @Nullable String setting(String key) {
    String variable = variable(key);
    return variable == null ? file.get(key) : variable;
  }

  private @Nullable String variable(String key) {
    String value = environment.get("HOLDPOINT_" + key.toUpperCase(Locale.ROOT).replace('.', '_'));
    return value == null || value.isBlank() ? null : value.strip();
  }

  private static Map<String, String> read(Path file) {
    Map<String, String> found = new HashMap<>();
    try {
      Node root =
          new Compose(LoadSettings.builder().build())
              .composeString(Files.readString(file))
              .orElse(null);
      if (root instanceof MappingNode mapping) {
        collect("", mapping, found);
      }
    } catch (IOException | YamlEngineException _) {
      // Not there, not ours to read, or one with which no daemon starts.
      return Map.of();
    }
    return found;
  }

  private static void collect(String prefix, MappingNode mapping, Map<String, String> found) {
    for (NodeTuple entry : mapping.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode key)) {
        continue;
      }
      if (entry.getValueNode() instanceof ScalarNode value && !value.getValue().isBlank()) {
        found.put(prefix + key.getValue(), value.getValue().strip());
      } else if (entry.getValueNode() instanceof MappingNode section) {
        collect(prefix + key.getValue() + ".", section, found);
      }
    }
  }
}
