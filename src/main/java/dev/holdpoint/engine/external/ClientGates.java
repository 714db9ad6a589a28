package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Raises gates for clients that hold nothing but a token: their session is found or made, and what
 * they have asked before is found again, after they were started anew or this daemon was.
 */
public final class ClientGates {
  private static final long UNDELIVERED_MS = 3_600_000;

  private final Commits commits;
  private final Engine engine;
  private final ExternalGates gates;
  private final Waiters vigils;
  private final long undeliveredMs;

  public ClientGates(Commits commits, Engine engine, ExternalGates gates) {
    this(commits, engine, gates, UNDELIVERED_MS);
  }

  /**
   * @param undeliveredMs how long a decision that nobody was given answers the same request
   */
  public ClientGates(Commits commits, Engine engine, ExternalGates gates, long undeliveredMs) {
    this.undeliveredMs = undeliveredMs;
    this.commits = commits;
    this.engine = engine;
    this.gates = gates;
    this.vigils = new Waiters(commits);
  }

  /**
   * Who asks.
   *
   * @param source by which door, {@code mcp} or {@code hook}
   * @param name what the client calls itself
   * @param principalId whose token it has
   * @param actor how people know him
   * @param trace of which what is asked now is a part; null where the client has named none
   */
  public record Client(
      String source,
      String name,
      String principalId,
      String actor,
      String tenantId,
      @Nullable TraceParent trace) {
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

    /** The same of a client that keeps an id by which it finds the decision. */
    public Request comingBack() {
      return new Request(
          sessionId, key, text, from, place, gate, new Manner(null, true, key.key, null));
    }
  }

  /**
   * @param program whose hook asks; null where none does
   * @param comesBack whether the client asks the same again later
   * @param callId the program's own name for the call; null where it has none
   * @param follows what an allow must have been given for that answers this request too, or null
   */
  public record Manner(
      @Nullable String program,
      boolean comesBack,
      @Nullable String callId,
      @Nullable List<String> follows) {}

  /**
   * A gate that was raised or found, and who waits for it from that very moment on.
   *
   * @param replayed whether it had been raised before
   * @param own whether it was raised by the very same request, from the same place
   */
  public record Asked(Run run, boolean replayed, boolean own, Waiters.Vigil vigil) {}

  private record Raised(Run run, boolean replayed, boolean own) {}

  /** Raises the gate, or gives the run that has raised it before; then the outcome is a replay. */
  public RunOutcome raise(Client client, Request request) {
    lookAgain(client, request);
    return commits.commit(
        change -> {
          Raised found = raised(change, client, request);
          return new RunOutcome(found.run, found.replayed);
        });
  }

  /**
   * The same for a client that waits for the answer: nobody who asks the same meanwhile is taken
   * for this client come back.
   *
   * @param waits false for one that only looks, which keeps nobody from coming back
   */
  public Asked ask(Client client, Request request, boolean waits) {
    lookAgain(client, request);
    Waiters.Vigil vigil = vigils.begin();
    try {
      return commits.commit(
          change -> {
            Raised found = raised(change, client, request);
            if (waits) {
              vigil.over(change, found.run);
            }
            return new Asked(found.run, found.replayed, found.own, vigil);
          });
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
          // Within the commit, so that nobody comes to it between the look and the end.
          boolean alone = asked.vigil.leaves(change, asked.run);
          if (run == null) {
            return asked.run;
          }
          return alone && asked.own ? gates.interrupt(change, run, reason, by) : run;
        });
  }

  private Raised raised(Change change, Client client, Request request) {
    String asked = ClientRequestKeys.fingerprint(request.gate);
    Session session = ClientSessions.of(change, client, request.sessionId);
    String ownName =
        request.key.key == null ? null : ClientRequestKeys.name(session, client, request);
    ClientPrompt named = ClientPrompts.prompt(change, ownName);
    String sameName = ClientRequestKeys.sameName(session, client, request, asked);
    ClientPrompt same = ClientPrompts.prompt(change, sameName);
    if (named == null && ownName != null && same != null) {
      named =
          ClientPrompts.ofBefore(
              change, ClientRequestKeys.name(session, client, request.key), same);
    }
    Run earlier = ClientPrompts.earlier(change, named, asked);
    if (earlier == null && request.manner.follows != null) {
      earlier = Passes.taken(change, session, client, request.manner.follows);
    }
    if (earlier != null) {
      if (earlier.status().isSettled()) {
        Undelivered.told(change, earlier);
      }
      return new Raised(earlier, true, same != null && same.runKey() == earlier.key());
    }
    Run left = request.key.returns && same != null ? change.run(same.runKey()) : null;
    // A client that still waits receives the decision itself, though it may not have it yet.
    boolean leftAlone = left != null && !vigils.isKept(change, left);
    boolean returns = left != null && leftAlone && !left.status().isSettled();
    boolean late =
        left != null
            && leftAlone
            && Undelivered.answers(change, session, same, left, undeliveredMs);
    Run run =
        left != null && (returns || late)
            ? left
            : gates.raise(
                change,
                Runs.open(change, session.id()),
                submission(client, request.text).by(call(request, sameName)),
                request.gate);
    ClientPrompts.keep(change, session, ownName, named, asked, run, false);
    // What is settled by now is the answer to this very request.
    boolean untold =
        request.key.returns && !call(request, sameName).isFoundByKey() && !run.status().isSettled();
    ClientPrompts.keep(change, session, sameName, same, asked, run, untold);
    return new Raised(run, returns || late, true);
  }

  private static ClientCall call(Request request, String sameName) {
    Manner manner = request.manner;
    return new ClientCall(manner.program, manner.callId, sameName, manner.comesBack);
  }

  /**
   * Notes that the decision of the run is given to whoever asked. To be called before it is given:
   * a decision that may have been heard answers nobody else.
   *
   * @param pass what the allow is for that answers one more request; null where it answers none
   */
  public void told(Run run, @Nullable List<String> pass) {
    if (pass == null && !engine.<Boolean>read(queries -> Undelivered.isUntold(queries, run))) {
      return;
    }
    commits.commit(
        change -> {
          Undelivered.told(change, run);
          if (pass != null) {
            Passes.give(change, run, pass);
          }
          return run.key();
        });
  }

  /**
   * Who has gone without a word is noticed when he is next spoken to. So before somebody who asks
   * the same is taken for somebody else, whoever waits for it is looked at again.
   */
  private void lookAgain(Client client, Request request) {
    if (!request.key.returns) {
      return;
    }
    String asked = ClientRequestKeys.fingerprint(request.gate);
    Run left =
        engine.read(
            (Queries queries) -> {
              Session session = ClientSessions.find(queries, client, request.sessionId);
              ClientPrompt same =
                  session == null
                      ? null
                      : queries.named(
                          ClientPrompt.KIND,
                          ClientRequestKeys.sameName(session, client, request, asked));
              return same == null ? null : queries.run(same.runKey());
            });
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
                  change, Runs.open(change, session.id()), submission(client, text), message);
          ClientPrompts.keep(change, session, ownName, named, told, run, false);
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
    return Awaited.of(run, () -> vigils.isKept(engine, run), until);
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

  private static Submission submission(Client client, String text) {
    return new Submission(
            RunKind.INPUT,
            RunHead.Driver.OUTSIDE,
            client.principalId,
            client.source,
            client.source,
            client.actor,
            text,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(client.actor)
        .within(client.trace);
  }
}
