package dev.holdpoint.daemon.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.vault.SecretFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By what the other nodes know a data folder again: a daemon that comes with the same id is the one
 * before, started again. It is made on the first start, and is in no backup, so that a copy of the
 * folder does not pass for it.
 */
public record NodeId(String value) {
  public static final String FILE = "node-id";

  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

  /** So that the name fits with the dash and the four characters behind it. */
  private static final int LONGEST_HOST = 59;

  private static final int SHOWN = 4;

  public static NodeId of(DataFolder folder) throws StartRefused {
    Path file = folder.path().resolve(FILE);
    try {
      if (!Files.exists(file)) {
        new SecretFile(file).write(random() + "\n");
      }
      String text = Files.readString(file, UTF_8).strip();
      if (!ID.matcher(text).matches()) {
        throw new StartRefused(
            file
                + " must contain only 16 hexadecimal digits; remove it to generate a new "
                + "one");
      }
      return new NodeId(text);
    } catch (IOException e) {
      throw new StartRefused("The id of this node cannot be stored in " + file + ": " + e);
    }
  }

  private static String random() {
    byte[] bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** What the node is called: as the operator says, else by the machine and the folder. */
  public String name(Config config) {
    String given = config.cluster().name();
    return given == null ? name(machine()) : given;
  }

  String name(@Nullable String machine) {
    String host = machine == null ? "" : machine.replaceFirst("\\..*", "");
    String plain = host.replaceAll("[^A-Za-z0-9_-]", "-").replaceFirst("^[-_]+", "");
    String first = plain.isEmpty() ? "node" : plain;
    return first.substring(0, Math.min(LONGEST_HOST, first.length()))
        + "-"
        + value.substring(0, SHOWN);
  }

  private static @Nullable String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return null;
    }
  }
}
