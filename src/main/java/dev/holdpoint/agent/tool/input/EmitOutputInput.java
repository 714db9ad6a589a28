package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The input of {@code emit_output}: something to send on before the run ends. */
public record EmitOutputInput(
    @Nullable String content,
    List<Part> parts,
    List<String> artifactIds,
    boolean includeArtifactsInline) {
  static final int MAX_PARTS = 100;
  static final int MAX_TEXT = 1 << 20;
  private static final int NAME = 255;

  /** A piece of the output. */
  public sealed interface Part {
    record Text(String text) implements Part {}

    record Attachment(String id, String mediaType, String fileName) implements Part {}

    /** A stored asset by its id alone; it becomes an attachment once it has been looked up. */
    record Asset(String assetId) implements Part {}
  }

  public static Parsed<EmitOutputInput> parse(Json input) {
    return InputFields.parse(
        input,
        fields -> {
          EmitOutputInput output =
              new EmitOutputInput(
                  fields.optionalText("content", MAX_TEXT),
                  parts(fields),
                  List.copyOf(fields.texts("artifact_ids", MAX_PARTS, NAME)),
                  fields.flag("include_artifacts_inline"));
          if (output.isEmpty()) {
            throw new CannotDo("Give at least one of `content`, `parts` and `artifact_ids`.");
          }
          return output;
        });
  }

  private boolean isEmpty() {
    return (content == null || content.isEmpty()) && parts.isEmpty() && artifactIds.isEmpty();
  }

  private static List<Part> parts(InputFields input) throws CannotDo {
    List<Part> parts = new ArrayList<>();
    for (InputFields item : input.objects("parts", MAX_PARTS)) {
      parts.add(part(item));
    }
    return List.copyOf(parts);
  }

  private static Part part(InputFields item) throws CannotDo {
    String type = item.text("type", NAME);
    return switch (type) {
      case "text" -> new Part.Text(item.text("text", MAX_TEXT));
      case "attachment" -> attachment(item.object("attachment"));
      case "asset" -> new Part.Asset(item.nonBlank("asset_id", NAME));
      default ->
          throw new CannotDo("`" + item.where() + "type` must be text, attachment or asset.");
    };
  }

  private static Part attachment(InputFields fields) throws CannotDo {
    return new Part.Attachment(
        fields.nonBlank("id", NAME),
        fields.nonBlank("media_type", NAME),
        fields.nonBlank("file_name", NAME));
  }
}
