package dev.holdpoint.core.description;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a call's input, its members in the order in which they were sent. */
public sealed interface CallValue {
  record Text(String text) implements CallValue {}

  record Figure(String text) implements CallValue {}

  /** True, false or null. */
  record Mark(String text) implements CallValue {}

  record Items(List<CallValue> all) implements CallValue {
    public Items {
      all = List.copyOf(all);
    }
  }

  record Members(Map<String, CallValue> all) implements CallValue {
    public static final Members NONE = new Members(Map.of());

    public Members {
      all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    /** The first of these members that is a text; null where none is. */
    @Nullable String text(String... names) {
      return text(List.of(names));
    }

    @Nullable String text(List<String> names) {
      String name = textName(names);
      return name != null && all.get(name) instanceof Text(String text) ? text : null;
    }

    /** The name of the first of these that is a text. */
    @Nullable String textName(List<String> names) {
      for (String name : names) {
        if (all.get(name) instanceof Text) {
          return name;
        }
      }
      return null;
    }

    boolean isTrue(String name) {
      return all.get(name) instanceof Mark(String text) && text.equals("true");
    }
  }
}
