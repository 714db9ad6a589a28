package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.Endpoint.Access.OPEN;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;

import java.util.List;

/** Signing in with a browser. */
final class SignInEndpoints {
  private static final String WEB_SESSIONS = "/v1/web-sessions";

  static final List<Endpoint> ALL =
      Draft.all(
          post("createSignInLink", "/v1/sign-in-links", READ, KEYED, "A link that signs in, once")
              .answers(201, SignInLink.class),
          post("signIn", WEB_SESSIONS, OPEN, ANEW, "Signs a browser in, with a link or a token")
              .takes(SignInRequest.class, 201, CallerView.class),
          get("listWebSessions", WEB_SESSIONS, ADMIN, "Browsers that are signed in, newest first")
              .lists(WebSessionRow.class, PAGE, CURSOR, LIMIT),
          delete("signOut", WEB_SESSIONS + "/current", READ, "Signs this browser out"),
          delete(
              "endWebSession",
              WEB_SESSIONS + "/{web_session_id}",
              ADMIN,
              "Signs a browser out, or takes a link back"),
          get("getCaller", "/v1/me", READ, "Who calls, and what a browser needs to change things")
              .answers(CallerView.class));

  private SignInEndpoints() {}
}
