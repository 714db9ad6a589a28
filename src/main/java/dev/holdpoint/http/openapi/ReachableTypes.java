package dev.holdpoint.http.openapi;

import dev.holdpoint.api.json.Wire;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;

/** Which records a body can hold, itself included. */
final class ReachableTypes {
  static Set<Class<?>> from(Iterable<Class<?>> bodies) {
    Set<Class<?>> reached = new HashSet<>();
    bodies.forEach(body -> walk(body, reached));
    return reached;
  }

  private static void walk(Class<?> type, Set<Class<?>> reached) {
    if (type.isSealed()) {
      for (Class<?> variant : type.getPermittedSubclasses()) {
        walk(variant, reached);
      }
    } else if (type.isRecord() && reached.add(type)) {
      for (RecordComponent component : type.getRecordComponents()) {
        walk(Wire.content(component), reached);
      }
    }
  }

  private ReachableTypes() {}
}
