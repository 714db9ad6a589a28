package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.RequiredFiles;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.run.Requirement;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a run that has come to its end has done what it was required to do. */
public final class Completion {
  private final RequiredFiles files;

  public Completion(RequiredFiles files) {
    this.files = files;
  }

  /** How things stand before the run does anything; nothing where nothing is required. */
  public List<String> marks(Run run) {
    return files.marks(run.head().sessionId(), run.head().settings().requirements());
  }

  /** What the run has left undone, in words, or null. */
  public @Nullable String missing(Run run, List<String> marks) {
    List<Requirement> required = run.head().settings().requirements();
    if (required.isEmpty()) {
      return null;
    }
    long startedAtMs = run.startedAtMs() == null ? 0 : run.startedAtMs();
    List<Requirement> missing = files.missing(run.head().sessionId(), required, marks, startedAtMs);
    return missing.isEmpty()
        ? null
        : missing.stream().map(Completion::words).distinct().collect(Collectors.joining(", "));
  }

  private static String words(Requirement requirement) {
    return requirement.path() == null
        ? "any file of the workspace"
        : "`" + requirement.path() + "`";
  }

  public static Step.Input nudge(String missing) {
    return new Step.Input(
        "You are not done: this run must write %s, and has not. Write it to the workspace before you finish."
            .formatted(missing));
  }

  /** A run's transcript begins with its input; the daemon speaks up once at most. */
  static boolean isNudged(List<Step> steps) {
    return steps.stream()
            .filter(step -> step instanceof Step.Input input && !Aside.isOne(input.text()))
            .count()
        > 1;
  }

  public static String failure(String missing) {
    return "the run ended without writing " + missing + ", which is required";
  }
}
