package dev.holdpoint.engine.external;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refusal;
import dev.holdpoint.core.problem.Refused;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a front end wants cannot be done as its run stands; told in the words of its protocol. */
public final class FrontEndRefused extends Refused {
  private final String code;
  private final @Nullable String runId;

  private FrontEndRefused(String code, String detail, @Nullable String runId) {
    super(Problem.RUN_STATE_CONFLICT.because(detail));
    this.code = code;
    this.runId = runId;
  }

  public static FrontEndRefused pending(List<String> gates, String runId) {
    return new FrontEndRefused(
        "interrupts_pending",
        "These interrupts are open: "
            + String.join(", ", gates)
            + ". Resume all of them in one request. Nothing was changed.",
        runId);
  }

  static FrontEndRefused settled(String gate, Refusal.Settlement by, String runId) {
    return new FrontEndRefused(
        "interrupt_settled",
        "%s was already settled: %s, by %s at %s. Nothing of the resume was done."
            .formatted(gate, by.behavior(), by.by(), Instant.ofEpochMilli(by.atMs())),
        runId);
  }

  public static FrontEndRefused unknown(String gate) {
    return new FrontEndRefused(
        "interrupt_unknown",
        gate + " is no interrupt of a run of this thread. Nothing was changed.",
        null);
  }

  public static FrontEndRefused invalid(String detail) {
    return new FrontEndRefused(
        "payload_invalid", detail + " The interrupts are still open. Nothing was changed.", null);
  }

  public static FrontEndRefused input(String code, String detail) {
    return new FrontEndRefused(code, detail + " Nothing was changed.", null);
  }

  public String code() {
    return code;
  }

  /** The run that it is about; null when there is none. */
  public @Nullable String runId() {
    return runId;
  }
}
