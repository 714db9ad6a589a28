package dev.holdpoint.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A step on the way into a body. Only a fault turns it into a JSON pointer. */
record Place(@Nullable Place within, String token) {
  static final Place ROOT = new Place(null, "");

  Place member(String name) {
    return new Place(this, name);
  }

  Place entry(int index) {
    return new Place(this, Integer.toString(index));
  }

  static Place of(List<JacksonException.Reference> path) {
    Place place = ROOT;
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
