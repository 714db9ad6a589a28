package dev.holdpoint.http.server;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.http.coding.ContentCoding;
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
    this.gzip = ContentCoding.compressed(bytes);
    this.tag = "\"" + Digests.sha256Hex(bytes) + "\"";
  }

  public byte[] plain() {
    return plain.clone();
  }

  /** As the caller takes them. */
  public Reply answer(Call call) {
    boolean packed = ContentCoding.takesGzip(call.header("Accept-Encoding"));
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
    // One strong tag would be for two bodies.
    boolean packed = ContentCoding.takesGzip(call.header("Accept-Encoding"));
    return reply
        .with("ETag", packed ? ContentCoding.weak(tag) : tag)
        .with("Cache-Control", "no-cache");
  }

  /** That the caller has it already, with the headers that the answer itself would have. */
  public static Reply unchanged(Call call, String contentType, int length, String tag) {
    if (!ContentCoding.suits(call.endpoint(), contentType, length)) {
      return Reply.empty(304).with("ETag", tag);
    }
    boolean packed = ContentCoding.takesGzip(call.header("Accept-Encoding"));
    return Reply.empty(304)
        .with("ETag", packed ? ContentCoding.weak(tag) : tag)
        .with("Vary", "Accept-Encoding");
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
}
