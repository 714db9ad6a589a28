package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdpoint.core.record.Json;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Writes records member by member, as the mapper of {@link Documents} reads them. A run is written
 * with each of its commits, and Jackson takes three times as long for the same text: it looks at
 * what each value might be, and these are records, lists, texts, numbers and flags.
 */
final class RecordWriter {
  private static final Map<Class<?>, String> TYPES =
      Stream.of(TypeNames.all()).collect(Collectors.toMap(NamedType::getType, NamedType::getName));

  private static final ClassValue<RecordWriter> ALL =
      new ClassValue<>() {
        @Override
        protected RecordWriter computeValue(Class<?> type) {
          return new RecordWriter(type, "");
        }
      };

  private final byte[] opening;
  private final Member[] members;

  private enum Kind {
    NUMBER,
    FLAG,
    LIST,
    OTHER
  }

  /** One component of a record. */
  private static final class Member {
    /** As it stands in the document, with a comma before and a colon behind. */
    final byte[] name;

    final Kind kind;
    final MethodHandle value;

    private Member(byte[] name, Kind kind, MethodHandle value) {
      this.name = name;
      this.kind = kind;
      this.value = value;
    }

    static Member of(RecordComponent component) {
      Class<?> type = component.getType();
      Kind kind = kind(type);
      Class<?> given =
          switch (kind) {
            case NUMBER -> long.class;
            case FLAG -> boolean.class;
            case LIST, OTHER -> Object.class;
          };
      return new Member(
          (",\"" + nameOf(component) + "\":").getBytes(US_ASCII),
          kind,
          accessor(component.getAccessor()).asType(MethodType.methodType(given, Object.class)));
    }

    private static Kind kind(Class<?> type) {
      if (type == long.class || type == int.class) {
        return Kind.NUMBER;
      }
      if (type == boolean.class) {
        return Kind.FLAG;
      }
      return type == List.class ? Kind.LIST : Kind.OTHER;
    }

    private static MethodHandle accessor(Method accessor) {
      try {
        accessor.setAccessible(true);
        return MethodHandles.lookup().unreflect(accessor);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    void write(Object of, DocumentText out) throws Throwable {
      switch (kind) {
        case NUMBER -> {
          long number = (long) value.invokeExact(of);
          if (number != 0) {
            out.name(name);
            out.number(number);
          }
        }
        case FLAG -> {
          boolean flag = (boolean) value.invokeExact(of);
          out.name(name);
          out.raw(flag ? "true" : "false");
        }
        case LIST -> {
          List<?> list = (List<?>) (Object) value.invokeExact(of);
          if (list != null && !list.isEmpty()) {
            out.name(name);
            RecordWriter.write(list, out);
          }
        }
        case OTHER -> {
          Object other = (Object) value.invokeExact(of);
          if (other != null) {
            out.name(name);
            RecordWriter.write(other, out);
          }
        }
      }
    }
  }

  /**
   * @param without a component that is left out; empty for none
   */
  RecordWriter(Class<?> type, String without) {
    String named = TYPES.get(type);
    opening = (named == null ? "{" : "{\"type\":\"" + named + "\"").getBytes(US_ASCII);
    List<Member> all = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      if (!component.getName().equals(without)) {
        all.add(Member.of(component));
      }
    }
    members = all.toArray(Member[]::new);
  }

  /** Looks at the type before the first of them is written. */
  static void prepare(Class<?> type) {
    ALL.get(type);
  }

  /** The text of a value, sealed. */
  static String text(Object value) {
    return DocumentText.of(out -> write(value, out));
  }

  /** The same of a record, by this writer. */
  String textOf(Object value) {
    return DocumentText.of(out -> writeRecord(value, out));
  }

  /** What a component is called in a document. */
  static String nameOf(RecordComponent component) {
    StringBuilder snake = new StringBuilder();
    for (char c : component.getName().toCharArray()) {
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(c));
    }
    return snake.toString();
  }

  static void write(@Nullable Object value, DocumentText out) {
    switch (value) {
      case null -> out.raw("null");
      case String text -> out.string(text);
      case Json json -> out.raw(json.text());
      case Record made -> ALL.get(made.getClass()).writeRecord(made, out);
      case Enum<?> constant -> out.string(constant.toString());
      case Long number -> out.number(number);
      case Integer number -> out.number(number);
      case Collection<?> list -> writeList(list, out);
      case Boolean flag -> out.raw(flag.toString());
      case BigDecimal number -> out.raw(number.toString());
      default ->
          throw new IllegalStateException(
              "no document can hold a " + value.getClass().getName() + ": add it to RecordWriter");
    }
  }

  private static void writeList(Collection<?> list, DocumentText out) {
    out.raw("[");
    boolean more = false;
    for (Object item : list) {
      if (more) {
        out.raw(",");
      }
      more = true;
      write(item, out);
    }
    out.raw("]");
  }

  private void writeRecord(Object value, DocumentText out) {
    out.opening(opening);
    try {
      for (Member member : members) {
        member.write(value, out);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      // An accessor of a record throws nothing that is checked.
      throw new IllegalStateException(e);
    }
    out.raw("}");
  }
}
