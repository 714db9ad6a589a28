package dev.holdpoint.store.doc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdpoint.core.record.Json;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Reads what {@link RecordWriter} writes: members in their order, none twice, no blanks. A resolve
 * reads its run first, and Jackson takes longer for that than for all else that it does with it.
 * Whatever looks otherwise, as documents of earlier versions may, is left to Jackson.
 */
final class RecordReader {
  /** A kind of value. */
  private interface Shape {
    @Nullable Object read(RecordParser in);
  }

  private static final ClassValue<OfRecord> RECORDS =
      new ClassValue<>() {
        @Override
        protected OfRecord computeValue(Class<?> type) {
          return new OfRecord(type);
        }
      };

  private final Shape shape;

  private RecordReader(Shape shape) {
    this.shape = shape;
  }

  static RecordReader of(Class<?> type) {
    return new RecordReader(shape(type));
  }

  static RecordReader ofList(Class<?> type) {
    return new RecordReader(list(shape(type)));
  }

  /**
   * Null for what Jackson has to read.
   *
   * @param ascii null where the document has other characters
   */
  @Nullable Object read(byte @Nullable [] ascii) {
    if (ascii == null) {
      return null;
    }
    try {
      RecordParser in = new RecordParser(ascii);
      Object value = shape.read(in);
      return in.isAtEnd() ? value : null;
    } catch (RuntimeException _) {
      // Also what a constructor refuses: Jackson says what is wrong with it.
      return null;
    }
  }

  private static Shape shape(Type type) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return list(shape(list.getActualTypeArguments()[0]));
    }
    return type instanceof Class<?> known ? ofClass(known) : RecordParser::other;
  }

  private static Shape list(Shape item) {
    return in -> in.list(() -> item.read(in));
  }

  private static Shape ofClass(Class<?> type) {
    if (type == String.class) {
      return RecordParser::string;
    }
    if (type == Json.class) {
      return in -> new Json(in.raw());
    }
    if (type == long.class || type == Long.class) {
      return RecordParser::number;
    }
    if (type == int.class || type == Integer.class) {
      return in -> Math.toIntExact(in.number());
    }
    if (type == boolean.class || type == Boolean.class) {
      return RecordParser::flag;
    }
    if (type.isEnum()) {
      Map<String, Object> constants = new HashMap<>();
      for (Object constant : type.getEnumConstants()) {
        constants.put(constant.toString(), constant);
      }
      return in -> known(constants.get(in.string()), in);
    }
    if (type.isRecord()) {
      return in -> RECORDS.get(type).read(in);
    }
    return TypeNames.ROOTS.contains(type) ? typed(type) : RecordParser::other;
  }

  /** Its type stands first. */
  private static Shape typed(Class<?> root) {
    Map<String, Class<?>> types = new HashMap<>();
    Stream.of(TypeNames.all())
        .filter(named -> root.isAssignableFrom(named.getType()))
        .forEach(named -> types.put(named.getName(), named.getType()));
    return in -> RECORDS.get(known(types.get(in.type()), in)).read(in);
  }

  private static <T> T known(@Nullable T found, RecordParser in) {
    return found == null ? in.other() : found;
  }

  /** One component of a record, by its name with the quotes and a colon. */
  private static final class Member {
    final byte[] name;
    final Shape shape;

    Member(byte[] name, Shape shape) {
      this.name = name;
      this.shape = shape;
    }
  }

  private static final class OfRecord {
    private final @Nullable String type;
    private final Member[] members;
    private final @Nullable Object[] absent;
    private final MethodHandle maker;

    OfRecord(Class<?> record) {
      RecordComponent[] components = record.getRecordComponents();
      type =
          Stream.of(TypeNames.all())
              .filter(named -> named.getType() == record)
              .map(NamedType::getName)
              .findAny()
              .orElse(null);
      members = new Member[components.length];
      absent = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        String name = '"' + RecordWriter.nameOf(components[i]) + "\":";
        members[i] = new Member(name.getBytes(US_ASCII), shape(components[i].getGenericType()));
        absent[i] = absent(components[i].getType());
      }
      maker = maker(record, components);
    }

    private static @Nullable Object absent(Class<?> type) {
      if (type == long.class) {
        return 0L;
      }
      if (type == int.class) {
        return 0;
      }
      if (type == boolean.class) {
        return false;
      }
      // Jackson makes an empty one of a list that is absent.
      return type == List.class ? List.of() : null;
    }

    private static MethodHandle maker(Class<?> record, RecordComponent[] components) {
      try {
        Constructor<?> constructor =
            record.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return MethodHandles.lookup()
            .unreflectConstructor(constructor)
            .asSpreader(Object[].class, components.length)
            .asType(MethodType.methodType(Object.class, Object[].class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    Object read(RecordParser in) {
      @Nullable Object[] values = absent.clone();
      int next = 0;
      boolean more = in.begin(type);
      while (more) {
        int member = next;
        while (member < members.length && !in.isNext(members[member].name)) {
          member++;
        }
        if (member == members.length) {
          in.skipChecksum();
        } else {
          values[member] = members[member].shape.read(in);
          next = member + 1;
        }
        more = in.goesOn();
      }
      try {
        return (Object) maker.invokeExact(values);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
