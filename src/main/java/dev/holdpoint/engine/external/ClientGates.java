package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.permit.AnsweredPermits;
import dev.holdpoint.engine.permit.AnsweredPermits.Given;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Raises gates for clients that hold nothing but a token: their session is found or made, and what
 * they have asked before is found again, after they were started anew or this daemon was.
 */
public final class ClientGates {
  /** What is carried out by the permit that a yes gives, and not on the answer itself. */
  public static final List<String> BY_PERMIT = List.of("request");

  private static final long UNDELIVERED_MS = 3_600_000;

  private final Commits commits;
  private final Engine engine;
  private final ExternalGates gates;
  private final Waiters vigils;
  private final long undeliveredMs;
  private final Raising raising;
  private final AnsweredPermits permits;

  public ClientGates(Commits commits, Engine engine, ExternalGates gates) {
    this(commits, engine, gates, UNDELIVERED_MS, new AnsweredPermits(commits, engine));
  }

  /**
   * @param undeliveredMs how long a decision that nobody was given answers the same request
   * @param permits of those who act on the answer itself
   */
  public ClientGates(
      Commits commits,
      Engine engine,
      ExternalGates gates,
      long undeliveredMs,
      AnsweredPermits permits) {
    this.permits = permits;
    this.undeliveredMs = undeliveredMs;
    this.commits = commits;
    this.engine = engine;
    this.gates = gates;
    this.vigils = new Waiters(commits);
    this.raising = new Raising(gates, vigils, undeliveredMs);
  }

  /**
   * Who asks.
   *
   * @param source by which door, {@code mcp} or {@code hook}
   * @param name what the client calls itself
   * @param principalId whose token it has
   * @param actor how people know him
   * @param trace of which what is asked now is a part; null where the client has named none
   * @param ownOnly whether only their own sessions exist for the caller
   */
  public record Client(
      String source,
      String name,
      String principalId,
      String actor,
      String tenantId,
      @Nullable TraceParent trace,
      boolean ownOnly) {
    /** One for whom every session of the tenant exists. */
    public Client(
        String source,
        String name,
        String principalId,
        String actor,
        String tenantId,
        @Nullable TraceParent trace) {
      this(source, name, principalId, actor, tenantId, trace, false);
    }

    Holder holder() {
      return new Holder(principalId, ownOnly);
    }

    boolean isBound() {
      return !tenantId.equals(Tenants.ROOT);
    }
  }

  /**
   * How what was asked is found again.
   *
   * @param key the client's own name for the request; null when it has none
   * @param returns whether the same, asked again under another name or none, is what waits already
   *     and nobody waits for: the client was started anew. False where the client's word on what is
   *     the same is to be taken.
   */
  public record Key(@Nullable String key, boolean returns) {
    /** Without a name, the same is the same. */
    public static final Key NONE = new Key(null, true);

    public static Key named(String key) {
      return new Key(key, false);
    }

    /** A name that a client makes anew when it is started anew. */
    public static Key passing(String key) {
      return new Key(key, true);
    }
  }

  /**
   * @param sessionId null for the client's own
   * @param text what people see of it in lists
   * @param from what it comes from and how it is answered, as far as the client says it: the same
   *     from elsewhere is another request
   * @param place what of that is a part of the name of a call
   * @param manner how the client asks
   */
  public record Request(
      @Nullable String sessionId,
      Key key,
      String text,
      List<String> from,
      List<String> place,
      ExternalGates.Gate gate,
      Manner manner) {
    public Request(
        @Nullable String sessionId,
        Key key,
        String text,
        List<String> from,
        ExternalGates.Gate gate) {
      this(sessionId, key, text, from, from, gate);
    }

    public Request(
        @Nullable String sessionId,
        Key key,
        String text,
        List<String> from,
        List<String> place,
        ExternalGates.Gate gate) {
      this(sessionId, key, text, from, place, gate, new Manner(null, !key.returns, key.key, null));
    }

    /** The same of a client that is given the id, by which it finds the decision. */
    public Request comingBack() {
      return heldBy(Manner.Holds.ID);
    }

    /**
     * The same of a client that is given the id, as its task or as the state with which it comes
     * back from the page: what it asks is one request of its own, however many others ask the same.
     */
    public Request asTask() {
      return heldBy(Manner.Holds.TASK);
    }

    private Request heldBy(Manner.Holds what) {
      return new Request(
          sessionId, key, text, from, place, gate, new Manner(null, true, key.key, null, what));
    }
  }

