package dev.holdpoint.http.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * One file of a page, as it is and as it is sent.
 *
 * @param path below the page's folder, {@code inbox/list.js}
 * @param gzip the same, compressed once
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares parts
record Part(String path, String contentType, byte[] plain, byte[] gzip) {
  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "html", "text/html; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "webmanifest", "application/manifest+json");

  static Part of(String path, byte[] bytes) {
    String ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String type = TYPES.get(ending);
    if (type == null) {
      throw new IllegalStateException("no content type is known for " + path);
    }
    return new Part(path, type, bytes, compressed(bytes));
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
