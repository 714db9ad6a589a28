package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.access.TokenBodies.CallerView;
import dev.holdpoint.api.access.TokenBodies.SignInLink;
import dev.holdpoint.api.access.TokenBodies.SignInRequest;
import dev.holdpoint.api.access.TokenBodies.WebSessionRow;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/** Signing in with a browser. */
final class SignInEndpoints {
  private static final String WEB_SESSIONS = "/v1/web-sessions";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "createSignInLink",
                  "/v1/sign-in-links",
                  READ,
                  KEYED,
                  "Creates a link that signs in one browser")
              .withinTenants()
              .answers(201, SignInLink.class),
          post("signIn", WEB_SESSIONS, OPEN, ANEW, "Signs in a browser with a link or a token")
              .takes(SignInRequest.class, 201, CallerView.class),
          get(
                  "listWebSessions",
                  WEB_SESSIONS,
                  ADMIN,
                  "Lists the browsers that are signed in, newest first")
              .lists(WebSessionRow.class, PAGE, CURSOR, LIMIT),
          delete("signOut", WEB_SESSIONS + "/current", READ, "Signs out this browser")
              .withinTenants(),
          delete(
              "endWebSession",
              WEB_SESSIONS + "/{web_session_id}",
              ADMIN,
              "Signs out a browser, or revokes a link"),
          get("getCaller", "/v1/me", READ, "Returns the caller, and the CSRF token of a browser")
              .withinTenants()
              .answers(CallerView.class));

  private SignInEndpoints() {}
}
