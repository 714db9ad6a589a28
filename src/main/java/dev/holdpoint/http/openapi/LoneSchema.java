package dev.holdpoint.http.openapi;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** The schema of one record, with those of all that is in it: a document of its own. */
public final class LoneSchema {
  private LoneSchema() {}

  /** Of a record that callers send. */
  public static ObjectNode sent(Class<?> type) {
    return of(type, Set.of(type));
  }

  /** Of a record that the daemon answers with. */
  public static ObjectNode answered(Class<?> type) {
    return of(type, Set.of());
  }

  private static ObjectNode of(Class<?> type, Set<Class<?>> bodies) {
    Schemas schemas = new Schemas(bodies, "#/$defs/");
    schemas.reference(type);
    Map<String, ObjectNode> written = new TreeMap<>(schemas.written());
    ObjectNode schema = Objects.requireNonNull(written.remove(Schemas.name(type)));
    if (!written.isEmpty()) {
      ObjectNode definitions = schema.putObject("$defs");
      written.forEach(definitions::set);
    }
    return schema;
  }
}
