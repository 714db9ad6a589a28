package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.InboxBodies.InboxCounts;
import dev.holdpoint.api.gate.InboxBodies.InboxOrder;
import dev.holdpoint.api.gate.InboxBodies.InboxPagination;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.Holder;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.engine.inbox.InboxFilter;
import dev.holdpoint.engine.inbox.InboxGate;
import dev.holdpoint.engine.inbox.InboxPart;
import dev.holdpoint.engine.inbox.InboxRead;
import dev.holdpoint.engine.inbox.InboxSearch;
import dev.holdpoint.engine.inbox.InboxWish;
import dev.holdpoint.engine.inbox.SessionTitles;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.triage.Actors;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.CompressedBytes;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.view.DescribedViews;
import dev.holdpoint.http.v1.view.InboxRows;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Approvals and questions as one list. */
public final class InboxHandlers {
  /** No session has this key, so a list of an unknown session is empty. */
  private static final long NONE = -1;

  private final ViewContext sight;
  private final WireJson json;
  private final InboxRows rows;

  public InboxHandlers(ViewContext sight, WireJson json) {
    this.sight = sight;
    this.json = json;
    this.rows = new InboxRows(json, sight.gates);
  }

  public Map<String, Handler> all() {
    return Map.of("listInbox", this::list);
  }

  private Reply list(Call call) {
    InboxQuery asked = InboxQuery.of(call);
    InboxView view = sight.engine.read(queries -> view(queries, asked, call.caller()));
    // An event elsewhere leaves the rows as they are.
    byte[] rows = json.write(view.at(""));
    String tag = "\"" + Digests.sha256Hex(rows) + "\"";
    Reply reply =
        CompressedBytes.isNamed(call.header("If-None-Match"), tag)
            ? CompressedBytes.unchanged(call, "application/json", rows.length, tag)
            : Reply.json(200, view).with("ETag", tag);
    return reply.with("Cache-Control", "private, no-cache");
  }

  private InboxView view(Queries queries, InboxQuery asked, Caller caller) {
    // First, so that no event of what is read later lies behind it.
    String asOf = Long.toString(queries.lastEventId());
    long nowMs = sight.engine.nowMs();
    InboxRead inbox = new InboxRead(queries, nowMs);
    InboxPart<InboxRow> page =
        inbox.page(
            wish(queries, asked, caller, nowMs),
            asked.after(),
            asked.limit(),
            gates -> shown(queries, gates, caller, nowMs));
    return new InboxView(
        page.rows(),
        new InboxPagination(
            asked.limit(),
            page.next() != null,
            page.next() == null ? null : asked.cursor(page.next()),
            InboxOrder.valueOf(asked.sort().name())),
        asOf,
        asked.after() == null ? counts(inbox, caller) : null,
        page.truncated());
  }

  private static InboxWish wish(Queries queries, InboxQuery asked, Caller caller, long nowMs) {
    Session session = asked.sessionId() == null ? null : queries.session(asked.sessionId());
    Long sessionKey =
        asked.sessionId() == null ? null : Long.valueOf(session == null ? NONE : session.key());
    String within = caller.within();
    String tenant = asked.tenantId() == null ? within : asked.tenantId();
    List<InboxFilter> filters = new ArrayList<>();
    if (within != null && !within.equals(tenant)) {
      // Another's tenant is the same to the caller as none.
      filters.add(_ -> List.of());
    }
    asked.filters().forEach(filter -> filters.add(each(filter)));
    TriageFilter triage = asked.triage();
    if (triage != null) {
      Actors actors = Actors.of(queries, nowMs);
      filters.add(some -> taken(queries, triage, actors, some, nowMs));
    }
    if (asked.search() != null) {
      filters.add(new InboxSearch(queries, asked.search()));
    }
    return new InboxWish(
        asked.types(),
        asked.statuses(),
        sessionKey,
        asked.above(),
        asked.below(),
        asked.sort(),
        asked.expiresWithinMs() == null ? null : Long.valueOf(nowMs + asked.expiresWithinMs()),
        // All gates of a session are its tenant's.
        session != null && session.tenantId().equals(tenant) ? null : tenant,
        asked.sessionId() == null ? own(caller) : null,
        filters);
  }

  private static @Nullable Holder own(Caller caller) {
    return caller.ownOnly() ? caller.holder() : null;
  }

  private static InboxFilter each(Predicate<InboxGate> filter) {
    return some -> some.stream().filter(filter).toList();
  }

  private static List<InboxGate> taken(
      Queries queries, TriageFilter filter, Actors actors, List<InboxGate> some, long nowMs) {
    Map<Long, Triage> touched = touched(queries, some);
    return some.stream()
        .filter(
            gate ->
                filter.takes(actors, gate.row(), gate.run(), touched.get(gate.row().key()), nowMs))
        .toList();
  }

  private static Map<Long, Triage> touched(Queries queries, List<InboxGate> gates) {
    return gates.isEmpty()
        ? Map.of()
        : queries
            .keptAmong(Triage.KIND, gates.stream().map(gate -> gate.row().key()).toList())
            .stream()
            .collect(Collectors.toMap(Triage::key, Function.identity()));
  }

  private List<InboxRow> shown(Queries queries, List<InboxGate> gates, Caller caller, long nowMs) {
    Map<Long, String> titles =
        SessionTitles.of(queries, gates.stream().map(gate -> gate.run().head()).toList());
    Map<Long, Triage> touched = caller.seesTriage() ? touched(queries, gates) : Map.of();
    return gates.stream()
        .map(
            gate ->
                rows.row(
                    gate,
                    titles.getOrDefault(gate.row().sessionKey(), gate.run().head().sessionId()),
                    () -> DescribedViews.now(queries, gate.run()),
                    touched.get(gate.row().key()),
                    nowMs))
        .toList();
  }

  private static InboxCounts counts(InboxRead inbox, Caller caller) {
    InboxRead.Counts counts = inbox.counts(caller.within(), own(caller));
    return new InboxCounts(counts.all(), counts.approvals(), counts.questions(), counts.expiring());
  }
}
