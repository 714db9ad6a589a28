package dev.holdpoint.core.delivery;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.session.ReplyHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody's wish to be told of something, from now on.
 *
 * @param sessionId only of this session; null for all
 * @param tenantId only of this tenant; null for all
 * @param concerning only of gates that concern these people, {@code person:…} or {@code group:…};
 *     null for all
 * @param detail how much is told of what waits; null for the kind alone
 */
public record Subscription(
    long key,
    String id,
    List<NoticeEvent> events,
    @Nullable String sessionId,
    @Nullable String tenantId,
    ReplyHandle target,
    String createdBy,
    long createdAtMs,
    @Nullable String concerning,
    @Nullable NoticeDetail detail)
    implements StoredRecord {

  public static final String PREFIX = "ntf_";

  /** Every gate that is raised is held against all of them. */
  public static final int MOST = 1_000;

  public static final RecordKind<Subscription> KIND =
      new RecordKind<>(14, Subscription.class, MOST);

  /** Whoever is bound to a tenant sees what is for that tenant. */
  @Override
  public String group() {
    return tenantId == null ? "" : tenantId;
  }

  /** Whether the receiver is told the title, which is made of the input. */
  public boolean tellsTitle() {
    return detail == NoticeDetail.TITLE;
  }

  public boolean wants(NoticeEvent event, RunHead of) {
    return events.contains(event)
        && (sessionId == null || sessionId.equals(of.sessionId()))
        && (tenantId == null || tenantId.equals(of.tenantId()));
  }
}
