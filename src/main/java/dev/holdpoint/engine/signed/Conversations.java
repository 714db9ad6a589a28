package dev.holdpoint.engine.signed;

import dev.holdpoint.core.access.ExternalId;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunStatus;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.access.Tenancy;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.SessionQueue;
import dev.holdpoint.engine.gate.Deadlines;
import dev.holdpoint.engine.gate.ReplyCheck;
import dev.holdpoint.engine.port.store.LiveRun;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.RunOutcome;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as a host application sees them: it makes them for a tenant, speaks in them, hands
 * secrets over and archives them. Whether the caller may is decided before; here everything is
 * found again, because it may be gone by now.
 */
public final class Conversations {
  /** What archiving is told as where a person or a deadline stands otherwise. */
  private static final String ARCHIVE = "archive";

  private final Commits commits;
  private final Slots slots;
  private final Routes routes;
  private final Secrets secrets;
  private final int queuePerSession;

  public Conversations(
      Commits commits, Slots slots, Routes routes, Secrets secrets, int queuePerSession) {
    this.commits = commits;
    this.slots = slots;
    this.routes = routes;
    this.secrets = secrets;
    this.queuePerSession = queuePerSession;
  }

  /**
   * The session behind a conversation's id; null when there is none, or it is the root tenant's.
   */
  public static @Nullable Session find(Queries queries, String id) {
    OptionalLong key = Ulid.keyOf("con_", id);
    return visible(key.isPresent() ? queries.session(key.getAsLong()) : null, id);
  }

  private static Session existing(Change change, String id) {
    OptionalLong key = Ulid.keyOf("con_", id);
    Session session = visible(key.isPresent() ? change.session(key.getAsLong()) : null, id);
    if (session == null) {
      throw notFound();
    }
    return session;
  }

  private static @Nullable Session visible(@Nullable Session session, String id) {
    return session == null
            || !session.conversationId().equals(id)
            || session.tenantId().equals(Tenants.ROOT)
        ? null
        : session;
  }

  public static RuntimeException notFound() {
    return Problem.CONVERSATION_NOT_FOUND.because("There is no such conversation.").asException();
  }

  private static Session open(Change change, String id) {
    Session session = existing(change, id);
    Tenancy.checkOpen(change, session.tenantId());
    if (session.isEnded()) {
      throw Problem.CONVERSATION_ARCHIVED
          .because("The conversation is archived and read-only. Create another one.")
          .asException();
    }
    return session;
  }

  /**
   * @param ownerId the user whose own token makes it; null when a key does
   * @param render the answer, made from what is committed with it
   */
  public StoredAnswers.Told create(
      String tenantId,
      @Nullable String externalId,
      @Nullable String ownerId,
      StoredAnswers.@Nullable Key key,
      Function<Session, StoredAnswers.Answer> render) {
    return commits.commit(
        change -> {
          StoredAnswers.Told earlier = StoredAnswers.find(change, key);
          if (earlier != null) {
            return earlier;
          }
          if (Tenancy.tenant(change, tenantId) == null) {
            throw Problem.CONVERSATION_NOT_FOUND.because("There is no such tenant.").asException();
          }
          Tenancy.checkOpen(change, tenantId);
          Session session =
              Sessions.create(
                  change,
                  new Sessions.Spec(null, null, null, null, tenantId, null),
                  null,
                  new Session.Conversation(externalId, ownerId));
          if (externalId != null) {
            claim(change, session, externalId);
          }
          return StoredAnswers.keep(change, key, render.apply(session));
        });
  }

  private static void claim(Change change, Session session, String externalId) {
    String name = ExternalId.ofConversation(session.tenantId(), externalId);
    ExternalId held = change.named(ExternalId.KIND, name);
    if (held != null) {
      throw Problem.EXTERNAL_ID_CONFLICT
          .because(
              "The tenant already has a conversation with this external_id: use the "
                  + "one in conflicting_resource_id.")
          .inFavourOf(held.holderId())
          .asException();
    }
    change.keep(
        ExternalId.KIND,
        new ExternalId(
            Ulid.keyOf(ExternalId.PREFIX, change.newId(ExternalId.PREFIX)).orElseThrow(),
            name,
            session.conversationId()));
  }

