package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.event.EventBodies.RunEventEntry;
import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.session.SessionBodies.EndSessionRequest;
import dev.holdpoint.api.session.SessionBodies.InterruptResult;
import dev.holdpoint.api.session.SessionBodies.SessionAccessView;
import dev.holdpoint.api.session.SessionBodies.SessionEventLogView;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.session.SessionBodies.ShareSessionRequest;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.retention.SessionRemoval;
import dev.holdpoint.engine.run.BindingKeys;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.event.EventLog;
import dev.holdpoint.http.v1.view.Scopes;
import dev.holdpoint.http.v1.view.SessionViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sessions: made, listed, looked at, interrupted, ended. */
public final class SessionHandlers {
  /** Of a log without events, from the bracket on. */
  private static final String CLOSING = "]}";

  /** A row may hold megabytes. */
  private static final int ROWS = 16;

  private final ViewContext sight;
  private final Bodies bodies;
  private final WireJson json;
  private final Sessions sessions;
  private final Runs runs;
  private final SessionRemoval removals;

  public SessionHandlers(
      ViewContext sight,
      Bodies bodies,
      WireJson json,
      Sessions sessions,
      Runs runs,
      SessionRemoval removals) {
    this.sight = sight;
    this.bodies = bodies;
    this.json = json;
    this.sessions = sessions;
    this.runs = runs;
    this.removals = removals;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createSession", this::create,
        "listSessions", this::list,
        "getSession", this::get,
        "shareSession", this::share,
        "interruptSession", this::interrupt,
        "endSession", this::end,
        "removeSession", this::remove,
        "getSessionEvents", this::events);
  }

  private Reply create(Call call) {
    CreateSessionRequest body = bodies.read(call, CreateSessionRequest.class);
    Sessions.Made made =
        sessions.createOrReuse(
            new Sessions.Spec(
                body.sessionId(),
                body.threadId(),
                Scopes.capability(body.capabilityScope(), "/capability_scope"),
                Scopes.credential(body.credentialScope(), "/credential_scope"),
                tenant(call.caller(), body.tenantId()),
                body.personaId(),
                call.caller().holder()),
            bodies.idempotency(call, null));
    Reply reply = Reply.json(201, sight.show(made, call.caller().principalId()));
    return Replays.marked(reply, made.replayed());
  }

  /**
   * A caller that is bound to a tenant makes its sessions and finds no others; an admin chooses.
   */
  private static @Nullable String tenant(Caller caller, @Nullable String wanted) {
    if (caller.isBound()) {
      if (wanted != null && !wanted.equals(caller.tenantId())) {
        throw Problem.INVALID_REQUEST
            .because("The token is bound to another tenant. Omit tenant_id.")
            .at("/tenant_id", "is not the token's tenant")
            .asException();
      }
      return caller.tenantId();
    }
    if (wanted != null && !wanted.equals(Tenants.ROOT) && caller.role() != Role.ADMIN) {
      throw Problem.FORBIDDEN
          .because("Only an admin token can choose the tenant of a session. Omit tenant_id.")
          .asException();
    }
    return wanted;
  }

  private Reply list(Call call) {
    String persona = call.query("persona_id");
    ListPages.Request wish = ListPages.of(call, "sessions " + persona);
    String bindingKey = call.query("binding_key");
    if (bindingKey != null) {
      return bound(call, wish, persona, bindingKey);
    }
    if (call.caller().ownOnly()) {
      return owned(call, wish, persona);
    }
    if (call.caller().isBound()) {
      return ofTenant(call, wish, persona);
    }
    return sight.engine.read(
        queries -> {
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          return page(
              queries,
              wish,
              queries.sessions(persona, below, wish.limit() + 1),
              () -> queries.countSessions(persona));
        });
  }

  /** The newest of its own; they are found by an index, whatever others have. */
  private Reply owned(Call call, ListPages.Request wish, @Nullable String persona) {
    return sight.engine.read(
        queries -> {
          List<SessionOwners> all = Ownership.of(queries, call.caller().principalId());
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          List<Session> reached =
              queries.sessions(all.stream().map(SessionOwners::sessionId).toList()).stream()
                  .filter(
                      session ->
                          !call.caller().isBound()
                              || session.tenantId().equals(call.caller().tenantId()))
                  .toList();
          List<Session> found =
              reached.stream()
                  .filter(session -> session.key() < below && isOf(session, persona))
                  .sorted(Comparator.comparingLong(Session::key).reversed())
                  .limit(wish.limit() + 1L)
                  .toList();
          return page(queries, wish, found, reached::size);
        });
  }

  private Reply ofTenant(Call call, ListPages.Request wish, @Nullable String persona) {
    if (persona != null) {
      throw Problem.INVALID_REQUEST
          .because(
              "A token that is bound to a tenant lists all of the tenant's sessions. "
                  + "Omit persona_id.")
          .asException();
    }
    String tenant = call.caller().tenantId();
    return sight.engine.read(
        queries -> {
          long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
          return page(
              queries,
              wish,
              queries.sessionsOfTenant(tenant, below, wish.limit() + 1),
              () -> queries.countSessionsOfTenant(tenant));
        });
  }

  /**
   * @param found one more than is shown, if there is one
   */
  private Reply page(
      Queries queries, ListPages.Request wish, List<Session> found, LongSupplier howMany) {
    boolean more = found.size() > wish.limit();
    List<Session> shown = more ? found.subList(0, wish.limit()) : found;
    return ListPages.reply(
        wish,
        shown.stream().map(s -> sight.sessions.row(queries, s)).toList(),
        howMany,
        more ? new ListPages.Place(false, shown.getLast().key()) : null,
        ListOrder.NEWEST_FIRST);
  }

  /** The one session that a key leads to, or none. */
  private Reply bound(Call call, ListPages.Request wish, @Nullable String persona, String key) {
    String tenant = call.caller().tenantId();
    return sight.engine.read(
        queries -> {
          Session session = BindingKeys.session(queries, tenant, key);
          List<SessionRow> rows =
              session == null
                      || !isOf(session, persona)
                      || !Ownership.reaches(queries, call.caller().holder(), session.key())
                  ? List.of()
                  : List.of(sight.sessions.row(queries, session));
          return ListPages.reply(wish, rows, rows::size, null, ListOrder.NEWEST_FIRST);
        });
  }

  private static boolean isOf(Session session, @Nullable String persona) {
    return persona == null || (session.persona() != null && session.persona().id().equals(persona));
  }

  private Reply get(Call call) {
    return sight.engine.read(
        queries -> {
          Session session = sight.session(queries, call.path("session_id"));
          ListPages.Request wish = ListPages.of(call, SessionViews.outputs(session));
          return Reply.json(
              200,
              sight.sessions.view(
                  queries, session, sight.engine.nowMs(), wish.isOfPart() ? wish : null));
        });
  }

  private Reply share(Call call) {
    ShareSessionRequest body = bodies.read(call, ShareSessionRequest.class);
    SessionOwners now =
        sessions.sharing().share(call.path("session_id"), body.tokenIds(), call.caller().within());
    return Reply.json(200, new SessionAccessView(now.sessionId(), now.ownerId(), now.sharedWith()));
  }

  private Reply interrupt(Call call) {
    bodies.checkUnused(call);
    String id = call.path("session_id");
    Runs.Interruption interruption =
        runs.interrupt(id, call.caller().name(), bodies.idempotency(call, null));
    Reply reply =
        Reply.json(
            200,
            new InterruptResult(
                interruption.happened(),
                sight.engine.read(
                    queries ->
                        sight.sessions.snapshot(
                            queries, sight.session(queries, id), sight.engine.nowMs()))));
    return Replays.marked(reply, interruption.replayed());
  }

  private Reply end(Call call) {
    EndSessionRequest body = bodies.read(call, EndSessionRequest.class);
    Session ended = sessions.end(call.path("session_id"), body.reason(), call.caller().name());
    return Reply.json(200, sight.showSession(ended.id()));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    removals.remove(call.path("session_id"));
    return Reply.empty(204);
  }

  private Reply events(Call call) {
    return sight.engine.read(
        queries -> {
          Session session = sight.session(queries, call.path("session_id"));
          SessionView view = sight.sessions.view(queries, session, sight.engine.nowMs());
          ListPages.Request wish = ListPages.of(call, "events " + session.id());
          if (wish.isOfPart()) {
            return Reply.json(
                200, eventPage(queries, session, view, wish, call.caller().seesTriage()));
          }
          String opening =
              json.text(new SessionEventLogView(view, view.outputs(), List.of(), null));
          // The log may be long: what comes before and after it is written around it.
          return Reply.list(
              opening.substring(0, opening.length() - CLOSING.length()),
              new EventLog(
                  sight, Trails.ofSession(queries, session.key(), 0), call.caller().seesTriage()),
              CLOSING);
        });
  }

  private SessionEventLogView eventPage(
      Queries queries, Session session, SessionView view, ListPages.Request wish, boolean triage) {
    long after = wish.after() == null ? 0 : wish.after().key();
    List<Long> trail = Trails.ofSession(queries, session.key(), after);
    List<RunEventEntry> entries = new ArrayList<>();
    for (int at = 0; at < trail.size() && entries.size() <= wish.limit(); at += ROWS) {
      queries.journalRows(trail.subList(at, Math.min(trail.size(), at + ROWS))).stream()
          .flatMap(row -> sight.events.entries(row, triage).stream())
          // The page before may have ended in the middle of what was written at once.
          .filter(entry -> Long.parseLong(entry.eventId()) > after)
          .forEach(entries::add);
    }
    boolean more = entries.size() > wish.limit();
    List<RunEventEntry> shown = more ? entries.subList(0, wish.limit()) : entries;
    return new SessionEventLogView(
        view,
        shown.stream()
            .map(RunEventEntry::event)
            .flatMap(
                event ->
                    event instanceof RunEvent.Output said
                        ? Stream.of(said.output())
                        : Stream.empty())
            .toList(),
        shown,
        ListPages.more(
            wish.list(),
            more ? new ListPages.Place(false, Long.parseLong(shown.getLast().eventId())) : null));
  }
}
