package dev.holdpoint.engine.cache;

import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that know what was used last. */
final class ByUse {
  private ByUse() {}

  static <K, V> Map<K, V> map() {
    return new LinkedHashMap<>(256, 0.75f, true);
  }

  /** Only between transactions: what one has written is not in the database before its end. */
  static <K, V> void trim(Map<K, V> map, int size) {
    var eldest = map.keySet().iterator();
    for (int over = map.size() - size; over > 0; over--) {
      eldest.next();
      eldest.remove();
    }
  }
}
