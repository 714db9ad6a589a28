package dev.holdpoint.agent.tool;

import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.port.Web;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** The ETag that a server gives for an address, under the rules for outbound addresses. */
public final class EntityTags {
  private static final long MOST_MS = 5_000;
  private static final int LONGEST = 1_024;

  private EntityTags() {}

  /** Asks with HEAD first, and with GET where that says nothing. */
  public static Sighting of(Web web, String url) throws InterruptedException {
    URI address = web.address(url);
    if (address == null) {
      return Sighting.UNREACHABLE;
    }
    Sighting head = ask(web, "HEAD", address);
    return head.equals(Sighting.NO_ETAG) ? ask(web, "GET", address) : head;
  }

  private static Sighting ask(Web web, String method, URI url) throws InterruptedException {
    return switch (web.call(new Web.Call(method, url, Map.of(), null), 0, MOST_MS)) {
      case Web.Answer.Told told -> tag(told);
      case Web.Answer.Blocked _ -> Sighting.PRIVATE_ADDRESS;
      case Web.Answer.TimedOut _, Web.Answer.Unreachable _ -> Sighting.UNREACHABLE;
    };
  }

  private static Sighting tag(Web.Answer.Told told) {
    List<String> tags = told.headers().getOrDefault("etag", List.of());
    return told.status() >= 200
            && told.status() < 300
            && tags.size() == 1
            && !tags.getFirst().isBlank()
            && tags.getFirst().length() <= LONGEST
        ? Sighting.value(tags.getFirst())
        : Sighting.NO_ETAG;
  }
}
