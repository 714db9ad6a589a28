package dev.holdpoint.engine.loop;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * What an agent does to other agents: it starts children, and writes to them and to its own parent.
 * Each is done in the change that records the call's result, so that a crash neither loses one nor
 * makes it twice. What cannot be done is told to the model, which may choose something else.
 */
final class Children {
  static final int MOST = 1_000;
  static final int DEEPEST = 8;

  private final Slots slots;
  private final int queuePerSession;
  private final Routes routes;

  Children(Slots slots, Routes routes, int queuePerSession) {
    this.routes = routes;
    this.slots = slots;
    this.queuePerSession = queuePerSession;
  }

  /**
   * A session of its own for the child, with no wider scopes than its parent's, and a first run.
   */
  Json spawn(Change change, Run run, @Nullable String id, String content) {
    Session parent = Existing.session(change, run.head().sessionId());
    String fault = fault(change, parent, id);
    if (fault != null) {
      return error(fault);
    }
    Session child =
        Sessions.create(
            change,
            new Sessions.Spec(
                id,
                null,
                parent.effectiveCapabilityScope(),
                parent.credentialScope(),
                parent.tenantId(),
                null),
            new Session.Parent(parent.key(), parent.id()));
    Run first =
        Runs.enqueue(change, child, submission(RunKind.INPUT, run, content), slots, route(run));
    return JsonTree.write(
        JsonTree.object()
            .put("session_id", child.id())
            .put("agent_id", child.agentId())
            .put("run_id", first.id()));
  }

  private static @Nullable String fault(Change change, Session parent, @Nullable String id) {
    if (id != null) {
      String fault = SessionIds.fault(id);
      if (fault != null) {
        return fault;
      }
      if (change.session(id) != null || change.named(Removal.KIND, id) != null) {
        return "There is a session "
            + Existing.shown(id)
            + " already; choose another session_id, or write to it with message_agent if it is a"
            + " child of yours.";
      }
    }
    if (depth(change, parent) >= DEEPEST) {
      return "Sessions can be nested at most "
          + DEEPEST
          + " levels deep. Do the work in this session.";
    }
    if (change.queries().children(parent.key(), MOST).size() >= MOST) {
      return "This session has "
          + MOST
          + " children, which is the maximum. Write to one of them with "
          + "message_agent.";
    }
    return null;
  }

  private static int depth(Change change, Session session) {
    int depth = 0;
    Session at = session;
    while (at != null && at.parent() != null) {
      depth++;
      at = change.session(at.parent().id());
    }
    return depth;
  }

  /** A message is a run of whoever gets it; one that nobody can get lies in the dead letters. */
  Json message(Change change, Run run, String to, String content) {
    Session own = Existing.session(change, run.head().sessionId());
    Session other = change.session(to);
    if (other == null || !isKin(own, other)) {
      return error(
          "Session "
              + Existing.shown(to)
              + " is neither a child of this one nor its parent; "
              + (own.parent() == null
                  ? "write to the session_id that spawn_agent gave you."
                  : "the parent is '" + own.parent().id() + "'."));
    }
    if (other.isEnded()) {
      return dead(change, own, other, content, Mail.Reason.SESSION_ENDED, "has ended");
    }
    if (change.load(other.key()).queued() >= queuePerSession) {
      return dead(change, own, other, content, Mail.Reason.QUEUE_FULL, "has a full queue");
    }
    Submission delivery = submission(RunKind.MAILBOX_DELIVERY, run, content);
    Run read;
    try {
      read = Runs.enqueue(change, other, delivery, slots, routes);
    } catch (Refused refused) {
      return error(refused.refusal().detail());
    }
    String id = Mail.PREFIX + read.id().substring("run_".length());
    post(change, id, own, other, content, null);
    return JsonTree.write(
        JsonTree.object()
            .put("message_id", id)
            .put("session_id", other.id())
            .put("run_id", read.id()));
  }

  private static boolean isKin(Session own, Session other) {
    return (own.parent() != null && own.parent().key() == other.key())
        || (other.parent() != null && other.parent().key() == own.key());
  }

  private static Json dead(
      Change change, Session from, Session to, String content, Mail.Reason why, String because) {
    String id = change.newId(Mail.PREFIX);
    post(change, id, from, to, content, why);
    return JsonTree.write(
        JsonTree.object()
            .put(
                "error",
                "Session "
                    + Existing.shown(to.id())
                    + " "
                    + because
                    + ". The message is in its dead letters.")
            .put("message_id", id));
  }

  private static void post(
      Change change,
      String id,
      Session from,
      Session to,
      String content,
      Mail.@Nullable Reason dead) {
    change.add(
        new Mail(
            Ulid.keyOf(Mail.PREFIX, id).orElseThrow(),
            id,
            to.key(),
            to.id(),
            from.id(),
            Mail.Subject.MESSAGE,
            JsonTree.write(JsonTree.object().put("content", content)),
            dead == null ? Mail.Status.DELIVERED : Mail.Status.DEAD_LETTERED,
            dead,
            change.nowMs()));
  }

  /** A child begins by the route of the one that started it, which its scopes allow. */
  private static Routes.Route route(Run run) {
    RunHead head = run.head();
    return new Routes.Route(head.provider(), head.model(), head.settings().generation());
  }

  private static Submission submission(RunKind kind, Run run, String content) {
    RunHead head = run.head();
    return new Submission(
            kind,
            RunHead.Driver.LOOP,
            // Whoever asked the parent has asked for this too, and may not approve it either.
            head.submittedBy(),
            "daemon",
            "agent",
            head.agentId(),
            content,
            null,
            new Json("[]"),
            Json.NULL,
            RunSettings.NONE)
        .askedBy(head.principal())
        .within(RunTrace.onward(head));
  }

  static Json error(String message) {
    return JsonTree.write(JsonTree.object().put("error", message));
  }
}
