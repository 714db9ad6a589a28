package dev.holdpoint.daemon.wiring;

import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.http.ambient.AmbientSurface;
import dev.holdpoint.http.mcp.McpStyle;
import dev.holdpoint.http.server.ProblemStyle;
import dev.holdpoint.http.signed.SignedStyle;
import java.util.function.Supplier;

/** How each surface says no; known before there is anything behind the doors. */
final class Styles {
  private static final ProblemStyle MCP = new McpStyle();

  private final SignedStyle signed;

  /**
   * @param address where the daemon listens, known once it does
   */
  Styles(Config config, Supplier<String> address) {
    this.signed =
        new SignedStyle(() -> config.publicUrl().map(Surfaces::withoutSlash).orElseGet(address));
  }

  SignedStyle signed() {
    return signed;
  }

  /** How a refusal is told at this path, whichever surface it is of. */
  ProblemStyle of(String path) {
    if (Surface.of(path) == Surface.MCP) {
      return MCP;
    }
    return Surface.of(path) == Surface.SIGNED ? signed : AmbientSurface.style(path);
  }
}
