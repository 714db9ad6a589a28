package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.delivery.NoticeDetail;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Who is told of what. */
public final class Notifications {
  private final Commits commits;

  public Notifications(Commits commits) {
    this.commits = commits;
  }

  public record Spec(
      List<NoticeEvent> events,
      @Nullable String sessionId,
      @Nullable String tenantId,
      ReplyHandle target,
      @Nullable String concerning,
      @Nullable NoticeDetail detail) {
    public Spec(
        List<NoticeEvent> events,
        @Nullable String sessionId,
        @Nullable String tenantId,
        ReplyHandle target,
        @Nullable String concerning) {
      this(events, sessionId, tenantId, target, concerning, null);
    }
  }

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Subscription subscription, boolean replayed) {}

  /**
   * @param tenant the one that the caller is bound to, which is all he can hear of
   */
  public Made add(Spec wish, String tenant, String by, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            return new Made(
                found(change.kept(Subscription.KIND, earlier.getAsLong()), tenant), true);
          }
          if (change.group(Subscription.KIND, null).size() >= Subscription.MOST) {
            throw Problem.NOTIFICATION_LIMIT
                .because(
                    "There are %d notifications, which is the maximum. Remove one first."
                        .formatted(Subscription.MOST))
                .asException();
          }
          String id = change.newId(Subscription.PREFIX);
          Subscription subscription =
              new Subscription(
                  Ulid.keyOf(Subscription.PREFIX, id).orElseThrow(),
                  id,
                  wish.events.stream().distinct().sorted().toList(),
                  wish.sessionId,
                  tenant.equals(Tenants.ROOT) ? wish.tenantId : tenant,
                  wish.target,
                  by,
                  change.nowMs(),
                  wish.concerning,
                  wish.detail);
          change.keep(Subscription.KIND, subscription);
          OncePerKey.remember(change, idempotency, subscription.key());
          return new Made(subscription, false);
        });
  }

  public void remove(String id, String tenant) {
    commits.commit(
        change -> {
          OptionalLong key = Ulid.keyOf(Subscription.PREFIX, id);
          Subscription kept =
              key.isPresent() ? change.kept(Subscription.KIND, key.getAsLong()) : null;
          Subscription subscription =
              found(kept == null || !kept.id().equals(id) ? null : kept, tenant);
          change.discard(Subscription.KIND, subscription);
          return subscription;
        });
  }

  /** What is for another tenant does not exist for this one. */
  public static Subscription found(@Nullable Subscription subscription, String tenant) {
    if (subscription == null
        || !(tenant.equals(Tenants.ROOT) || tenant.equals(subscription.tenantId()))) {
      throw Problem.NOTIFICATION_NOT_FOUND
          .because("There is no such notification. GET /v1/notifications lists them.")
          .asException();
    }
    return subscription;
  }
}
