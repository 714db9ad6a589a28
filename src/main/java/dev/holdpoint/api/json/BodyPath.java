package dev.holdpoint.api.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A step on the way into a body. Only a fault turns it into a JSON pointer. */
record BodyPath(@Nullable BodyPath within, String token) {
  static final BodyPath ROOT = new BodyPath(null, "");

  BodyPath member(String name) {
    return new BodyPath(this, name);
  }

  BodyPath entry(int index) {
    return new BodyPath(this, Integer.toString(index));
  }

  static BodyPath of(List<JacksonException.Reference> path) {
    BodyPath place = ROOT;
    for (JacksonException.Reference step : path) {
      String name = step.getPropertyName();
      place = name == null ? place.entry(step.getIndex()) : place.member(name);
    }
    return place;
  }

  /** Cut where it grows too long: the names in it may be the caller's. */
  String pointer() {
    StringBuilder text = new StringBuilder();
    write(text);
    return text.length() <= Limits.POINTER
        ? text.toString()
        : text.substring(0, Limits.POINTER) + "…";
  }

  private void write(StringBuilder text) {
    if (within != null) {
      within.write(text);
      text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
    }
  }
}
