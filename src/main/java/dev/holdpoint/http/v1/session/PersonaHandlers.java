package dev.holdpoint.http.v1.session;

import dev.holdpoint.api.session.DefaultsBodies.PersonaRequest;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.engine.session.Personas;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Replays;
import dev.holdpoint.http.v1.view.Scopes;
import dev.holdpoint.http.v1.view.SessionViews;
import dev.holdpoint.http.v1.view.ViewContext;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Personas: made, looked at, replaced, removed. */
public final class PersonaHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Personas personas;

  public PersonaHandlers(ViewContext sight, Bodies bodies, Personas personas) {
    this.sight = sight;
    this.bodies = bodies;
    this.personas = personas;
  }

  public Map<String, Handler> all() {
    return Map.of(
        "createPersona", this::create,
        "listPersonas", this::list,
        "getPersona", this::get,
        "replacePersona", this::replace,
        "removePersona", this::remove);
  }

  private Reply create(Call call) {
    PersonaRequest body = bodies.read(call, PersonaRequest.class);
    Personas.Made made =
        personas.create(wish(body, body.personaId()), bodies.idempotency(call, null));
    return Replays.marked(Reply.json(201, SessionViews.view(made.persona())), made.replayed());
  }

  private static Personas.Spec wish(PersonaRequest body, @Nullable String id) {
    return new Personas.Spec(
        id,
        body.displayName(),
        Objects.requireNonNullElse(body.instructions(), ""),
        Scopes.capability(body.capabilityScope(), "/capability_scope"));
  }

  private Reply list(Call call) {
    ListPages.Request wish = ListPages.of(call, "personas");
    return sight.engine.read(
        queries -> ListPages.shelf(queries, wish, Persona.KIND, null, SessionViews::view));
  }

  private Reply get(Call call) {
    return sight.engine.read(
        queries -> {
          Persona persona = queries.named(Persona.KIND, call.path("persona_id"));
          if (persona == null) {
            throw Personas.notFound();
          }
          return Reply.json(200, SessionViews.view(persona));
        });
  }

  private Reply replace(Call call) {
    PersonaRequest body = bodies.read(call, PersonaRequest.class);
    String id = call.path("persona_id");
    if (body.personaId() != null && !body.personaId().equals(id)) {
      throw Problem.INVALID_REQUEST
          .because(
              "The id of a persona cannot change. Omit persona_id, or send the id of "
                  + "the path.")
          .at("/persona_id", "differs from the path")
          .asException();
    }
    return Reply.json(200, SessionViews.view(personas.replace(id, wish(body, id))));
  }

  private Reply remove(Call call) {
    bodies.checkUnused(call);
    personas.remove(call.path("persona_id"));
    return Reply.empty(204);
  }
}
