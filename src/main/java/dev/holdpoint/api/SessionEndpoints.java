package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.delete;
import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Draft.post;
import static dev.holdpoint.api.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.Endpoint.Access.READ;
import static dev.holdpoint.api.Endpoint.Access.WORK;
import static dev.holdpoint.api.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.Queries.BINDING_KEY;
import static dev.holdpoint.api.Queries.CURSOR;
import static dev.holdpoint.api.Queries.FORMAT;
import static dev.holdpoint.api.Queries.LIMIT;
import static dev.holdpoint.api.Queries.PAGE;
import static dev.holdpoint.api.Queries.PART;
import static dev.holdpoint.api.Queries.PERSONA;
import static dev.holdpoint.api.Queries.TIMEOUT;

import java.util.List;

/** Sessions, and the work that is given to them. */
final class SessionEndpoints {
  private static final String SESSION = "/v1/sessions/{session_id}";

  private static final String MAILBOX = "/v1/mailboxes/{session_id}";

  static final List<Endpoint> ALL =
      Draft.all(
          post("createSession", "/v1/sessions", WORK, KEYED, "Creates or finds a session")
              .mayTake(CreateSessionRequest.class, 201, SessionView.class),
          get("listSessions", "/v1/sessions", READ, "Lists sessions, newest first")
              .lists(SessionRow.class, PERSONA, BINDING_KEY, PAGE, CURSOR, LIMIT),
          get("getSession", SESSION, READ, "One session as it is now")
              .answers(SessionView.class, PART, CURSOR, LIMIT),
          delete("removeSession", SESSION, DECIDE, "Removes a session that has ended, for good"),
          post("submitInput", SESSION + "/input", WORK, KEYED, "Runs input until it ends or waits")
              .takes(SubmitInputRequest.class, 200, SessionView.class)
              .makesRun()
              .with(TIMEOUT),
          post("submitRun", SESSION + "/runs", WORK, KEYED, "Queues input and answers at once")
              .takes(SubmitInputRequest.class, 202, RunView.class)
              .makesRun(),
          post("interruptSession", SESSION + "/interrupt", DECIDE, KEYED, "Cuts the work short")
              .answers(200, InterruptResult.class),
          post("endSession", SESSION + "/end", DECIDE, NATURAL, "Takes no more work from now on")
              .mayTake(EndSessionRequest.class, 200, SessionView.class),
          get("listMailbox", MAILBOX, READ, "What other agents have for it, newest first")
              .lists(MailView.class, PAGE, CURSOR, LIMIT),
          get("listDeadLetters", MAILBOX + "/dead-letter", READ, "What it will never get")
              .lists(MailView.class, PAGE, CURSOR, LIMIT),
          get("getSessionEvents", SESSION + "/events", READ, "What was said and what happened")
              .answers(SessionEventLogView.class, PART, CURSOR, LIMIT),
          get("streamSession", SESSION + "/stream", READ, "One session, as it happens")
              .streams(FORMAT));

  private SessionEndpoints() {}
}
