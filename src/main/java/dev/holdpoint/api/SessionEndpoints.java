package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Access.WORK;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.EndpointDraft.put;
import static dev.holdpoint.api.endpoint.QueryParameters.BINDING_KEY;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.FORMAT;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;
import static dev.holdpoint.api.endpoint.QueryParameters.PART;
import static dev.holdpoint.api.endpoint.QueryParameters.PERSONA;
import static dev.holdpoint.api.endpoint.QueryParameters.TIMEOUT;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.api.session.SessionBodies.CreateSessionRequest;
import dev.holdpoint.api.session.SessionBodies.EndSessionRequest;
import dev.holdpoint.api.session.SessionBodies.InterruptResult;
import dev.holdpoint.api.session.SessionBodies.MailView;
import dev.holdpoint.api.session.SessionBodies.SessionAccessView;
import dev.holdpoint.api.session.SessionBodies.SessionEventLogView;
import dev.holdpoint.api.session.SessionBodies.SessionRow;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.api.session.SessionBodies.ShareSessionRequest;
import java.util.List;

/** Sessions, and the work that is given to them. */
final class SessionEndpoints {
  private static final String SESSION = "/v1/sessions/{session_id}";

  private static final String MAILBOX = "/v1/mailboxes/{session_id}";

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "createSession",
                  "/v1/sessions",
                  WORK,
                  KEYED,
                  "Creates a session, or returns the existing one")
              .withinTenants()
              .mayTake(CreateSessionRequest.class, 201, SessionView.class),
          get("listSessions", "/v1/sessions", READ, "Lists sessions, newest first")
              .withinTenants()
              .lists(SessionRow.class, PERSONA, BINDING_KEY, PAGE, CURSOR, LIMIT),
          get("getSession", SESSION, READ, "Returns a session")
              .answers(SessionView.class, PART, CURSOR, LIMIT),
          delete(
              "removeSession",
              SESSION,
              DECIDE,
              "Removes a session that has ended; this cannot be undone"),
          post(
                  "submitInput",
                  SESSION + "/input",
                  WORK,
                  KEYED,
                  "Submits input and waits until its run ends or waits")
              .takes(SubmitInputRequest.class, 200, SessionView.class)
              .makesRun()
              .with(TIMEOUT),
          post("submitRun", SESSION + "/runs", WORK, KEYED, "Submits input without waiting")
              .takes(SubmitInputRequest.class, 202, RunView.class)
              .makesRun(),
          post(
                  "interruptSession",
                  SESSION + "/interrupt",
                  DECIDE,
                  KEYED,
                  "Interrupts the current run")
              .answers(200, InterruptResult.class),
          post(
                  "endSession",
                  SESSION + "/end",
                  DECIDE,
                  NATURAL,
                  "Ends a session: it accepts no more work")
              .mayTake(EndSessionRequest.class, 200, SessionView.class),
          put("shareSession", SESSION + "/access", DECIDE, "Replaces who has access to a session")
              .takes(ShareSessionRequest.class, 200, SessionAccessView.class),
          get("listMailbox", MAILBOX, READ, "Lists the mail of a session, newest first")
              .lists(MailView.class, PAGE, CURSOR, LIMIT),
          get(
                  "listDeadLetters",
                  MAILBOX + "/dead-letter",
                  READ,
                  "Lists the dead letters of a session")
              .lists(MailView.class, PAGE, CURSOR, LIMIT),
          get(
                  "getSessionEvents",
                  SESSION + "/events",
                  READ,
                  "Returns the outputs and events of a session")
              .answers(SessionEventLogView.class, PART, CURSOR, LIMIT),
          get("streamSession", SESSION + "/stream", READ, "Streams the events of a session")
              .streams(FORMAT));

  private SessionEndpoints() {}
}
