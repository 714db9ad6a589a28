package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.claude.ClaudePrompt;
import dev.holdpoint.http.claude.HookVerdict;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Reply;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Puts a tool use to whoever decides, and waits for the decision. */
public final class HookGate {
  private static final String SOURCE = "hook";
  private static final String CLIENT = "claude-code";
  private static final String NOBODY = "nobody";
  private static final String GONE = "The hook has stopped waiting.";

  private final Engine engine;
  private final RunWaits waits;
  private final ClientGates gates;
  private final WireJson json;
  private final Semaphore places;

  /**
   * @param places for how many hooks that wait at once
   */
  public HookGate(
      Engine engine, RunWaits waits, ClientGates gates, WireJson json, Semaphore places) {
    this.engine = engine;
    this.waits = waits;
    this.gates = gates;
    this.json = json;
    this.places = places;
  }

  /**
   * What a hook asks, and how long.
   *
   * @param event of which it tells
   * @param comesBack whether the same is asked again later. Otherwise nobody would hear a later
   *     decision, so none is to be made: what waits is withdrawn.
   */
  record Use(
      String sessionId,
      ClientGates.Key key,
      String event,
      ClaudePrompt prompt,
      long waitMs,
      boolean comesBack) {
    private ClientGates.Request request() {
      ClaudePrompt.Place place = prompt.place();
      String folder = Objects.requireNonNullElse(place.folder(), "");
      String mode = Objects.requireNonNullElse(place.mode(), "");
      String agent = Objects.requireNonNullElse(place.agent(), "");
      return new ClientGates.Request(
          sessionId,
          key,
          prompt.text(),
          // A question does not show where it is asked, and is answered there all the same.
          List.of(event, comesBack ? "comes back" : "", folder, mode, agent),
          List.of(event, folder, mode, agent),
          prompt.gate(GateDraft.Deadline.NONE));
    }
  }

  /**
   * What came of it; {@link HookVerdict.Open} when nobody has decided in time.
   *
   * @param by who has decided, or what did
   * @param why nobody has; empty when somebody did
   */
  record Told(HookVerdict verdict, String by, String why) {
    boolean isOpen() {
      return verdict instanceof HookVerdict.Open;
    }

    private Told because(String reason) {
      return new Told(verdict, by, reason);
    }
  }

  /**
   * All that can be refused is refused here, before anything is written.
   *
   * @param words in which the hook is told
   */
  Reply ask(Call call, Use use, Function<Told, Object> words) {
    Caller caller = call.caller();
    ClientGates.Asked asked =
        gates.ask(
            new ClientGates.Client(
                SOURCE,
                CLIENT,
                caller.principalId(),
                caller.name(),
                caller.tenantId(),
                call.trace()),
            use.request(),
            use.waitMs > 0);
    Told now = told(use, asked.run());
    if (!now.isOpen() || use.waitMs == 0) {
      asked.vigil().close();
      return Reply.json(200, words.apply(now.isOpen() ? late(caller, use, asked) : now));
    }
    if (waits.isCrowded()) {
      asked.vigil().close();
      throw RunWaits.noRoom("What this hook asks is kept; use the tool again later.");
    }
    if (!places.tryAcquire()) {
      asked.vigil().close();
      throw Problem.UNAVAILABLE
          .because(
              "Too many hooks are waiting. This request is still pending: use the tool "
                  + "again later, or raise limits.open_streams.")
          .asException();
    }
    HookWait waiting = new HookWait(this, call, use, asked);
    return Reply.written(
        Reply.JSON,
        out -> {
          try {
            waiting.write(out, told -> json.write(words.apply(told)));
          } finally {
            places.release();
            asked.vigil().close();
          }
        });
  }

  RunWaits waits() {
    return waits;
  }

  /** The hook's time is over. Whoever was quicker than the end of the wait is heard. */
  Told late(Caller caller, Use use, ClientGates.Asked asked) {
    String nobody = "No decision in Holdpoint within %d s".formatted(use.waitMs / 1_000);
    if (use.comesBack) {
      return told(use, asked.run()).because(nobody + "; the request is still pending.");
    }
    Run over = left(caller, asked);
    return over.status() == RunStatus.INTERRUPTED
        ? new Told(new HookVerdict.Open(), NOBODY, nobody + ", so the request was withdrawn.")
        : told(use, over).because(nobody + "; another caller is waiting for the decision.");
  }

  Run left(Caller caller, ClientGates.Asked asked) {
    return gates.leave(asked, GONE, caller.name());
  }

  /** A run that was removed meanwhile has taken its gate along, and nobody will say yes to it. */
  Told latest(Use use, long runKey) {
    Run latest = engine.read((Queries queries) -> queries.run(runKey));
    return latest == null ? no("the request was removed") : told(use, latest);
  }

  static Told no(String why) {
    return new Told(new HookVerdict.Deny(why), NOBODY, "");
  }

  private static Told told(Use use, Run run) {
    return new Told(use.prompt.verdict(run), ClaudePrompt.decider(run).orElse(NOBODY), "");
  }
}
