package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.DECIDE;
import static dev.holdpoint.api.endpoint.Endpoint.Access.READ;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.NATURAL;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.EndpointDraft.put;
import static dev.holdpoint.api.endpoint.QueryParameters.CURSOR;
import static dev.holdpoint.api.endpoint.QueryParameters.LIMIT;
import static dev.holdpoint.api.endpoint.QueryParameters.PAGE;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.session.DefaultsBodies.PersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.api.session.DefaultsBodies.SessionReplyTargetsView;
import dev.holdpoint.api.session.DefaultsBodies.SetCapabilityScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetCredentialScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetPersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetReplyTargetsRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetRoutePolicyRequest;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import java.util.List;
import java.util.stream.Stream;

/** Personas, and what the runs of a session inherit. */
final class DefaultsEndpoints {
  private static final String SESSION = "/v1/sessions/{session_id}";
  private static final String PERSONA = "/v1/personas/{persona_id}";

  private static final List<Endpoint> PERSONAS =
      EndpointDraft.all(
          post("createPersona", "/v1/personas", DECIDE, KEYED, "Creates a persona")
              .mayTake(PersonaRequest.class, 201, PersonaView.class),
          get("listPersonas", "/v1/personas", READ, "Lists personas, newest first")
              .lists(PersonaView.class, PAGE, CURSOR, LIMIT),
          get("getPersona", PERSONA, READ, "Returns a persona").answers(PersonaView.class),
          put(
                  "replacePersona",
                  PERSONA,
                  DECIDE,
                  "Replaces a persona; sessions that are bound to it keep their copy")
              .takes(PersonaRequest.class, 200, PersonaView.class),
          delete(
              "removePersona",
              PERSONA,
              DECIDE,
              "Removes a persona; sessions that are bound to it keep their copy"),
          get("getReplyTargets", SESSION + "/reply-targets", READ, "Where outputs go")
              .answers(SessionReplyTargetsView.class));

  static final List<Endpoint> ALL =
      Stream.of(
              PERSONAS,
              setting("Persona", "persona", SetPersonaRequest.class),
              setting("CapabilityScope", "capability-scope", SetCapabilityScopeRequest.class),
              setting("CredentialScope", "credential-scope", SetCredentialScopeRequest.class),
              setting("RoutePolicy", "route-policy", SetRoutePolicyRequest.class),
              setting("ReplyTargets", "reply-targets", SetReplyTargetsRequest.class))
          .flatMap(List::stream)
          .toList();

  /** Each is set by POST or PUT, which are the same, and taken away by DELETE. */
  private static List<Endpoint> setting(String name, String path, Class<?> body) {
    String at = SESSION + "/" + path;
    String what = path.replace('-', ' ');
    return EndpointDraft.all(
        post("set" + name, at, DECIDE, NATURAL, "Sets the session's " + what)
            .takes(body, 200, SessionView.class),
        put("put" + name, at, DECIDE, "Sets the session's " + what)
            .takes(body, 200, SessionView.class),
        delete("clear" + name, at, DECIDE, "Removes the session's " + what)
            .answers(200, SessionView.class));
  }

  private DefaultsEndpoints() {}
}
