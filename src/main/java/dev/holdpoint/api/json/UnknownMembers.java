package dev.holdpoint.api.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Tolerant;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the members of a body that its record does not know, and what was probably meant. */
final class UnknownMembers {
  private static final String UNKNOWN = "is not a member of this object";

  private final boolean slipsAlone;
  private final Faults findings;

  private UnknownMembers(boolean slipsAlone, Faults findings) {
    this.slipsAlone = slipsAlone;
    this.findings = findings;
  }

  /** Whether such a body may hold anything. */
  static boolean arePassedOver(Class<?> body) {
    Tolerant tolerant = body.getAnnotation(Tolerant.class);
    return tolerant != null && !tolerant.exceptSlips();
  }

  static void find(JsonNode tree, Class<?> body, Faults findings) {
    boolean tolerant = body.isAnnotationPresent(Tolerant.class);
    new UnknownMembers(tolerant, findings).look(tree, body, BodyPath.ROOT, null);
  }

  private void look(JsonNode node, Class<?> type, BodyPath place, @Nullable String problem) {
    if (node.isArray()) {
      Class<?> content = type.isArray() ? type.getComponentType() : type;
      for (int i = 0; i < node.size(); i++) {
        look(node.get(i), content, place.entry(i), problem);
      }
    } else if (node.isObject() && type.isSealed()) {
      variant(node, type).ifPresent(one -> members(node, one, place, problem));
    } else if (node.isObject() && type.isRecord()) {
      members(node, type, place, problem);
    }
  }

  private void members(JsonNode node, Class<?> type, BodyPath place, @Nullable String problem) {
    Map<String, RecordComponent> known = known(type);
    Set<String> missing = new HashSet<>(known.keySet());
    missing.removeAll(node.propertyNames());
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      BodyPath at = place.member(member.getKey());
      RecordComponent component = known.get(member.getKey());
      if (component != null) {
        RefusedAs refused = component.getAnnotation(RefusedAs.class);
        below(component, member.getValue(), at, refused == null ? problem : refused.value());
      } else if (!isTypeName(type, member.getKey())) {
        Optional<String> meant = Nearest.slipOf(member.getKey(), missing);
        if (meant.isPresent() || !slipsAlone) {
          findings.add(
              at, UNKNOWN + meant.map(name -> "; did you mean " + name + "?").orElse(""), problem);
        }
      }
    }
  }

  private void below(
      RecordComponent component, JsonNode value, BodyPath at, @Nullable String problem) {
    Class<?> content = Wire.content(component);
    if (component.getType() == Map.class) {
      value.properties().forEach(e -> look(e.getValue(), content, at.member(e.getKey()), problem));
    } else {
      look(value, content, at, problem);
    }
  }

  private static Map<String, RecordComponent> known(Class<?> type) {
    Map<String, RecordComponent> known = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      known.put(Wire.name(component), component);
    }
    return known;
  }

  /** Null where the object does not say which it is, which is a fault of its own. */
  private static Optional<Class<?>> variant(JsonNode node, Class<?> type) {
    JsonTypeInfo info = type.getAnnotation(JsonTypeInfo.class);
    String name = info == null ? "" : node.path(info.property()).asString("");
    return Arrays.stream(type.getPermittedSubclasses())
        .<Class<?>>map(one -> one)
        .filter(one -> Wire.typeName(one).equals(name))
        .findFirst();
  }

  private static boolean isTypeName(Class<?> variant, String member) {
    return Arrays.stream(variant.getInterfaces())
        .map(one -> one.getAnnotation(JsonTypeInfo.class))
        .anyMatch(info -> info != null && info.property().equals(member));
  }
}
