package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Those of a list that exist for the caller. A page of what is rare is short, and not slow: it
 * looks at a bounded number of rows, and the next continues from there.
 *
 * @param next where the next page begins; null when nothing follows
 */
public record Narrowed<T>(List<T> shown, @Nullable Long next) {
  private static final int AT_ONCE = 500;
  private static final int MOST_LOOKED_AT = 10_000;

  /** A list, newest first. */
  @FunctionalInterface
  public interface Source<T> {
    List<T> below(long key, int limit);
  }

  public static <T> Narrowed<T> of(
      Source<T> source, ToLongFunction<T> key, Predicate<T> exists, long below, int limit) {
    List<T> shown = new ArrayList<>();
    long from = below;
    for (int looked = 0; looked < MOST_LOOKED_AT; looked += AT_ONCE) {
      List<T> some = source.below(from, AT_ONCE);
      for (T one : some) {
        if (shown.size() == limit) {
          return new Narrowed<>(shown, from);
        }
        if (exists.test(one)) {
          shown.add(one);
        }
        from = key.applyAsLong(one);
      }
      if (some.size() < AT_ONCE) {
        return new Narrowed<>(shown, null);
      }
    }
    return new Narrowed<>(shown, from);
  }

  /** Answers a list of whatever, newest first. */
  public static <T> Reply reply(
      ListPages.Request wish,
      Source<T> source,
      ToLongFunction<T> key,
      Predicate<T> exists,
      Function<T, ? extends @Nullable Object> view) {
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    Narrowed<T> page = of(source, key, exists, below, wish.limit());
    return ListPages.reply(
        wish,
        page.shown.stream().map(view).toList(),
        // Counted no further than a page looks.
        () -> of(source, key, exists, Long.MAX_VALUE, Integer.MAX_VALUE).shown.size(),
        page.next == null ? null : new ListPages.Place(false, page.next),
        ListOrder.NEWEST_FIRST);
  }

  /**
   * A list of small records, newest first.
   *
   * @param exists null where all of them do
   */
  public static <T extends StoredRecord> Reply shelf(
      Queries queries,
      ListPages.Request wish,
      RecordKind<T> shelf,
      @Nullable String group,
      @Nullable Predicate<T> exists,
      Function<T, ? extends @Nullable Object> view) {
    return exists == null
        ? ListPages.shelf(queries, wish, shelf, group, view)
        : reply(
            wish,
            (below, limit) -> queries.keptBelow(shelf, group, below, limit),
            StoredRecord::key,
            exists,
            view);
  }
}
