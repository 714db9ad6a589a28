package dev.holdpoint.client;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
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

  static byte[] write(Object body) {
    return MAPPER.writeValueAsBytes(body);
  }

  static <T> T read(byte[] body, Class<T> type) throws JacksonException {
    return MAPPER.readValue(body, type);
  }

  static <T> T read(String body, Class<T> type) throws JacksonException {
    return MAPPER.readValue(body, type);
  }

  static <T> List<T> readList(byte[] body, Class<T> type) throws JacksonException {
    return MAPPER.readerForListOf(type).readValue(body);
  }

  /** For people and their programs: what {@code --json} prints. */
  public static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }
}
