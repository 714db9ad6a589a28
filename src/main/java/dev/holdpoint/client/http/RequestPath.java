package dev.holdpoint.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A path of the daemon with its query.
 *
 * @param waitMs how much longer than usual the answer may take
 */
public record RequestPath(String text, int waitMs) {
  /** {@code of("/v1/runs/{}/events", id)}: each pair of braces takes the next name, encoded. */
  public static RequestPath of(String template, String... names) {
    String[] parts = template.split("\\{}", -1);
    if (parts.length != names.length + 1) {
      throw new IllegalArgumentException(template + " does not have these parameters");
    }
    StringBuilder text = new StringBuilder(parts[0]);
    for (int i = 0; i < names.length; i++) {
      text.append(encoded(names[i])).append(parts[i + 1]);
    }
    return new RequestPath(text.toString(), 0);
  }

  public RequestPath with(String name, @Nullable Object value) {
    if (value == null) {
      return this;
    }
    String mark = text.indexOf('?') < 0 ? "?" : "&";
    return new RequestPath(text + mark + name + "=" + encoded(value.toString()), waitMs);
  }

  /** Lets the daemon hold the answer back for so long. */
  public RequestPath waiting(String name, int ms) {
    return new RequestPath(with(name, ms).text, ms);
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
