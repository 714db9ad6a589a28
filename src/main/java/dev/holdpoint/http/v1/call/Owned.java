package dev.holdpoint.http.v1.call;

import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records with a tenant, as far as a caller reaches them. */
public final class Owned {
  private Owned() {}

  public static boolean reaches(Call call, StoredRecord record) {
    String within = call.caller().within();
    return within == null || within.equals(record.tenant());
  }

  public static <T extends StoredRecord> List<T> below(
      Queries queries,
      RecordKind<T> shelf,
      Call call,
      @Nullable String group,
      long key,
      int limit) {
    String within = call.caller().within();
    return within == null
        ? queries.keptBelow(shelf, group, key, limit)
        : queries.keptOf(shelf, within, group, key, limit);
  }

  public static long count(
      Queries queries, RecordKind<?> shelf, Call call, @Nullable String group) {
    String within = call.caller().within();
    return within == null
        ? queries.countKept(shelf, group)
        : queries.countKeptOf(shelf, within, group);
  }
}
