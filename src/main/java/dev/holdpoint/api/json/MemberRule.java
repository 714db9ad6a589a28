package dev.holdpoint.api.json;

import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.MustBeObject;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the annotations of one record component demand. */
record MemberRule(
    boolean required,
    boolean object,
    @Nullable Length length,
    @Nullable JsonLength jsonLength,
    @Nullable Size size,
    @Nullable Range range,
    @Nullable Pattern pattern,
    String patternMessage) {

  static MemberRule of(RecordComponent component) {
    Matches matches = component.getAnnotation(Matches.class);
    return new MemberRule(
        component.isAnnotationPresent(Required.class),
        component.isAnnotationPresent(MustBeObject.class),
        component.getAnnotation(Length.class),
        component.getAnnotation(JsonLength.class),
        component.getAnnotation(Size.class),
        component.getAnnotation(Range.class),
        matches == null ? null : Pattern.compile(matches.value()),
        matches == null ? "" : matches.message());
  }

  /** What is wrong with the value itself, or null. What lies below it is not looked at. */
  @Nullable String fault(@Nullable Object value) {
    return switch (value) {
      case null -> required ? "is required" : null;
      case String text -> textFault(text);
      case Long number -> rangeFault(number);
      case Integer number -> rangeFault(number);
      case BigDecimal number -> rangeFault(number);
      case List<?> list -> sizeFault(list.size());
      case Map<?, ?> map -> sizeFault(map.size());
      case JsonNode node -> nodeFault(node);
      case Object other -> null;
    };
  }

  @Nullable String textFault(String text) {
    if (length != null) {
      // A code point takes one or two units, so only a text between the bounds must be counted.
      boolean tooLong =
          text.length() > length.max() && text.codePointCount(0, text.length()) > length.max();
      boolean tooShort =
          text.length() < 2 * length.min() && text.codePointCount(0, text.length()) < length.min();
      if (tooLong || tooShort) {
        return "must have " + bounds(length.min(), length.max()) + " characters";
      }
    }
    if (pattern != null && !pattern.matcher(text).matches()) {
      return patternMessage;
    }
    return length != null && length.max() <= Limits.NAMING && text.indexOf('\0') >= 0
        ? "must not contain the character U+0000"
        : null;
  }

  private @Nullable String rangeFault(BigDecimal number) {
    return range == null
            || (number.compareTo(BigDecimal.valueOf(range.min())) >= 0
                && number.compareTo(BigDecimal.valueOf(range.max())) <= 0)
        ? null
        : "must be from " + range.min() + " to " + range.max();
  }

  private @Nullable String rangeFault(long number) {
    return range == null || (number >= range.min() && number <= range.max())
        ? null
        : "must be a number from " + range.min() + " to " + range.max();
  }

  private @Nullable String sizeFault(int entries) {
    return size == null || (entries >= size.min() && entries <= size.max())
        ? null
        : "must have " + bounds(size.min(), size.max()) + " entries";
  }

  private @Nullable String nodeFault(JsonNode node) {
    if (node.isNull()) {
      return required ? "is required" : null;
    }
    if (object && !node.isObject()) {
      return "must be an object";
    }
    return jsonLength != null && node.toString().length() > jsonLength.max()
        ? "must have at most " + jsonLength.max() + " characters as JSON"
        : null;
  }

  private static String bounds(int min, int max) {
    return min == 0 ? "at most " + max : min == max ? "exactly " + max : min + " to " + max;
  }
}
