package dev.holdpoint.api.json;

import dev.holdpoint.api.rule.RefusedAs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rules of one record, read from its annotations once and kept. */
final class BodyPlan {
  private static final ClassValue<BodyPlan> PLANS =
      new ClassValue<>() {
        @Override
        protected BodyPlan computeValue(Class<?> type) {
          return new BodyPlan(type);
        }
      };

  private final List<Member> members;

  private BodyPlan(Class<?> type) {
    List<Member> found = new ArrayList<>();
    RecordComponent[] components = type.getRecordComponents();
    if (components != null) {
      for (RecordComponent component : components) {
        found.add(Member.of(component));
      }
    }
    members = List.copyOf(found);
  }

  static BodyPlan of(Class<?> type) {
    return PLANS.get(type);
  }

  static void check(Object body, Faults findings) {
    of(body.getClass()).check(body, BodyPath.ROOT, null, findings);
  }

  private void check(Object body, BodyPath place, @Nullable String problem, Faults findings) {
    for (Member member : members) {
      Object value = member.read(body);
      String code = member.problem() == null ? problem : member.problem();
      String wrong = member.rule().fault(value);
      if (wrong != null) {
        findings.add(place.member(member.name()), wrong, code);
      } else if (value != null && member.deep()) {
        descend(value, place.member(member.name()), code, member.rule(), findings);
      }
    }
  }

  private static void descend(
      Object value, BodyPath place, @Nullable String problem, MemberRule rule, Faults findings) {
    switch (value) {
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          entry(list.get(i), place.entry(i), problem, rule, findings);
        }
      }
      case Map<?, ?> map ->
          map.forEach(
              (key, entry) ->
                  entry(entry, place.member(String.valueOf(key)), problem, rule, findings));
      case JsonNode node -> FreeForm.check(node, place, problem, findings);
      case Record body -> of(body.getClass()).check(body, place, problem, findings);
      case Object scalar -> throw new IllegalStateException("no rules for " + scalar.getClass());
    }
  }

  private static void entry(
      Object value, BodyPath place, @Nullable String problem, MemberRule rule, Faults findings) {
    if (value instanceof String text) {
      String wrong = rule.textFault(text);
      if (wrong != null) {
        findings.add(place, wrong, problem);
      }
    } else if (value instanceof List<?> inner && rule.fault(inner) != null) {
      findings.add(place, String.valueOf(rule.fault(inner)), problem);
    } else if (!(value instanceof Enum<?>)) {
      descend(value, place, problem, rule, findings);
    }
  }

  /** The code for a fault at this path of member names and indexes, found on the way down. */
  @Nullable String problemAt(Iterable<@Nullable String> names) {
    String problem = null;
    BodyPlan plan = this;
    for (String name : names) {
      if (name == null) {
        continue;
      }
      Member member = plan.member(name);
      if (member == null) {
        break;
      }
      problem = member.problem() == null ? problem : member.problem();
      plan = of(member.content());
    }
    return problem;
  }

  private @Nullable Member member(String name) {
    for (Member member : members) {
      if (member.name().equals(name)) {
        return member;
      }
    }
    return null;
  }

  /**
   * @param content the member's type, or what its list holds
   * @param deep whether there is anything to check below it
   */
  private record Member(
      String name,
      MethodHandle accessor,
      MemberRule rule,
      Class<?> content,
      boolean deep,
      @Nullable String problem) {

    static Member of(RecordComponent component) {
      try {
        MethodHandle accessor =
            MethodHandles.lookup()
                .unreflect(component.getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class));
        Class<?> content = Wire.content(component);
        boolean listed = content != component.getType();
        boolean deep =
            listed || content.isRecord() || content.isSealed() || content == JsonNode.class;
        RefusedAs refused = component.getAnnotation(RefusedAs.class);
        return new Member(
            Wire.name(component),
            accessor,
            MemberRule.of(component),
            content,
            deep,
            refused == null ? null : refused.value());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("wire records are public: " + component, e);
      }
    }

    @Nullable Object read(Object body) {
      try {
        return (Object) accessor.invokeExact(body);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("an accessor of a record throws nothing checked", e);
      }
    }
  }
}