  /**
   * @param program whose hook asks; null where none does
   * @param comesBack whether the client asks the same again later
   * @param callId the program's own name for the call; null where it has none
   * @param follows what an allow must have been given for that answers this request too, or null
   * @param holds by what the client finds the decision, without asking again
   */
  public record Manner(
      @Nullable String program,
      boolean comesBack,
      @Nullable String callId,
      @Nullable List<String> follows,
      Holds holds) {
    public Manner(
        @Nullable String program,
        boolean comesBack,
        @Nullable String callId,
        @Nullable List<String> follows) {
      this(program, comesBack, callId, follows, Holds.NOTHING);
    }

    /** What a client has in its hands. */
    public enum Holds {
      NOTHING,
      ID,
      TASK
    }
  }

  /**
   * A gate that was raised or found, and who waits for it from that very moment on.
   *
   * @param replayed whether it had been raised before
   * @param own whether it was raised by the very same request, from the same place
   * @param given whether the commit that raised or found it has noted that its decision is given
   */
  public record Asked(Run run, boolean replayed, boolean own, Waiters.Vigil vigil, boolean given) {}

  /** Raises the gate, or gives the run that has raised it before; then the outcome is a replay. */
  public RunOutcome raise(Client client, Request request) {
    lookAgain(client, request);
    return commits.commit(
        change -> {
          Raising.Raised found = raising.raised(change, client, request);
          return new RunOutcome(found.run(), found.replayed());
        });
  }

  /**
   * The same for a client that waits for the answer: nobody who asks the same meanwhile is taken
   * for this client come back.
   *
   * @param waits false for one that only looks, which keeps nobody from coming back
   */
  public Asked ask(Client client, Request request, boolean waits) {
    return ask(client, request, waits, _ -> null);
  }

  /**
   * The same for a client that is answered at once where the decision is made already: by a rule,
   * or when the same was asked before. That it is given is then noted in this very commit.
   *
   * @param giving what is given when the run is as it is now; null where nothing is to be noted
   */
  public Asked ask(
      Client client, Request request, boolean waits, Function<Run, @Nullable Given> giving) {
    lookAgain(client, request);
    Waiters.Vigil vigil = vigils.begin();
    record Made(Asked asked, boolean begun) {}
    try {
      Made made =
          commits.commit(
              change -> {
                Raising.Raised found = raising.raised(change, client, request);
                if (waits) {
                  vigil.over(change, found.run());
                }
                Given now = found.run().status().isSettled() ? giving.apply(found.run()) : null;
                return new Made(
                    new Asked(found.run(), found.replayed(), found.own(), vigil, now != null),
                    now != null && Undelivered.note(change, found.run(), now, permits));
              });
      if (made.begun) {
        permits.begun();
      }
      return made.asked;
    } catch (RuntimeException | Error e) {
      vigil.close();
      throw e;
    }
  }

  /**
   * A client that will not come back ends its wait. Nobody would hear a later decision, so what it
   * has asked is withdrawn for this reason, unless somebody else waits for it or comes back to it.
   *
   * @return how the run stands then
   */
  public Run leave(Asked asked, String reason, String by) {
    return commits.commit(
        change -> {
          Run run = change.run(asked.run.key());
          // Nobody comes to it between the look and the end.
          boolean alone = asked.vigil.leaves(change, asked.run);
          if (run == null) {
            return asked.run;
          }
          return alone && asked.own ? gates.interrupt(change, run, reason, by) : run;
        });
  }

