package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.page.PageBodies.MorePages;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.page.PageBodies.Pagination;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How lists are asked for and answered. A cursor is the name of the list, its filter and the place
 * where the page before ended; one from another list, or with another filter, is refused.
 */
public final class ListPages {
  private static final Set<String> PLACING = Set.of("page", "cursor");
  private static final Pattern PLACE = Pattern.compile("([ab])([0-9]{1,19})");

  private ListPages() {}

  /**
   * @param after the place to go on from, or null for the beginning
   * @param here path and filters, to which a place can be added
   */
  public record Request(
      String list, boolean paged, int limit, boolean limited, @Nullable Place after, String here) {
    /** Whether a part was asked for, in whichever way. */
    public boolean isOfPart() {
      return paged || limited || after != null;
    }
  }

  /**
   * @param second whether the list is in its second part, where it has two
   */
  public record Place(boolean second, long key) {}

  /**
   * @param list the list and all that narrows it down
   */
  public static Request of(Call call, String list) {
    String cursor = call.query("cursor");
    String limit = call.query("limit");
    return new Request(
        list,
        call.query("page") == null ? cursor != null : call.flag("page"),
        limit == null ? Limits.PAGE_DEFAULT : limit(limit, Limits.PAGE),
        limit != null,
        cursor == null ? null : place(cursor, list),
        here(call));
  }

  /** Where a list that is part of something larger goes on; null when nothing follows. */
  public static MorePages more(String list, @Nullable Place last) {
    return new MorePages(last != null, last == null ? null : cursor(list, last));
  }

  private static String here(Call call) {
    String filters =
        Stream.of(call.rawQuery().split("&", -1))
            .filter(one -> !one.isEmpty())
            .filter(one -> !PLACING.contains(one.split("=", 2)[0]))
            .map(one -> one + "&")
            .collect(Collectors.joining());
    return call.rawPath() + "?" + filters;
  }

  /** How many are wanted; more than {@code most} means so many. */
  public static int limit(String text, int most) {
    // Nine digits are more than anybody can mean and still an int.
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) == 0) {
      throw Problem.INVALID_LIMIT
          .because("limit must be a number from 1; values above " + most + " mean " + most + ".")
          .asException();
    }
    return Math.min(Integer.parseInt(text), most);
  }

  private static Place place(String cursor, String list) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      int at = text.lastIndexOf('\n');
      Matcher place = PLACE.matcher(text.substring(at + 1));
      if (at >= 0 && text.substring(0, at).equals(list) && place.matches()) {
        return new Place(place.group(1).equals("b"), Long.parseLong(place.group(2)));
      }
    } catch (IllegalArgumentException e) {
      // Not base64url, or a number that no key can be: not a cursor of ours.
    }
    throw Problem.INVALID_CURSOR
        .because(
            "Send next_cursor of the previous page with the same filters, or omit "
                + "cursor to begin again.")
        .asException();
  }

  static String cursor(String list, Place place) {
    String text = list + "\n" + (place.second ? "b" : "a") + place.key;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * @param total asked for only where it is told
   * @param last the place of the last item, or null when nothing follows
   */
  public static <T> Reply reply(
      Request wish, List<T> items, LongSupplier total, @Nullable Place last, ListOrder order) {
    if (!wish.paged) {
      Reply plain = Reply.json(200, items);
      if (last == null) {
        return plain;
      }
      // A client that ignores these headers takes a part for the whole, as before.
      String next = wish.here + "page=false&cursor=" + cursor(wish.list, last);
      return plain
          .with("X-Total-Count", Long.toString(total.getAsLong()))
          .with("Link", "<" + next + ">; rel=\"next\"");
    }
    return Reply.json(
        200,
        new Page<>(
            items,
            new Pagination(
                wish.limit,
                total.getAsLong(),
                last != null,
                last == null ? null : cursor(wish.list, last),
                order)));
  }

  /**
   * A list of small records, newest first.
   *
   * @param group what narrows the list down, or null for all of the kind
   */
  public static <T extends StoredRecord> Reply shelf(
      Queries queries,
      Request wish,
      RecordKind<T> shelf,
      @Nullable String group,
      Function<T, ? extends @Nullable Object> view) {
    long below = wish.after == null ? Long.MAX_VALUE : wish.after.key;
    List<T> found = queries.keptBelow(shelf, group, below, wish.limit + 1);
    boolean more = found.size() > wish.limit;
    List<T> shown = more ? found.subList(0, wish.limit) : found;
    return reply(
        wish,
        shown.stream().map(view).toList(),
        () -> queries.countKept(shelf, group),
        more ? new Place(false, shown.getLast().key()) : null,
        ListOrder.NEWEST_FIRST);
  }
}
