package dev.holdpoint.http.v1.audit;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.engine.json.AuditForms;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.store.AuditQueries.RecordFilter;
import dev.holdpoint.engine.port.store.AuditQueries.Recorded;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Narrowed;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of the chain that have evidence, as a list. They tell of all tenants, so callers who
 * are bound to one are refused before they come here.
 */
public final class AuditRecordHandlers {
  private static final int MOST_COUNTED = 10_000;
  private static final List<ActionKind> KINDS =
      Stream.of(ActionKind.values()).filter(ActionKind::isCovered).toList();

  private final ViewContext sight;

  public AuditRecordHandlers(ViewContext sight) {
    this.sight = sight;
  }

  public Map<String, Handler> all() {
    return Map.of("listAuditRecords", this::list);
  }

  /**
   * @param kinds one, or all
   * @param target may end in a star; null for all
   * @param untilPlace what is there from then on is left out
   */
  private record Wish(
      List<ActionKind> kinds,
      @Nullable String target,
      @Nullable String principal,
      long fromPlace,
      long untilPlace) {
    boolean fits(ExternalAction.Deed deed) {
      return isOf(deed.target()) && (principal == null || deed.principalId().equals(principal));
    }

    private boolean isOf(String name) {
      return target == null
          || (target.endsWith("*")
              ? name.startsWith(target.substring(0, target.length() - 1))
              : name.equals(target));
    }

    /** Each finds its rows by an index; there are no targets but those that are named. */
    List<RecordFilter> filters() {
      return kinds.stream().flatMap(kind -> filters(kind).stream()).toList();
    }

    /** Whether the filters find nothing else. */
    boolean isExact() {
      return kinds.equals(List.of(ActionKind.ADMIN)) || (target == null && principal == null);
    }

    private List<RecordFilter> filters(ActionKind kind) {
      if (kind != ActionKind.ADMIN) {
        return List.of(new RecordFilter(kind, null, null, fromPlace, untilPlace));
      }
      Stream<@Nullable String> targets =
          target == null || target.equals("*")
              ? Stream.of((String) null)
              : Arrays.stream(AdminTarget.values()).map(AdminTarget::wire).filter(this::isOf);
      return targets
          .map(one -> new RecordFilter(kind, one, principal, fromPlace, untilPlace))
          .toList();
    }
  }

  private Reply list(Call call) {
    Wish wish = wish(call);
    ListPages.Request page =
        ListPages.of(
            call,
            "records %s %s %s %d %d"
                .formatted(
                    wish.kinds, wish.target, wish.principal, wish.fromPlace, wish.untilPlace));
    List<RecordFilter> filters = wish.filters();
    return sight.engine.read(
        queries ->
            wish.isExact()
                ? found(queries, page, filters)
                : Narrowed.reply(
                    page,
                    (below, limit) -> newest(queries, filters, below, limit),
                    Recorded::place,
                    one -> wish.fits(one.action().deed()),
                    AuditRecordHandlers::view));
  }

  private static Wish wish(Call call) {
    String kind = call.query("kind");
    long sinceMs = call.longQuery("since_ms", 0, 0, Limits.TIME_MS);
    long untilMs = call.longQuery("until_ms", Limits.TIME_MS, 0, Limits.TIME_MS);
    if (sinceMs >= untilMs) {
      throw Problem.INVALID_REQUEST
          .because(
              "The range from since_ms=%d to until_ms=%d is empty; the second must be later than the first."
                  .formatted(sinceMs, untilMs))
          .asException();
    }
    String target = call.query("target");
    return new Wish(
        kind == null ? kinds(target) : List.of(kind(kind)),
        target,
        call.query("principal"),
        place(sinceMs),
        place(untilMs));
  }

  /** The first of that time; of times that no id can have, behind all. */
  private static long place(long ms) {
    return ms > Ulid.timeOf(Long.MAX_VALUE) ? Long.MAX_VALUE : Ulid.key(ms, 0);
  }

  /** Names of administration have a point, and no id has: an index finds those rows. */
  private static List<ActionKind> kinds(@Nullable String target) {
    return target != null && target.indexOf('.') > 0 ? List.of(ActionKind.ADMIN) : KINDS;
  }

  private static ActionKind kind(String wire) {
    return KINDS.stream()
        .filter(kind -> kind.wire().equals(wire.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.INVALID_REQUEST
                    .because("kind must be admin, decision, effect or permit.")
                    .asException());
  }

  private static Reply found(Queries queries, ListPages.Request page, List<RecordFilter> filters) {
    long below = page.after() == null ? Long.MAX_VALUE : page.after().key();
    List<Recorded> found = newest(queries, filters, below, page.limit() + 1);
    boolean more = found.size() > page.limit();
    List<Recorded> shown = more ? found.subList(0, page.limit()) : found;
    return ListPages.reply(
        page,
        shown.stream().map(AuditRecordHandlers::view).toList(),
        () -> count(queries, filters),
        more ? new ListPages.Place(false, shown.getLast().place()) : null,
        ListOrder.NEWEST_FIRST);
  }

  private static List<Recorded> newest(
      Queries queries, List<RecordFilter> filters, long below, int limit) {
    return filters.stream()
        .flatMap(filter -> queries.records(filter.below(below), limit).stream())
        .sorted(Comparator.comparingLong(Recorded::place).reversed())
        .limit(limit)
        .toList();
  }

  private static long count(Queries queries, List<RecordFilter> filters) {
    long sum = 0;
    for (RecordFilter filter : filters) {
      sum += queries.countRecords(filter, MOST_COUNTED);
    }
    return Math.min(sum, MOST_COUNTED);
  }

  private static ObjectNode view(Recorded one) {
    ObjectNode view = JsonTree.object();
    view.set("record", AuditForms.of(one.action()));
    if (one.evidence() != null) {
      view.set("evidence", AuditExport.detail(one.evidence()));
    }
    return view;
  }
}
