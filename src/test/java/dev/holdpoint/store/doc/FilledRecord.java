package dev.holdpoint.store.doc;

import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A record with something in every component, made from its type alone: a component that is added
 * is filled without a word here. Where there is a choice (an enum, a sealed type, a flag), the
 * number of the variant decides; a list has all kinds of its elements.
 */
final class FilledRecord {
  private final int variant;
  private final Deque<Class<?>> inside = new ArrayDeque<>();

  private FilledRecord(int variant) {
    this.variant = variant;
  }

  static <T> T of(Class<T> type, int variant) {
    return type.cast(new FilledRecord(variant).value(type, "value"));
  }

  /** How many variants show every constant and every kind that a document of this type can hold. */
  static int variants(Class<?> type) {
    return variants(type, new HashSet<>());
  }

  private static int variants(Type type, Set<Type> seen) {
    if (!seen.add(type)) {
      return 1;
    }
    if (type instanceof ParameterizedType of) {
      return most(Arrays.stream(of.getActualTypeArguments()), seen);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return raw.getEnumConstants().length;
    }
    if (raw.isSealed()) {
      Class<?>[] kinds = raw.getPermittedSubclasses();
      return Math.max(kinds.length, most(Arrays.stream(kinds), seen));
    }
    if (raw.isRecord()) {
      return most(
          Arrays.stream(raw.getRecordComponents()).map(RecordComponent::getGenericType), seen);
    }
    return raw == boolean.class || raw == Boolean.class ? 2 : 1;
  }

  private static int most(Stream<? extends Type> types, Set<Type> seen) {
    return types.mapToInt(it -> variants(it, seen)).max().orElse(1);
  }

  private Object value(Type type, String name) {
    if (type instanceof ParameterizedType of) {
      return collection(of, name);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return raw.getEnumConstants()[variant % raw.getEnumConstants().length];
    }
    if (raw.isSealed()) {
      Class<?>[] kinds = raw.getPermittedSubclasses();
      return value(kinds[variant % kinds.length], name);
    }
    if (raw == Json.class) {
      return new Json("{\"b\":[1.50,null],\"a\":\"" + name + "\"}");
    }
    if (raw.isRecord()) {
      return record(raw);
    }
    return scalar(raw, name);
  }

  private Object collection(ParameterizedType of, String name) {
    Type last = of.getActualTypeArguments()[of.getActualTypeArguments().length - 1];
    Class<?> raw = (Class<?>) of.getRawType();
    if (raw == Map.class) {
      return Map.of(name, value(last, name));
    }
    List<Object> elements =
        last instanceof Class<?> sealed && sealed.isSealed()
            ? Arrays.stream(sealed.getPermittedSubclasses()).map(it -> value(it, name)).toList()
            : inside.contains(last) ? List.of() : List.of(value(last, name));
    return raw == Set.class ? Set.copyOf(elements) : elements;
  }

  /** A rule has a command or a target, never both. */
  private boolean isLeftOut(Class<?> type, RecordComponent component) {
    return type == PermissionRule.class
        && component.getName().equals(variant % 2 == 0 ? "target" : "commandPattern");
  }

  private Object record(Class<?> type) {
    if (inside.contains(type)) {
      throw new IllegalStateException(type + " holds itself; make its component a list");
    }
    inside.push(type);
    try {
      RecordComponent[] components = type.getRecordComponents();
      var constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(
          Arrays.stream(components)
              .map(it -> isLeftOut(type, it) ? null : value(it.getGenericType(), it.getName()))
              .toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot fill " + type, e);
    } finally {
      inside.pop();
    }
  }

  private Object scalar(Class<?> type, String name) {
    int number = 1 + Math.floorMod(name.hashCode() + variant, 5);
    return switch (type.getSimpleName()) {
      case "String" -> name;
      case "long", "Long" -> (long) number;
      case "int", "Integer" ->
          name.equals("assertionVersion") ? Math.min(number, Assertion.NEWEST) : number;
      case "double", "Double" -> number + 0.5;
      case "boolean", "Boolean" -> variant % 2 == 0;
      case "BigDecimal" -> new BigDecimal(number + ".50");
      case "byte[]" -> new byte[] {(byte) number, -1};
      default -> throw new IllegalStateException("say here how to fill a " + type);
    };
  }
}
