package dev.holdpoint.outbound;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A way out that the operator has set up.
 *
 * @param baseUrl null for one of HTTP that may call any public address
 * @param secret what its letters are signed with; null where the daemon's own secret does
 */
public record Connector(
    String name,
    ConnectorKind kind,
    @Nullable URI baseUrl,
    @Nullable Credential token,
    @Nullable Credential secret) {
  /** What targets that are nothing but a URL go through. */
  public static final String PLAIN_HTTP = "http";

  /**
   * The names that a credential scope must permit. A signature under a plain URL only says that it
   * was us, and opens nothing there: it is no credential.
   */
  List<String> credentials() {
    return Stream.of(token, name.equals(PLAIN_HTTP) ? null : secret)
        .filter(Objects::nonNull)
        .map(Credential::name)
        .toList();
  }
}
