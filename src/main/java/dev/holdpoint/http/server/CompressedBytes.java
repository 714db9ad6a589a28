package dev.holdpoint.http.server;

import dev.holdpoint.engine.json.Digests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Bytes that stay the same, compressed once. */
public final class CompressedBytes {
  private final String contentType;
  private final byte[] plain;
  private final byte[] gzip;
  private final String tag;

  public CompressedBytes(String contentType, byte[] bytes) {
    this.contentType = contentType;
    this.plain = bytes.clone();
    this.gzip = compressed(bytes);
    this.tag = "\"" + Digests.sha256Hex(bytes) + "\"";
  }

  public byte[] plain() {
    return plain.clone();
  }

  /** As the caller takes them. */
  public Reply answer(Call call) {
    boolean packed = takesGzip(call.header("Accept-Encoding"));
    Reply reply =
        Reply.bytes(200, contentType, packed ? gzip : plain).with("Vary", "Accept-Encoding");
    return packed ? reply.with("Content-Encoding", "gzip") : reply;
  }

  /** The same, or only that the caller has them already. */
  public Reply unlessKnown(Call call) {
    Reply reply =
        isNamed(call.header("If-None-Match"), tag)
            ? Reply.empty(304).with("Vary", "Accept-Encoding")
            : answer(call);
    return reply.with("ETag", tag).with("Cache-Control", "no-cache");
  }

  /** Whether the caller has what goes by this tag, by one of the tags it sent, or has any. */
  public static boolean isNamed(@Nullable String sent, String tag) {
    if (sent == null) {
      return false;
    }
    for (String one : sent.split(",", -1)) {
      String bare = one.strip();
      bare = bare.startsWith("W/") ? bare.substring(2) : bare;
      if (bare.equals(tag) || bare.equals("*")) {
        return true;
      }
    }
    return false;
  }

  /** Every browser says gzip plainly; who says it with conditions gets the bytes as they are. */
  private static boolean takesGzip(@Nullable String accepted) {
    if (accepted == null) {
      return false;
    }
    for (String coding : accepted.split(",", -1)) {
      if (coding.strip().equalsIgnoreCase("gzip")) {
        return true;
      }
    }
    return false;
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
