package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.session.InputBodies.InputItem;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.content.InputPiece;
import dev.holdpoint.http.v1.call.Uploads;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what is submitted: text, files and references, in the order they were sent. */
public final class Inputs {
  private final Uploads uploads;

  public Inputs(Uploads uploads) {
    this.uploads = uploads;
  }

  /** What can be said of the input before anything of it is stored. */
  static void check(
      @Nullable String content, List<InputItem> items, List<AttachmentUpload> attachments) {
    boolean text = content != null && !content.isEmpty();
    if (!items.isEmpty() && text) {
      throw invalid(
          "/content", "input_items and content cannot be combined. Put the text into an item.");
    }
    if (!items.isEmpty() && !attachments.isEmpty()) {
      throw invalid(
          "/attachments",
          "input_items and attachments cannot be combined. Use inline_asset items.");
    }
    boolean some =
        !attachments.isEmpty()
            || (content != null && !content.isBlank())
            || items.stream()
                .anyMatch(i -> !(i instanceof InputItem.Text t) || !t.text().isBlank());
    if (!some) {
      throw invalid(
          "/content",
          "The input is empty: send content, attachments or input_items. Nothing "
              + "was submitted.");
    }
  }

  static boolean bringsFiles(List<InputItem> items, List<AttachmentUpload> attachments) {
    return !attachments.isEmpty()
        || items.stream().anyMatch(InputItem.InlineAsset.class::isInstance);
  }

  List<InputPiece> pieces(
      @Nullable String content, List<InputItem> items, List<AttachmentUpload> attachments) {
    check(content, items, attachments);
    List<InputPiece> pieces = new ArrayList<>();
    if (content != null && !content.isEmpty()) {
      pieces.add(new InputPiece.Text(content));
    }
    for (int i = 0; i < attachments.size(); i++) {
      AttachmentUpload file = attachments.get(i);
      pieces.add(
          store(file.fileName(), file.mediaType(), file.contentBase64(), "/attachments/" + i));
    }
    for (int i = 0; i < items.size(); i++) {
      pieces.add(piece(items.get(i), "/input_items/" + i));
    }
    return List.copyOf(pieces);
  }

  private InputPiece piece(InputItem item, String pointer) {
    return switch (item) {
      case InputItem.Text(String text) -> new InputPiece.Text(text);
      case InputItem.AssetReference(String id) -> new InputPiece.AssetReference(id, pointer);
      case InputItem.BoardReference(String id, String revisionId) ->
          new InputPiece.BoardReference(id, revisionId, pointer);
      case InputItem.InlineAsset(String fileName, String mediaType, String base64) ->
          store(fileName, mediaType, base64, pointer);
    };
  }

  private InputPiece store(
      String fileName, @Nullable String mediaType, String base64, String pointer) {
    return uploads.store(fileName, mediaType, base64, Problem.INVALID_INPUT, pointer);
  }

  static Refused invalid(String pointer, String message) {
    return Problem.INVALID_INPUT.because(message).at(pointer, message).asException();
  }
}
