package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.journal.RunWaits;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Reply;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Puts a tool use to whoever decides, and waits for the decision. */
public final class HookGate {
  static final String SOURCE = "hook";
  private static final String GONE = "The hook has stopped waiting.";

  private final Engine engine;
  private final RunWaits waits;
  private final ClientGates gates;
  private final WireJson json;
  private final Standings standings;
  private final Semaphore places;

  /**
   * @param standings whom a request waits for
   * @param places for how many hooks that wait at once
   */
  public HookGate(
      Engine engine,
      RunWaits waits,
      ClientGates gates,
      WireJson json,
      Standings standings,
      Semaphore places) {
    this.standings = standings;
    this.engine = engine;
    this.waits = waits;
    this.gates = gates;
    this.json = json;
    this.places = places;
  }

  /**
   * What a hook asks, and how long.
   *
   * @param event at which it asks
   * @param comesBack whether the same is asked again later. Otherwise nobody would hear a later
   *     decision, so none is to be made: what waits is withdrawn.
   */
  record Use(HookUse asks, HookMoment event, ToolPrompt prompt, long waitMs, boolean comesBack) {
    private Program program() {
      return prompt.place().program();
    }

    private ClientGates.Request request() {
      ToolPrompt.Place place = prompt.place();
      String mark = program().mark(event);
      String folder = Objects.requireNonNullElse(place.folder(), "");
      String mode = Objects.requireNonNullElse(place.mode(), "");
      String agent = Objects.requireNonNullElse(place.agent(), "");
      String callId = event == HookMoment.PRE_TOOL_USE ? asks.key() : null;
      return new ClientGates.Request(
          asks.sessionId(),
          callId == null ? ClientGates.Key.NONE : ClientGates.Key.passing(callId),
          prompt.text(),
          // A question does not show where it is asked, and is answered there all the same.
          List.of(mark, comesBack ? "comes back" : "", folder, mode, agent),
          List.of(mark, folder, mode, agent),
          prompt.gate(GateDraft.Deadline.NONE),
          new ClientGates.Manner(
              program().path(),
              comesBack,
              asks.key(),
              event == HookMoment.PERMISSION_REQUEST ? pass(asks.input()) : null));
    }

    /** What an allow before a tool use is for that also answers the dialog about it; or null. */
    private @Nullable List<String> pass(JsonNode input) {
      ToolPrompt.Place place = prompt.place();
      return !program().asksTwice() || asks.turnId() == null
          ? null
          : List.of(
              program().path(),
              asks.turnId(),
              Objects.requireNonNullElse(place.folder(), ""),
              Objects.requireNonNullElse(place.mode(), ""),
              Objects.requireNonNullElse(place.agent(), ""),
              Digests.of(prompt.call().tool(), JsonTree.write(input)));
    }

    /** The same of an outcome. */
    private @Nullable List<String> pass(HookOutcome told) {
      return event == HookMoment.PRE_TOOL_USE
              && told.verdict() instanceof HookVerdict.Allow(JsonNode input)
          ? pass(input)
          : null;
    }
  }

  static ClientGates.Client client(Caller caller, Program program, @Nullable TraceParent trace) {
    return new ClientGates.Client(
        SOURCE,
        program.client(),
        caller.principalId(),
        caller.name(),
        caller.tenantId(),
        trace,
        caller.ownOnly());
  }

  /**
   * All that can be refused is refused here, before anything is written.
   *
   * @param words in which the hook is told
   */
  Reply ask(Call call, Use use, Function<HookOutcome, Object> words) {
    Caller caller = call.caller();
    ClientGates.Asked asked =
        gates.ask(
            client(caller, use.program(), call.trace()),
            use.request(),
            use.waitMs > 0,
            run -> {
              HookOutcome told = told(use, run);
              return told.isAllow() ? given(caller, use, told) : null;
            });
    HookOutcome now = told(use, asked.run());
    if (!now.isOpen()) {
      asked.vigil().close();
      if (now.isAllow() && !asked.given()) {
        given(caller, use, asked.run(), now);
      }
      return Reply.json(200, words.apply(now));
    }
    if (use.waitMs == 0) {
      asked.vigil().close();
      HookOutcome late = late(caller, use, asked);
      given(caller, use, asked.run(), late);
      return Reply.json(200, words.apply(late));
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

  /**
   * A decision is noted as given before it is: one that may have been heard answers nobody else,
   * and an allow is carried out once.
   */
  void given(Caller caller, Use use, Run run, HookOutcome told) {
    if (told.isAllow()) {
      AnsweredPermits.Given now = given(caller, use, told);
      gates.told(run, now.pass(), now.acting());
    } else if (!told.isOpen()) {
      gates.told(run, null, null);
    }
  }

  private static AnsweredPermits.Given given(Caller caller, Use use, HookOutcome allow) {
    return new AnsweredPermits.Given(
        use.pass(allow), new AnsweredPermits.Acting(use.asks.key(), caller.name()));
  }

  RunWaits waits() {
    return waits;
  }

  /** The hook's time is over. Whoever was quicker than the end of the wait is heard. */
  HookOutcome late(Caller caller, Use use, ClientGates.Asked asked) {
    String nobody =
        "No decision in Holdpoint within %d s%s"
            .formatted(use.waitMs / 1_000, waitsFor(asked.run().key()));
    if (use.comesBack) {
      return told(use, asked.run()).because(nobody + "; the request is still pending.");
    }
    Run over = left(caller, asked);
    HookOutcome told = told(use, over);
    return over.status() == RunStatus.INTERRUPTED && !told.left()
        ? new HookOutcome(
            new HookVerdict.Open(), HookOutcome.NOBODY, nobody + ", so the request was withdrawn.")
        : told.because(nobody + "; another caller is waiting for the decision.");
  }

  /** Whom it waits for, in the words of every surface; empty where one click of anyone decides. */
  private String waitsFor(long runKey) {
    Run latest = engine.read((Queries queries) -> queries.run(runKey));
    return latest == null
        ? ""
        : latest.pendingGates().stream()
            .flatMap(gate -> Stream.ofNullable(standings.summary(latest, gate)))
            .findFirst()
            .map(summary -> " (the request " + summary + ")")
            .orElse("");
  }

  Run left(Caller caller, ClientGates.Asked asked) {
    return gates.leave(asked, GONE, caller.name());
  }

  /** A run that was removed meanwhile has taken its gate along, and nobody will say yes to it. */
  HookOutcome latest(Use use, long runKey) {
    Run latest = engine.read((Queries queries) -> queries.run(runKey));
    return latest == null ? HookOutcome.no("the request was removed") : told(use, latest);
  }

  private static HookOutcome told(Use use, Run run) {
    String by = ToolPrompt.decider(run).orElse(HookOutcome.NOBODY);
    // Whatever a person calls themselves, a person does not interrupt a run.
    return run.state() instanceof RunState.Interrupted over && by.startsWith(HookOver.BY)
        ? HookOutcome.left(by, "The request was " + over.reason() + ".")
        : new HookOutcome(use.prompt.verdict(run), by, "");
  }
}
