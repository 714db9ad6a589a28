package dev.holdpoint.api.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;

/** How Java names and types appear on the wire. */
public final class Wire {
  /** {@code contentBase64} is {@code content_base64}, unless it has a name of its own. */
  public static String name(RecordComponent component) {
    // It is no annotation of the component itself, but of what is made of it.
    JsonProperty own = component.getAccessor().getAnnotation(JsonProperty.class);
    if (own != null) {
      return own.value();
    }
    String name = component.getName();
    StringBuilder snake = new StringBuilder(name.length() + 8);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(c));
    }
    return snake.toString();
  }

  /** {@code WAITING_FOR_APPROVAL} is {@code waiting_for_approval}. */
  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The component's type; for a list or a map, the type of what it holds at last. */
  public static Class<?> content(RecordComponent component) {
    if (component.getGenericType() instanceof ParameterizedType listed) {
      Type[] arguments = listed.getActualTypeArguments();
      Type last = arguments[arguments.length - 1];
      if (isListOfLists(component)) {
        last = ((ParameterizedType) last).getActualTypeArguments()[0];
      }
      return last instanceof Class<?> content ? content : Object.class;
    }
    return component.getType();
  }

  /** Whether what a list holds are lists themselves. */
  public static boolean isListOfLists(RecordComponent component) {
    return component.getGenericType() instanceof ParameterizedType outer
        && outer.getActualTypeArguments()[0] instanceof ParameterizedType inner
        && inner.getRawType() == List.class;
  }

  /** What tells this variant from the others of its sealed type. */
  public static String typeName(Class<?> variant) {
    JsonTypeName name = variant.getAnnotation(JsonTypeName.class);
    if (name == null) {
      throw new IllegalStateException(variant + " lacks @JsonTypeName");
    }
    return name.value();
  }

  private Wire() {}
}