  /** Notes that the decision of the run is given to the asker. To be called before it is. */
  public void told(Run run, @Nullable List<String> pass, AnsweredPermits.@Nullable Acting acting) {
    Given now = new Given(pass, acting);
    if ((pass != null || !engine.<Boolean>read(queries -> Undelivered.isNoted(queries, run, now)))
        && commits.<Boolean>commit(change -> Undelivered.note(change, run, now, permits))) {
      permits.begun();
    }
  }

  /** Notes that the client gets the id of the run's gate, and comes back with it. */
  public void givenOut(Run run) {
    if (!engine.<Boolean>read(queries -> HeldIds.isGivenOut(queries, run))) {
      commits.commit(
          change -> {
            HeldIds.giveOut(change, run);
            return run.key();
          });
    }
  }

  /**
   * Who has gone without a word is noticed when he is next spoken to. So before somebody who asks
   * the same is taken for somebody else, whoever waits for it is looked at again.
   */
  private void lookAgain(Client client, Request request) {
    if (!request.key.returns) {
      return;
    }
    Run left = engine.read((Queries queries) -> Raising.same(queries, client, request));
    if (left != null && !left.status().isSettled()) {
      vigils.lookAgain(left);
    }
  }

  /**
   * Tells people something and waits for nobody: a run that ends as it begins, with the message as
   * its output. Under the same name the same is told once.
   *
   * @param key the client's own name for the message; null when it has none
   * @param text what people see of it in lists
   */
  public RunOutcome tell(
      Client client,
      @Nullable String sessionId,
      @Nullable String key,
      String text,
      String message) {
    String told = ClientRequestKeys.hash("told", message);
    return commits.commit(
        change -> {
          Session session = ClientSessions.of(change, client, sessionId);
          String ownName =
              key == null ? null : ClientRequestKeys.name(session, client, Key.named(key));
          ClientPrompt named = ClientPrompts.prompt(change, ownName);
          Run earlier = ClientPrompts.earlier(change, named, told);
          if (earlier != null) {
            return new RunOutcome(earlier, true);
          }
          Run run =
              gates.tell(
                  change,
                  Runs.open(change, session.id()),
                  Raising.submission(client, text),
                  message);
          ClientPrompts.keep(change, session.id(), ownName, named, told, run, false);
          return new RunOutcome(run, false);
        });
  }

  /** The run under this name in the session, or in the client's own; empty when there is none. */
  public Optional<Run> find(Client client, @Nullable String sessionId, String key) {
    return engine.read(
        (Queries queries) -> {
          Session session = ClientSessions.find(queries, client, sessionId);
          if (session == null) {
            return Optional.empty();
          }
          ClientPrompt prompt =
              queries.named(
                  ClientPrompt.KIND, ClientRequestKeys.name(session, client, Key.named(key)));
          return Optional.ofNullable(prompt == null ? null : queries.run(prompt.runKey()));
        });
  }

  /** The other nodes know who waits here, also after this one has come back among them. */
  public void lookAgain() {
    vigils.tellAgain(engine.cluster().epoch());
  }

  /** Who waits for the run's gate; empty for runs of our own, and where that is not known. */
  public Optional<Awaited> awaited(Run run) {
    Long until = undeliveredMs == 0 ? null : Long.valueOf(engine.nowMs() + undeliveredMs);
    return Awaited.of(
        run,
        () -> vigils.isKept(engine, run),
        () -> engine.<Boolean>readAside(queries -> HeldIds.isGivenOut(queries, run)),
        until);
  }

  /**
   * @param own false for a caller who has not asked this themselves, and only looks
   */
  public Waiters.Vigil awaiting(Run run, boolean own) {
    Waiters.Vigil vigil = vigils.begin();
    return !own
        ? vigil
        : commits.commit(
            change -> {
              vigil.over(change, run);
              return vigil;
            });
  }
}
