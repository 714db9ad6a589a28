package dev.holdpoint.client.http;

import dev.holdpoint.api.page.PageBodies.Page;
import java.util.function.Consumer;

/** Lists, read to their end. */
public final class Pages {
  private Pages() {}

  @FunctionalInterface
  public interface Reading<T> {
    Page<T> page(PageRequest wish) throws CallFailed;
  }

  public static <T> void each(Reading<T> list, Consumer<T> taker) throws CallFailed {
    String cursor = null;
    do {
      Page<T> page = list.page(new PageRequest(cursor, null));
      page.items().forEach(taker);
      cursor = page.pagination().hasMore() ? page.pagination().nextCursor() : null;
    } while (cursor != null);
  }
}
