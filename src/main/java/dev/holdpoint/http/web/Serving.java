package dev.holdpoint.http.web;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How files reach a browser: compressed, kept for good, and with nothing around them. */
final class Serving {
  private static final String KEPT = "private, max-age=31536000, immutable";

  private Serving() {}

  /** A part by the path that carries the hash of all parts: what it holds never changes. */
  static Reply part(Call call, Parts parts, String hash, String path) {
    @Nullable PagePart part = hash.equals(parts.hash()) ? parts.at(path) : null;
    if (part == null) {
      throw Problem.API_ROUTE_NOT_FOUND
          .because("The page has no such file. Reload it if it is older than the daemon.")
          .asException();
    }
    return send(call, part, Map.of("Cache-Control", KEPT));
  }

  /** The page itself, which names its parts, and so is asked for each time. */
  static Reply page(Call call, PagePart page, String policy) {
    return send(
        call,
        page,
        Map.of(
            "Cache-Control",
            "no-cache",
            "Content-Security-Policy",
            policy,
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer",
            "X-Frame-Options",
            "DENY"));
  }

  /**
   * The service worker, for the whole page, though it lies below it. It reaches this host alone.
   */
  static Reply worker(Call call, PagePart worker) {
    return send(
        call,
        worker,
        Map.of(
            "Cache-Control",
            "no-cache",
            "Service-Worker-Allowed",
            "/ui",
            "Content-Security-Policy",
            "default-src 'none'; connect-src 'self'"));
  }

  static Reply redirect(String to) {
    return Reply.empty(302).with("Location", to);
  }

  private static Reply send(Call call, PagePart part, Map<String, String> headers) {
    Reply reply = part.file().answer(call);
    for (var header : headers.entrySet()) {
      reply = reply.with(header.getKey(), header.getValue());
    }
    return reply;
  }
}
