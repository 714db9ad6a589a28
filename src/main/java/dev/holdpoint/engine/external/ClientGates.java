package dev.holdpoint.engine.external;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.agent.ClientSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Raises gates for clients that hold nothing but a token: their session is found or made, and what
 * they have asked before is found again, after they were started anew or this daemon was.
 */
public final class ClientGates {
  private static final int DIGITS = 12;
  private static final int NAME = 60;

  private final Commits commits;
  private final Engine engine;
  private final ExternalGates gates;
  private final Waiters vigils;

  public ClientGates(Commits commits, Engine engine, ExternalGates gates) {
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
   */
  public record Request(
      @Nullable String sessionId,
      Key key,
      String text,
      List<String> from,
      List<String> place,
      ExternalGates.Gate gate) {
    public Request(
        @Nullable String sessionId,
        Key key,
        String text,
        List<String> from,
        ExternalGates.Gate gate) {
      this(sessionId, key, text, from, from, gate);
    }
  }

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
    Session session = session(change, client, request.sessionId);
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
    if (earlier != null) {
      return new Raised(earlier, true, same != null && same.runKey() == earlier.key());
    }
    Run left = request.key.returns && same != null ? change.run(same.runKey()) : null;
    boolean returns = left != null && !left.status().isSettled() && !vigils.isKept(change, left);
    Run run =
        left != null && returns
            ? left
            : gates.raise(
                change,
                Runs.open(change, session.id()),
                submission(client, request.text),
                request.gate);
    ClientPrompts.keep(change, session, ownName, named, asked, run);
    ClientPrompts.keep(change, session, sameName, same, asked, run);
    return new Raised(run, returns, true);
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
              Session session = session(queries, client, request.sessionId);
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
          Session session = session(change, client, sessionId);
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
          ClientPrompts.keep(change, session, ownName, named, told, run);
          return new RunOutcome(run, false);
        });
  }

  /** The run under this name in the session, or in the client's own; empty when there is none. */
  public Optional<Run> find(Client client, @Nullable String sessionId, String key) {
    return engine.read(
        (Queries queries) -> {
          Session session = session(queries, client, sessionId);
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

  /** Whoever waits for a run's gate says so, and until when. */
  public Waiters.Vigil awaiting(Run run) {
    Waiters.Vigil vigil = vigils.begin();
    return commits.commit(
        change -> {
          vigil.over(change, run);
          return vigil;
        });
  }

  /** The session that is named, or the client's own; null when there is none that is his. */
  private static @Nullable Session session(Queries queries, Client client, @Nullable String id) {
    Session session;
    if (id != null) {
      session = queries.session(id);
    } else {
      ClientSession own = queries.named(ClientSession.KIND, ClientRequestKeys.ownName(client));
      session = own == null ? null : queries.session(own.key());
    }
    return session != null && isOf(session, client) ? session : null;
  }

  private static Session session(Change change, Client client, @Nullable String id) {
    if (id == null) {
      return own(change, client);
    }
    Session session = change.session(id);
    if (session == null) {
      String fault = SessionIds.fault(id);
      if (fault != null) {
        throw Problem.INVALID_SESSION_ID.because(fault).at("/session_id", fault).asException();
      }
      return Sessions.create(change, wish(id, client), null);
    }
    if (!isOf(session, client)) {
      // A session that is not there is made here, so to create it is no way out.
      throw Problem.SESSION_NOT_FOUND
          .because(
              "You have no access to a session "
                  + Existing.shown(id)
                  + ". Name another session, or none.")
          .asException();
    }
    return session;
  }

  private static Session own(Change change, Client client) {
    String name = ClientRequestKeys.ownName(client);
    ClientSession known = change.named(ClientSession.KIND, name);
    Session session = known == null ? null : change.session(known.key());
    if (session != null && !session.isEnded()) {
      return session;
    }
    if (known != null) {
      change.discard(ClientSession.KIND, known);
    }
    Session made = Sessions.create(change, wish(chosen(change, client, name), client), null);
    change.keep(ClientSession.KIND, new ClientSession(made.key(), name));
    return made;
  }

  /** What the client calls itself where that can be had, so that people know it at a glance. */
  private static @Nullable String chosen(Change change, Client client, String fullName) {
    String plain = client.name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
    String slug = plain.substring(0, Math.min(plain.length(), NAME));
    if (ServedSessions.isFree(change, slug)) {
      return slug;
    }
    String longer = slug + "-" + fullName.substring(0, DIGITS);
    return ServedSessions.isFree(change, longer) ? longer : null;
  }

  private static Sessions.Spec wish(@Nullable String id, Client client) {
    return new Sessions.Spec(id, null, null, null, client.isBound() ? client.tenantId : null, null);
  }

  /** To a caller who is bound to a tenant, another's session does not exist. */
  private static boolean isOf(Session session, Client client) {
    return !client.isBound() || session.tenantId().equals(client.tenantId);
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
