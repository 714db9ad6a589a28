package dev.holdpoint.engine.port;

import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.record.Json;
import java.util.List;

/** Holds values against JSON schemas, whoever wrote them: in bounded time, and asking nobody. */
@FunctionalInterface
public interface JsonSchemas {
  JsonSchemas ANYTHING = (_, _) -> List.of();

  /** Whether values can be held against it at all. */
  default boolean isUsable(Json schema) {
    return true;
  }

  /** What is wrong with the value, with pointers into it. */
  List<Refusal.Fault> faults(Json schema, Json value);
}
