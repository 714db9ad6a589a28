package dev.holdpoint.engine.port;

import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tools of this daemon take. */
@FunctionalInterface
public interface ToolInputs {
  ToolInputs ANYTHING = (_, _) -> List.of();

  /**
   * What is wrong with an input, with pointers into it. Nothing is wrong with that of a tool which
   * is not ours: the program that runs it knows better.
   */
  List<Fault> faults(String tool, Json input);

  /**
   * The places of this input that the tool's schema does not mark as read only, as JSON pointers;
   * null where it marks nothing.
   */
  default @Nullable List<String> writable(String tool, Json input) {
    return null;
  }
}