  /**
   * What came of sending a message.
   *
   * @param outcome null when the call was answered before, with {@code told}
   */
  public record Said(@Nullable RunOutcome outcome, StoredAnswers.@Nullable Told told) {}

  /** Submits a message; what comes with it is in the vault before anything can ask for it. */
  public Said say(
      String id,
      String content,
      Map<String, String> values,
      String by,
      @Nullable TraceParent trace,
      StoredAnswers.@Nullable Key key) {
    return commits.commit(
        change -> {
          StoredAnswers.Told earlier = StoredAnswers.find(change, key);
          if (earlier != null) {
            String runId = earlier.answer().pendingRun();
            return runId == null
                ? new Said(null, earlier)
                : new Said(new RunOutcome(Existing.run(change, runId), true), null);
          }
          Session session = open(change, id);
          if (change.load(session.key()).queued() >= queuePerSession) {
            throw Problem.SESSION_BUSY
                .because(
                    "Too many messages of this conversation are waiting. Send this one again "
                        + "when some of them are answered.")
                .asException();
          }
          if (!values.isEmpty()) {
            secrets.put(change, session.tenantId(), id, values, null);
          }
          Run run =
              Runs.enqueue(change, session, submission(content, by).within(trace), slots, routes);
          StoredAnswers.keep(change, key, StoredAnswers.Answer.pending(run.id()));
          boolean queued = run.status() == RunStatus.QUEUED;
          return new Said(
              new RunOutcome(run, false, queued ? change.load(session.key()).queued() : null),
              null);
        });
  }

  private static Submission submission(String content, String by) {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        by,
        "daemon",
        ReplyCheck.CONVERSATION,
        by,
        content,
        null,
        new Json("[]"),
        Json.NULL,
        RunSettings.NONE);
  }

  public StoredAnswers.Told putSecrets(
      String id,
      Map<String, String> values,
      StoredAnswers.@Nullable Key key,
      Function<Session, StoredAnswers.Answer> render) {
    return commits.commit(
        change -> {
          StoredAnswers.Told earlier = StoredAnswers.find(change, key);
          if (earlier != null) {
            return earlier;
          }
          Session session = open(change, id);
          secrets.put(change, session.tenantId(), id, values, null);
          return StoredAnswers.keep(change, key, render.apply(session));
        });
  }

  public void removeSecret(String id, String alias) {
    commits.commit(
        change -> {
          Session session = open(change, id);
          if (!secrets.remove(change, id, alias)) {
            throw Problem.SECRET_NOT_FOUND
                .because("The conversation has no secret with this name.")
                .asException();
          }
          return session;
        });
  }

  /**
   * Ends the conversation: what waits for a decision has waited too long, what works or is queued
   * is stopped, and its secrets are destroyed. Archiving what is archived changes nothing.
   */
  public void archive(String id) {
    commits.commit(
        change -> {
          Session session = existing(change, id);
          if (session.isEnded()) {
            return session;
          }
          Tenancy.checkOpen(change, session.tenantId());
          for (long key : liveRuns(change, session)) {
            Run run = change.run(key);
            if (run != null && !run.status().isSettled()) {
              end(change, run);
            }
          }
          secrets.shred(change, id);
          Session ended = session.ended(new Session.Ended(change.nowMs(), ARCHIVE, "archived", 0));
          change.end(ended);
          return ended;
        });
  }

  /** Those that are queued first, so that none of them gets the place of one that is ended. */
  private static List<Long> liveRuns(Change change, Session session) {
    List<Long> keys =
        new ArrayList<>(change.queries().queuedRuns(session.key(), 0, Integer.MAX_VALUE));
    SessionQueue.deferred(change, session.key()).forEach(run -> keys.add(run.key()));
    change.load(session.key()).awake().stream().map(LiveRun::key).forEach(keys::add);
    return keys;
  }

  private void end(Change change, Run run) {
    RunEdit edit = RunEdit.of(change, run);
    if (run.status() == RunStatus.WAITING_FOR_APPROVAL) {
      // Hosts know this ending of a message; what waited for it is withdrawn all the same.
      edit.end(new RunCommand.Fail(change.nowMs(), Deadlines.EXPIRED), ARCHIVE).done(slots);
    } else {
      edit.end(new RunCommand.Cancel(change.nowMs()), ARCHIVE).done(slots);
    }
  }
}
