package dev.holdpoint.engine.external;

import dev.holdpoint.core.agent.ClientSession;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionIds;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Existing;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.session.Sessions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The sessions of clients that hold nothing but a token: named ones, and one of their own. */
final class ClientSessions {
  private static final int DIGITS = 12;
  private static final int NAME = 60;

  private ClientSessions() {}

  /** The session that is named, or the client's own; null when there is none that is his. */
  static @Nullable Session find(Queries queries, ClientGates.Client client, @Nullable String id) {
    Session session;
    if (id != null) {
      session = queries.session(id);
    } else {
      ClientSession own = queries.named(ClientSession.KIND, ClientRequestKeys.ownName(client));
      session = own == null ? null : queries.session(own.key());
    }
    return session != null && isOf(queries, session, client) ? session : null;
  }

  static Session of(Change change, ClientGates.Client client, @Nullable String id) {
    if (id == null) {
      return own(change, client);
    }
    Session session = change.session(id);
    if (session == null) {
      String fault = SessionIds.fault(id);
      if (fault != null) {
        throw Problem.INVALID_SESSION_ID.because(fault).at("/session_id", fault).asException();
      }
      return Sessions.create(change, wish(id, client), null);
    }
    if (!isOfTenant(session, client)
        || !Ownership.reaches(change, client.holder(), session.key())) {
      // A session that is not there is made here, so to create it is no way out.
      throw Problem.SESSION_NOT_FOUND
          .because(
              "You have no access to a session "
                  + Existing.shown(id)
                  + ". Name another session, or none.")
          .asException();
    }
    return session;
  }

  private static Session own(Change change, ClientGates.Client client) {
    String name = ClientRequestKeys.ownName(client);
    ClientSession known = change.named(ClientSession.KIND, name);
    Session session = known == null ? null : change.session(known.key());
    if (session != null && !session.isEnded()) {
      Ownership.adopt(change, session, client.principalId());
      return session;
    }
    if (known != null) {
      change.discard(ClientSession.KIND, known);
    }
    Session made = Sessions.create(change, wish(chosen(change, client, name), client), null);
    change.keep(ClientSession.KIND, new ClientSession(made.key(), name));
    return made;
  }

  /** What the client calls itself where that can be had, so that people know it at a glance. */
  private static @Nullable String chosen(
      Change change, ClientGates.Client client, String fullName) {
    String plain = client.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
    String slug = plain.substring(0, Math.min(plain.length(), NAME));
    if (ServedSessions.isFree(change, slug)) {
      return slug;
    }
    String longer = slug + "-" + fullName.substring(0, DIGITS);
    return ServedSessions.isFree(change, longer) ? longer : null;
  }

  private static Sessions.Spec wish(@Nullable String id, ClientGates.Client client) {
    return new Sessions.Spec(
        id, null, null, null, client.isBound() ? client.tenantId() : null, null, client.holder());
  }

  /** To a caller who is bound to a tenant, or to own sessions, another's does not exist. */
  static boolean isOf(Queries queries, Session session, ClientGates.Client client) {
    return isOfTenant(session, client)
        && Ownership.reaches(queries, client.holder(), session.key());
  }

  private static boolean isOfTenant(Session session, ClientGates.Client client) {
    return !client.isBound() || session.tenantId().equals(client.tenantId());
  }
}
