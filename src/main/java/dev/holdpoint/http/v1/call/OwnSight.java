package dev.holdpoint.http.v1.call;

import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Caller;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What exists for a caller who is bound to own sessions. What is of a session exists where the
 * session does; what several sessions share exists for its maker and for the owner of any of them.
 */
public record OwnSight(Queries queries, Holder who) {
  public static OwnSight of(Queries queries, Caller caller) {
    return new OwnSight(queries, caller.holder());
  }

  /** Null where the caller is not bound, and lists are whole. */
  public static <T> @Nullable Predicate<T> orAll(Caller caller, Predicate<T> exists) {
    return caller.ownOnly() ? exists : null;
  }

  public boolean hasSession(long key) {
    return Ownership.reaches(queries, who, key);
  }

  public boolean hasSession(String id) {
    if (!who.ownOnly()) {
      return true;
    }
    Session session = queries.session(id);
    return session != null && hasSession(session.key());
  }

  public boolean has(Channel channel) {
    return isBy(channel.createdBy()) || channel.members().stream().anyMatch(this::hasSession);
  }

  public boolean has(Project project) {
    return isBy(project.createdBy()) || project.members().stream().anyMatch(this::hasSession);
  }

  public boolean has(Task task) {
    return hasSession(task.sessionId());
  }

  /** One that is for no session is for people. */
  public boolean has(Subscription subscription) {
    String session = subscription.sessionId();
    return !who.ownOnly() || (session != null && hasSession(session));
  }

  public boolean has(Learning learning) {
    return learning.scope().kind() != LearningScope.Kind.SESSION
        || hasSession(learning.scope().id());
  }

  public boolean has(PermissionRule rule) {
    String id = rule.scope().id();
    return switch (rule.scope().kind()) {
      case USER -> true;
      case SESSION -> hasSession(id);
      case PROJECT -> hasProject(id);
    };
  }

  public boolean hasProject(@Nullable String id) {
    if (!who.ownOnly()) {
      return true;
    }
    Project project = id == null ? null : queries.named(Project.KIND, id);
    return project != null && has(project);
  }

  /** Those of these sessions that exist for the caller. */
  public List<String> among(List<String> sessionIds) {
    return who.ownOnly() ? sessionIds.stream().filter(this::hasSession).toList() : sessionIds;
  }

  private boolean isBy(String tokenId) {
    return !who.ownOnly() || tokenId.equals(who.tokenId());
  }
}
