package dev.holdpoint.engine.port;

import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import java.util.List;

/** What the tools of this daemon take. */
@FunctionalInterface
public interface ToolInputs {
  ToolInputs ANYTHING = (_, _) -> List.of();

  /**
   * What is wrong with an input, with pointers into it. Nothing is wrong with that of a tool which
   * is not ours: the program that runs it knows better.
   */
  List<Fault> faults(String tool, Json input);

  /** The places of the tool's input that its schema marks as read only, as JSON pointers. */
  default List<String> readOnly(String tool) {
    return List.of();
  }
}
