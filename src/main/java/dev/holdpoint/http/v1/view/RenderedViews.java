package dev.holdpoint.http.v1.view;

import dev.holdpoint.api.gate.RenderingBodies.RenderedView;
import dev.holdpoint.engine.json.Renderings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the person who decided was shown. */
final class RenderedViews {
  private RenderedViews() {}

  /**
   * @param sent the decision as it is kept
   * @return null where nobody said what was shown
   */
  static @Nullable RenderedView of(@Nullable JsonNode sent) {
    JsonNode rendered = sent == null ? null : sent.get(Renderings.MEMBER);
    return rendered == null || !rendered.path(Renderings.AS_ASKED).isBoolean()
        ? null
        : new RenderedView(
            rendered.path("surface").asString(""),
            rendered.path("sha256").asString(""),
            rendered.path(Renderings.AS_ASKED).booleanValue());
  }
}
