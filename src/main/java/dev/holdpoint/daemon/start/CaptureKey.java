package dev.holdpoint.daemon.start;

import dev.holdpoint.core.debug.CaptureLevel;
import dev.holdpoint.daemon.config.DebugSettings;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key that debug artifacts are encrypted with. With one that cannot be used nothing would be
 * kept, or kept for all to read, so the daemon does not start; unless nothing is to be kept.
 */
public final class CaptureKey {
  private static final Logger log = LoggerFactory.getLogger(CaptureKey.class);
  private static final int BYTES = 32;
  private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{64}");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/_-]{43}=?");

  private CaptureKey() {}

  /** Null when none was given. */
  public static byte @Nullable [] of(DebugSettings debug) throws StartRefused {
    try {
      return read(debug);
    } catch (StartRefused e) {
      if (debug.capture() != CaptureLevel.OFF) {
        throw e;
      }
      log.warn("{}; until then, encrypted debug artifacts cannot be read", e.getMessage());
      return null;
    }
  }

  /**
   * Null when none was given.
   *
   * @throws StartRefused when it cannot be used, also where nothing is to be kept
   */
  public static byte @Nullable [] read(DebugSettings debug) throws StartRefused {
    String text = text(debug);
    return text == null ? null : parse(text, name(debug));
  }

  private static String name(DebugSettings debug) {
    return debug
        .keyFile()
        .map(file -> "debug.capture_key_file " + file)
        .orElse("debug.capture_key");
  }

  private static @Nullable String text(DebugSettings debug) throws StartRefused {
    if (debug.keyFile().isEmpty()) {
      return debug.key().orElse(null);
    }
    Path file = debug.keyFile().get();
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException _) {
      throw refused(name(debug), "does not exist");
    } catch (MalformedInputException _) {
      throw refused(name(debug), "is not text");
    } catch (IOException e) {
      throw refused(name(debug), "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static byte[] parse(String text, String name) throws StartRefused {
    if (HEX.matcher(text).matches()) {
      return HexFormat.of().parseHex(text);
    }
    if (BASE64.matcher(text).matches()) {
      String plain = text.replace("=", "").replace('-', '+').replace('_', '/');
      try {
        byte[] key = Base64.getDecoder().decode(plain);
        if (key.length == BYTES) {
          return key;
        }
      } catch (IllegalArgumentException _) {
        // Told below as what it is: not a key.
      }
    }
    throw refused(name, "is not a key");
  }

  private static StartRefused refused(String name, String what) {
    return new StartRefused(
        name
            + " "
            + what
            + "; give 32 random bytes as 64 hex digits or base64 (openssl rand -hex "
            + "32), or set debug.capture to off");
  }
}
