package dev.holdpoint.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.rendering.Rendering;
import dev.holdpoint.core.rendering.Shown;
import dev.holdpoint.core.rendering.ShownText;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RenderingsTest {
  private static List<Shown> objects(JsonNode list) {
    return list.valueStream()
        .map(one -> Renderings.of(((ObjectNode) one.deepCopy()).without("state")))
        .toList();
  }

  private static Rendering of(JsonNode vector) {
    return new Rendering(
        vector.path("tool_name").stringValue(),
        Renderings.of(vector.path("input")),
        vector.path("reason").stringValue(),
        objects(vector.path("requested_items")),
        objects(vector.path("preconditions")),
        vector.path("revision").intValue());
  }

  @Test
  @DisplayName("PF-05 The vectors hold")
  void the_vectors_hold() {
    for (JsonNode vector : RenderingVectors.all()) {
      Rendering rendering = of(vector);
      if (vector.has("text")) {
        assertThat(rendering.text())
            .as(vector.path("name").stringValue())
            .isEqualTo(vector.path("text").stringValue());
      }
      assertThat(rendering.sha256())
          .as(vector.path("name").stringValue())
          .isEqualTo(vector.path("sha256").stringValue());
    }
    assertThat(of(RenderingVectors.all().getFirst()).sha256())
        .isEqualTo("af25fa17b4a45f71d9d086449e04ff7d68c7ad5935fa9d1f79d16ea8fb47295f");
  }

  @Test
  void a_text_that_was_spelled_stays_as_it_is() {
    for (JsonNode vector : RenderingVectors.all()) {
      String once = ShownText.of(vector.path("reason").stringValue());
      assertThat(ShownText.of(once)).isEqualTo(once);
    }
    assertThat(ShownText.of("\ud800x")).isEqualTo("⟨U+D800⟩x");
    assertThat(ShownText.of(" ".repeat(3) + "\n\t\n a \t")).isEqualTo("\n\n a");
  }
}
