package dev.holdpoint.http.hooks;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.Advance;
import dev.holdpoint.engine.ClientGates;
import dev.holdpoint.engine.Engine;
import dev.holdpoint.engine.OutsideGates;
import dev.holdpoint.engine.Vigils;
import dev.holdpoint.engine.Waits;
import dev.holdpoint.engine.port.Queries;
import dev.holdpoint.http.claude.ClaudePrompt;
import dev.holdpoint.http.claude.Verdict;
import dev.holdpoint.http.server.Caller;
import java.util.Optional;

/** Puts a tool use to whoever decides, and waits for the decision. */
public final class Asking {
  private static final String SOURCE = "hook";
  private static final String CLIENT = "claude-code";
  private static final String NOBODY = "nobody";

  private final Engine engine;
  private final Waits waits;
  private final ClientGates gates;
  private final OutsideGates outside;

  public Asking(Engine engine, Waits waits, ClientGates gates, OutsideGates outside) {
    this.engine = engine;
    this.waits = waits;
    this.gates = gates;
    this.outside = outside;
  }

  /**
   * What came of it; {@link Verdict.Open} when nobody has decided in time.
   *
   * @param by who has decided, or what did
   */
  record Told(Verdict verdict, String by) {}

  /**
   * @param comesBack whether the same is asked again later. Otherwise nobody would hear a later
   *     decision, so none is to be made: what waits is withdrawn.
   */
  Told ask(
      Caller caller,
      String sessionId,
      ClientGates.Key key,
      ClaudePrompt prompt,
      long waitMs,
      boolean comesBack) {
    ClientGates.Asked asked =
        gates.ask(
            new ClientGates.Client(
                SOURCE, CLIENT, caller.principalId(), caller.name(), caller.tenantId()),
            new ClientGates.Request(
                sessionId, key, prompt.text(), prompt.gate(Advance.Deadline.NONE)));
    Run run = asked.run();
    try (Vigils.Vigil _ = asked.vigil()) {
      Told told = decided(prompt, run, waitMs);
      if (!(told.verdict instanceof Verdict.Open) || comesBack) {
        return told;
      }
      Run over = outside.interrupt(run.id(), "The hook has stopped waiting.", caller.name());
      // Whoever was quicker than the end of the wait is heard.
      return over.status() == RunStatus.INTERRUPTED ? told : told(prompt, over);
    }
  }

  private Told decided(ClaudePrompt prompt, Run run, long waitMs) {
    Told now = told(prompt, run);
    return now.verdict instanceof Verdict.Open
        ? waits
            .until(
                run.key(),
                waitMs,
                () ->
                    Optional.of(latest(prompt, run))
                        .filter(told -> !(told.verdict instanceof Verdict.Open)))
            .orElse(now)
        : now;
  }

  /** A run that was removed meanwhile has taken its gate along, and nobody will say yes to it. */
  private Told latest(ClaudePrompt prompt, Run run) {
    Run latest = engine.read((Queries queries) -> queries.run(run.key()));
    return latest == null
        ? new Told(new Verdict.Deny("the request was removed"), NOBODY)
        : told(prompt, latest);
  }

  private static Told told(ClaudePrompt prompt, Run run) {
    return new Told(prompt.verdict(run), ClaudePrompt.decider(run).orElse(NOBODY));
  }
}
