package dev.holdpoint.core.net;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which headers whoever names a target may have sent to it. */
public final class Headers {
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");
  private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

  /** The body is ours: what is said of it must be true, and it must be read as it was signed. */
  private static final String OF_THE_BODY = "content-";

  /** Those that belong to the connection, or decide where it leads and where its messages end. */
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "host",
          "expect",
          "content-length");

  /**
   * Besides those: what carries credentials, what deliveries set, and what would have the body or
   * the whole request read as something else.
   */
  private static final Set<String> REFUSED =
      Set.of(
          "x-content-encoding",
          "traceparent",
          "tracestate",
          "digest",
          "repr-digest",
          "mime-version",
          "x-http-method",
          "x-http-method-override",
          "x-method-override",
          "authorization",
          "cookie",
          "set-cookie",
          "x-api-key",
          "idempotency-key",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature");

  private Headers() {}

  /** As {@link #fault}, for one who calls on his own behalf and may carry credentials. */
  public static @Nullable String faultOfCall(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      return "is not a header name";
    }
    if (OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
      return "may not be set: the connection sets it";
    }
    return VALUE.matcher(value).matches() ? null : "has a value that is not allowed in a header";
  }

  /** What is wrong with the header, or null. */
  public static @Nullable String fault(String name, String value) {
    if (!NAME.matcher(name).matches()) {
      return "is not a header name";
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith(OF_THE_BODY)
        || OF_THE_CONNECTION.contains(lower)
        || REFUSED.contains(lower)) {
      return "may not be set: the connection or the delivery sets it, or it carries "
          + "credentials";
    }
    return VALUE.matcher(value).matches() ? null : "has a value that is not allowed in a header";
  }
}
