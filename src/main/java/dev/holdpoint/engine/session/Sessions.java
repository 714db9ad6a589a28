package dev.holdpoint.engine.session;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Withdrawal;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunCommand;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.access.TenantDirectory;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.commit.OncePerKey;
import dev.holdpoint.engine.commit.SessionQueue;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.run.RunEdit;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.secret.Secrets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes sessions, and ends them. */
public final class Sessions {
  /** An idle session has nothing to promote. */
  private static final Slots NO_QUEUE = new Slots(() -> false, (_, _, _, _) -> {});

  private final Commits commits;

  public Sessions(Commits commits) {
    this.commits = commits;
  }

  public SessionSharing sharing() {
    return new SessionSharing(commits);
  }

  /**
   * What a caller wants of a session. Absent members are free to be anything.
   *
   * @param holder whose it is to be
   */
  public record Spec(
      @Nullable String id,
      @Nullable String threadId,
      @Nullable CapabilityScope capabilityScope,
      @Nullable CredentialScope credentialScope,
      @Nullable String tenantId,
      @Nullable String personaId,
      @Nullable Holder holder) {
    /** Of nobody in particular. */
    public Spec(
        @Nullable String id,
        @Nullable String threadId,
        @Nullable CapabilityScope capabilityScope,
        @Nullable CredentialScope credentialScope,
        @Nullable String tenantId,
        @Nullable String personaId) {
      this(id, threadId, capabilityScope, credentialScope, tenantId, personaId, null);
    }
  }

  /**
   * @param replayed whether an earlier call with the same key made or found it
   * @param isNew whether this very call has made it
   */
  public record Made(Session session, boolean replayed, boolean isNew) {}

  /** Creates the session, or finds the one with that id if it is as wished. */
  public Made createOrReuse(Spec wish, @Nullable IdempotencyKey idempotency) {
    if (wish.id != null) {
      String fault = SessionIds.fault(wish.id);
      if (fault != null) {
        throw Problem.INVALID_SESSION_ID.because(fault).at("/session_id", fault).asException();
      }
    }
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(existing(change, earlier.getAsLong()), true, false);
          }
          Session existing = wish.id == null ? null : change.session(wish.id);
          if (existing != null) {
            return new Made(reuse(change, existing, wish), false, false);
          }
          Session session = create(change, wish, null);
          OncePerKey.remember(change, idempotency, session.key());
          return new Made(session, false, true);
        });
  }

  public static Session create(Change change, Spec wish, Session.@Nullable Parent parent) {
    return create(change, wish, parent, null);
  }

  public static Session create(
      Change change,
      Spec wish,
      Session.@Nullable Parent parent,
      Session.@Nullable Conversation conversation) {
    if (wish.id != null) {
      checkFree(change, wish.id);
    }
    if (wish.tenantId != null && !wish.tenantId.equals(Tenants.ROOT)) {
      TenantDirectory.named(change, wish.tenantId);
    }
    String own = change.newId("ses_");
    Session session =
        new Session(
            Ulid.keyOf("ses_", own).orElseThrow(),
            wish.id == null ? own : wish.id,
            change.newId("agt_"),
            "con_" + own.substring("ses_".length()),
            wish.tenantId == null ? Tenants.ROOT : wish.tenantId,
            wish.threadId,
            wish.capabilityScope,
            wish.credentialScope,
            change.nowMs(),
            parent,
            null,
            wish.personaId == null ? null : Personas.named(change, wish.personaId),
            null,
            List.of(),
            conversation);
    change.add(session);
    Ownership.begin(change, session, parent, wish.holder == null ? null : wish.holder.tokenId());
    return session;
  }

  /** A name is free again when all that was under it is gone. */
  private static void checkFree(Change change, String sessionId) {
    if (change.named(Removal.KIND, sessionId) != null) {
      throw Problem.SESSION_CONFLICT
          .because("The session with this name is being removed. Try again in a moment.")
          .asException();
    }
  }

  /** Takes no more work from now on. Ending what has ended gives it back as it is. */
  public Session end(String id, @Nullable String reason, String by) {
    return commits.commit(
        change -> {
          Session session = Existing.session(change, id);
          if (session.isEnded()) {
            return session;
          }
          if (!change.load(session.key()).isIdle()) {
            throw Problem.SESSION_NOT_IDLE
                .because(
                    "The session has an active, waiting or queued run. Wait until it ends, "
                        + "or cancel it, before you end the session.")
                .asException();
          }
          // What was put off until later would find nobody to do it.
          for (Run run : SessionQueue.deferred(change, session.key())) {
            RunEdit.of(change, run)
                .end(new RunCommand.Cancel(change.nowMs()), by, Withdrawal.CANCELLED)
                .done(NO_QUEUE);
          }
          if (!session.tenantId().equals(Tenants.ROOT)) {
            Secrets.destroy(change, session.conversationId());
          }
          Session ended = session.ended(new Session.Ended(change.nowMs(), by, reason, 0));
          change.end(ended);
          return ended;
        });
  }

  private static Session reuse(Change change, Session session, Spec wish) {
    if (wish.holder != null && !Ownership.reaches(change, wish.holder, session.key())) {
      throw Problem.SESSION_CONFLICT
          .because("The name of the session is taken. Choose another session_id.")
          .asException();
    }
    conflictUnless(wish.tenantId == null || wish.tenantId.equals(session.tenantId()), "tenant");
    conflictUnless(wish.threadId == null || wish.threadId.equals(session.threadId()), "thread");
    Persona bound = session.persona();
    conflictUnless(
        wish.personaId == null || (bound != null && wish.personaId.equals(bound.id())), "persona");
    conflictUnless(
        wish.capabilityScope == null
            || Objects.equals(wish.capabilityScope, session.capabilityScope()),
        "capability scope");
    conflictUnless(
        wish.credentialScope == null
            || Objects.equals(wish.credentialScope, session.credentialScope()),
        "credential scope");
    return session;
  }

  private static void conflictUnless(boolean fits, String what) {
    if (!fits) {
      throw Problem.SESSION_CONFLICT
          .because(
              "The session exists with a different "
                  + what
                  + ". Omit it to use the session as it is.")
          .asException();
    }
  }

  private static Session existing(Change change, long key) {
    Session session = change.session(key);
    if (session == null) {
      throw Problem.SESSION_NOT_FOUND
          .because("The session that this key created was removed. Create another with a new key.")
          .asException();
    }
    return session;
  }

  public static Session find(Queries queries, String id) {
    Session session = queries.session(id);
    if (session == null) {
      throw Existing.noSession(id);
    }
    return session;
  }
}
