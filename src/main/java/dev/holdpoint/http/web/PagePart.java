package dev.holdpoint.http.web;

import dev.holdpoint.http.server.CompressedBytes;
import java.util.Locale;
import java.util.Map;

/**
 * One file of a page.
 *
 * @param path below the page's folder, {@code inbox/list.js}
 */
record PagePart(String path, CompressedBytes file) {
  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "html", "text/html; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "webmanifest", "application/manifest+json");

  static PagePart of(String path, byte[] bytes) {
    String ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    String type = TYPES.get(ending);
    if (type == null) {
      throw new IllegalStateException("no content type is known for " + path);
    }
    return new PagePart(path, new CompressedBytes(type, bytes));
  }
}
