package dev.holdpoint.http.coding;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Surface;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Which answers are sent compressed, and to whom. */
public final class ContentCoding {
  public static final String GZIP = "gzip";

  /** A shorter answer fits into one packet as it is. */
  private static final int LEAST = 1024;

  /**
   * Their answers hold a token beside text that others choose: by the length of a compressed answer
   * the token could be guessed.
   */
  private static final Set<String> NEVER =
      Set.of(
          "getCaller",
          "signIn",
          "createSignInLink",
          "createToken",
          "createServiceKey",
          "createPasskeyChallenge",
          "registerPasskey",
          "inviteApprover",
          "findEnrollment");

  private ContentCoding() {}

  /** Whether the answer would be compressed for a caller who takes that. */
  public static boolean suits(@Nullable Endpoint endpoint, String contentType, int length) {
    return length > LEAST
        && endpoint != null
        && isOfTheApi(endpoint)
        && (contentType.startsWith("application/json") || contentType.startsWith("text/"));
  }

  private static boolean isOfTheApi(Endpoint endpoint) {
    Surface surface = endpoint.surface();
    return (surface == Surface.NATIVE || surface == Surface.AMBIENT || surface == Surface.SIGNED)
        && !NEVER.contains(endpoint.id());
  }

  /** Whether the header allows gzip; {@code gzip} counts before {@code *}. */
  public static boolean takesGzip(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    boolean any = false;
    for (String one : accepted.split(",", -1)) {
      int end = one.indexOf(';');
      String coding = (end < 0 ? one : one.substring(0, end)).strip();
      boolean allowed = end < 0 || isAboveZero(one.substring(end + 1));
      if (coding.equalsIgnoreCase(GZIP) || coding.equalsIgnoreCase("x-gzip")) {
        return allowed;
      }
      any |= coding.equals("*") && allowed;
    }
    return any;
  }

  /** What cannot be read allows nothing: uncompressed is always right. */
  private static boolean isAboveZero(String parameters) {
    for (String one : parameters.split(";", -1)) {
      String[] parts = one.split("=", 2);
      if (parts.length == 2 && parts[0].strip().equalsIgnoreCase("q")) {
        String weight = parts[1].strip();
        return weight.matches("1(\\.0{0,3})?|0\\.[0-9]{1,3}") && !weight.matches("0\\.0*");
      }
    }
    return true;
  }

  public static byte[] compressed(byte[] bytes) {
    Packer packer = new Packer(bytes.length / 4);
    packer.add(bytes);
    return packer.last();
  }

  /** The tag of an answer whose bytes depend on how it was sent. */
  public static String weak(String tag) {
    return tag.startsWith("W/") ? tag : "W/" + tag;
  }

  /** Compresses an answer that is made piece by piece. */
  public static final class Packer implements AutoCloseable {
    private final ByteArrayOutputStream out;
    private final GZIPOutputStream gzip;

    public Packer() {
      this(1024);
    }

    private Packer(int expected) {
      out = new ByteArrayOutputStream(expected + 64);
      try {
        gzip = new GZIPOutputStream(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Gives what can be sent already, which may be nothing. */
    public byte[] next(byte[] piece) {
      add(piece);
      byte[] ready = out.toByteArray();
      out.reset();
      return ready;
    }

    private void add(byte[] piece) {
      try {
        gzip.write(piece);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public byte[] last(byte[] piece) {
      add(piece);
      return last();
    }

    private byte[] last() {
      close();
      return out.toByteArray();
    }

    /** Gives back what compressing takes outside the heap, also of an answer that was cut off. */
    @Override
    public void close() {
      try {
        gzip.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
