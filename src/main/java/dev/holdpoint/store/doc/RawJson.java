package dev.holdpoint.store.doc;

import dev.holdpoint.core.record.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.Version;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * {@link Json} stands in a document as itself. It is read back by cutting its characters out of the
 * document, so that {@code 1.0} stays {@code 1.0} and a digest made over the text still fits.
 */
final class RawJson {
  /** Under this name a reader is handed the whole document. */
  static final Object DOCUMENT = RawJson.class;

  private RawJson() {}

  static SimpleModule module() {
    SimpleModule module = new SimpleModule("raw-json", Version.unknownVersion());
    module.addDeserializer(Json.class, new Reader());
    return module;
  }

  private static final class Reader extends StdDeserializer<Json> {
    Reader() {
      super(Json.class);
    }

    @Override
    public Json deserialize(JsonParser in, DeserializationContext context) {
      String document = (String) context.getAttribute(DOCUMENT);
      int from = (int) in.currentTokenLocation().getCharOffset();
      in.skipChildren();
      // A text is only scanned when somebody wants it; its end is not known before.
      in.finishToken();
      int to = (int) in.currentLocation().getCharOffset();
      return new Json(document.substring(from, to));
    }

    @Override
    public Json getNullValue(DeserializationContext context) {
      return Json.NULL;
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
