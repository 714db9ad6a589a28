package dev.holdpoint.engine.session;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Commits;
import dev.holdpoint.engine.commit.OncePerKey;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Makes and changes personas. Sessions that are bound to one keep it as it was. */
public final class Personas {
  private final Commits commits;

  public Personas(Commits commits) {
    this.commits = commits;
  }

  /**
   * What a persona is to be.
   *
   * @param id null to be given one
   * @param displayName null for the same as its id
   */
  public record Spec(
      @Nullable String id,
      @Nullable String displayName,
      String instructions,
      @Nullable CapabilityScope capabilityScope) {}

  /**
   * @param replayed whether an earlier call with the same key made it
   */
  public record Made(Persona persona, boolean replayed) {}

  public Made create(Spec wish, @Nullable IdempotencyKey idempotency) {
    return commits.commit(
        change -> {
          OptionalLong earlier = OncePerKey.replay(change, idempotency);
          if (earlier.isPresent()) {
            Persona made = change.kept(Persona.KIND, earlier.getAsLong());
            if (made == null) {
              throw notFound();
            }
            return new Made(made, true);
          }
          if (wish.id != null && change.named(Persona.KIND, wish.id) != null) {
            throw Problem.PERSONA_CONFLICT
                .because(
                    "There is already a persona with this id. Change it with PUT, or choose "
                        + "another id.")
                .at("/persona_id", "is taken")
                .asException();
          }
          String own = change.newId(Persona.PREFIX);
          String id = wish.id == null ? own : wish.id;
          Persona persona =
              new Persona(
                  Ulid.keyOf(Persona.PREFIX, own).orElseThrow(),
                  id,
                  Objects.requireNonNullElse(wish.displayName, id),
                  wish.instructions,
                  wish.capabilityScope,
                  change.nowMs(),
                  change.nowMs());
          change.keep(Persona.KIND, persona);
          OncePerKey.remember(change, idempotency, persona.key());
          return new Made(persona, false);
        });
  }

  public Persona replace(String id, Spec wish) {
    return commits.commit(
        change -> {
          Persona before = existing(change, id);
          Persona persona =
              new Persona(
                  before.key(),
                  id,
                  Objects.requireNonNullElse(wish.displayName, id),
                  wish.instructions,
                  wish.capabilityScope,
                  before.createdAtMs(),
                  change.nowMs());
          change.keep(Persona.KIND, persona);
          return persona;
        });
  }

  public void remove(String id) {
    commits.commit(
        change -> {
          Persona persona = existing(change, id);
          change.discard(Persona.KIND, persona);
          return persona;
        });
  }

  /** The persona that a body names. */
  static Persona named(Change change, String id) {
    Persona persona = change.named(Persona.KIND, id);
    if (persona == null) {
      throw notFound().refusal().at("/persona_id", "is not a persona").asException();
    }
    return persona;
  }

  static Persona existing(Change change, String id) {
    Persona persona = change.named(Persona.KIND, id);
    if (persona == null) {
      throw notFound();
    }
    return persona;
  }

  public static Refused notFound() {
    return Problem.PERSONA_NOT_FOUND
        .because("There is no such persona. GET /v1/personas lists them.")
        .asException();
  }
}
