package dev.holdpoint.api.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Turns the parser's complaint into ours: where, and what was expected; never Java class names. */
final class ReadFault {
  private static final Pattern ADVICE =
      Pattern.compile(
          ", from `[^`]*`|: (enable|hexadecimal|maybe) .*| \\(start marker.*| \\[Source.*",
          Pattern.DOTALL);
  static final String OUT_OF_RANGE = "is a number out of the range of a double";

  static InvalidBody explain(JacksonException e, Class<?> type) {
    boolean syntax = e instanceof StreamReadException || e instanceof StreamConstraintsException;
    if (syntax && !(e instanceof InputCoercionException)) {
      return InvalidBody.malformed(position(e));
    }
    BodyPath place = BodyPath.of(e.getPath());
    List<@Nullable String> names = new ArrayList<>();
    e.getPath().forEach(step -> names.add(step.getPropertyName()));
    Fault fault = new Fault(place.pointer(), message(e));
    return InvalidBody.invalid(List.of(fault), BodyPlan.of(type).problemAt(names));
  }

  static InvalidBody of(String pointer, String message) {
    return InvalidBody.invalid(List.of(new Fault(pointer, message)), null);
  }

  private static String position(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null
        ? syntax(e)
        : syntax(e) + " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  private static String syntax(JacksonException e) {
    if (e instanceof UnexpectedEndOfInputException) {
      return "the JSON ends too early";
    }
    // The parser advises Java programmers, and quotes the input, which may be long.
    String said = ADVICE.matcher(e.getOriginalMessage()).replaceAll("");
    return said.length() <= 200 ? said : said.substring(0, 200) + "…";
  }

  private static String message(JacksonException e) {
    return switch (e) {
      case InvalidNullException _ -> "must not be null";
      case InvalidTypeIdException unknown -> "must have a type that is one of " + types(unknown);
      case InputCoercionException _ -> "must be a whole number of 64 bits";
      case MismatchedInputException mismatch -> expected(mismatch.getTargetType());
      case JacksonException other when other.getCause() instanceof NumberFormatException ->
          "holds a number out of the range of a double";
      case JacksonException _ -> "cannot be read";
    };
  }

  private static String types(InvalidTypeIdException e) {
    Class<?>[] permitted = e.getBaseType().getRawClass().getPermittedSubclasses();
    return permitted == null
        ? "the documented ones"
        : Arrays.stream(permitted).map(Wire::typeName).collect(Collectors.joining(", "));
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null || JsonNode.class.isAssignableFrom(type)) {
      return "cannot be read";
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> Wire.name((Enum<?>) constant))
          .collect(Collectors.joining(", ", "must be one of ", ""));
    }
    if (type == String.class) {
      return "must be a text";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "must be true or false";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "must be a whole number";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "must be a list";
    }
    return type.isRecord() || type.isSealed() || Map.class.isAssignableFrom(type)
        ? "must be an object"
        : "cannot be read";
  }

  private ReadFault() {}
}
