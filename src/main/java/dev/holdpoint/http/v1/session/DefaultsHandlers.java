package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.DefaultsBodies.SessionReplyTargetsView;
import dev.holdpoint.api.session.DefaultsBodies.SetCapabilityScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetCredentialScopeRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetPersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetReplyTargetsRequest;
import dev.holdpoint.api.session.DefaultsBodies.SetRoutePolicyRequest;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.JsonSchemas;
import dev.holdpoint.engine.session.SessionDefaults;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.Generations;
import dev.holdpoint.http.v1.call.ReplyTargets;
import dev.holdpoint.http.v1.view.Scopes;
import dev.holdpoint.http.v1.view.SessionViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the runs of a session inherit. */
public final class DefaultsHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final SessionDefaults defaults;
  private final ReplyTargets replyTargets;
  private final JsonSchemas schemas;

  public DefaultsHandlers(
      ViewContext sight,
      Bodies bodies,
      SessionDefaults defaults,
      ReplyTargets replyTargets,
      JsonSchemas schemas) {
    this.schemas = schemas;
    this.sight = sight;
    this.bodies = bodies;
    this.defaults = defaults;
    this.replyTargets = replyTargets;
  }

  public Map<String, Handler> all() {
    Map<String, Handler> all = new HashMap<>();
    add(all, "Persona", this::setPersona, call -> defaults.persona(id(call), null));
    add(
        all,
        "CapabilityScope",
        this::setCapability,
        call -> defaults.capabilityScope(id(call), null));
    add(
        all,
        "CredentialScope",
        this::setCredential,
        call -> defaults.credentialScope(id(call), null));
    add(all, "RoutePolicy", this::setPolicy, call -> defaults.routePolicy(id(call), null));
    add(all, "ReplyTargets", this::setTargets, call -> defaults.replyTargets(id(call), List.of()));
    all.put("getReplyTargets", this::targets);
    return all;
  }

  /** POST and PUT are the same. */
  private void add(
      Map<String, Handler> all,
      String name,
      Function<Call, Session> set,
      Function<Call, Session> clear) {
    all.put("set" + name, call -> show(set.apply(call)));
    all.put("put" + name, call -> show(set.apply(call)));
    all.put(
        "clear" + name,
        call -> {
          bodies.checkUnused(call);
          return show(clear.apply(call));
        });
  }

  private Reply show(Session session) {
    return Reply.json(200, sight.showSession(session.id()));
  }

  private static String id(Call call) {
    return call.path("session_id");
  }

  private Session setPersona(Call call) {
    return defaults.persona(id(call), bodies.read(call, SetPersonaRequest.class).personaId());
  }

  private Session setCapability(Call call) {
    SetCapabilityScopeRequest body = bodies.read(call, SetCapabilityScopeRequest.class);
    return defaults.capabilityScope(
        id(call), Scopes.capability(body.capabilityScope(), "/capability_scope"));
  }

  private Session setCredential(Call call) {
    SetCredentialScopeRequest body = bodies.read(call, SetCredentialScopeRequest.class);
    return defaults.credentialScope(
        id(call), Scopes.credential(body.credentialScope(), "/credential_scope"));
  }

  private Session setPolicy(Call call) {
    RoutePolicy policy = bodies.read(call, SetRoutePolicyRequest.class).routePolicy();
    return defaults.routePolicy(
        id(call),
        new dev.holdpoint.core.session.RoutePolicy(
            policy.provider(),
            Generations.json(
                policy.generation(),
                schemas,
                Problem.INVALID_REQUEST,
                "/route_policy/generation")));
  }

  private Session setTargets(Call call) {
    SetReplyTargetsRequest body = bodies.read(call, SetReplyTargetsRequest.class);
    return defaults.replyTargets(
        id(call), replyTargets.handles(body.replyTargets(), Problem.INVALID_REQUEST));
  }

  private Reply targets(Call call) {
    return sight.engine.read(
        queries -> {
          Session session = sight.session(queries, id(call));
          return Reply.json(
              200,
              new SessionReplyTargetsView(
                  session.id(), SessionViews.targets(session.replyTargets())));
        });
  }
}
