package dev.holdpoint.chaos;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One way in which the world fails. The seed decides when it strikes and how. */
public interface Fault {
  /** As it stands in the report, for example "kill -9 while starting". */
  String name();

  /** Why this machine cannot do it; null where it can. */
  @Nullable String missing();

  /**
   * Strikes while load runs, and leaves the daemon healed and running again (or says in the outcome
   * what the daemon did, for damage that it has to notice).
   */
  Outcome strike(Victim victim, RandomGenerator random) throws Exception;

  /** What the driver counts in the table: fault x times x outcome. */
  enum Outcome {
    SURVIVED,
    NOTICED,
    SKIPPED
  }
}
