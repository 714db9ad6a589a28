package dev.holdpoint.client.http;

import dev.holdpoint.api.page.PageBodies.Page;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads answers and writes requests. Unlike the daemon with what it is sent, a client reads past
 * members that it does not know: they are how a newer daemon grows.
 */
public final class ClientJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enumNamingStrategy(EnumNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private ClientJson() {}

  public static byte[] write(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  static <T> T read(byte[] body, Class<T> type) throws JacksonException {
    return MAPPER.readValue(body, type);
  }

  public static <T> T read(String body, Class<T> type) throws JacksonException {
    return MAPPER.readValue(body, type);
  }

  static <T> List<T> readList(byte[] body, Class<T> type) throws JacksonException {
    return MAPPER.readerForListOf(type).readValue(body);
  }

  static <T> Page<T> readPage(byte[] body, Class<T> type) throws JacksonException {
    return MAPPER.readValue(
        body, MAPPER.getTypeFactory().constructParametricType(Page.class, type));
  }

  /** A value as a person wrote it, such as an answer or the input of a tool. */
  public static <T> List<T> parseList(String text, Class<T> type) throws JacksonException {
    return MAPPER
        .readerForListOf(type)
        .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .readValue(text);
  }

  public static JsonNode parseTree(String text) throws JacksonException {
    try {
      return MAPPER
          .reader()
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .readTree(text);
    } catch (NumberFormatException _) {
      // Thrown bare for an exponent that no number can hold.
      throw new StreamReadException("a number is out of range");
    }
  }

  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  /** For people and their programs: what {@code --json} prints. */
  public static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }
}
