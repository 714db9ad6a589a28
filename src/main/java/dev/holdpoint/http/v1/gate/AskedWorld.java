package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.WorldBodies.PreconditionRequest;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.external.NotFetched;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.PreconditionList;
import dev.holdpoint.engine.json.PreconditionList.Unmet;
import dev.holdpoint.engine.port.WorldSight;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent outside says that its request depends on, checked when it is asked. */
public final class AskedWorld {
  private static final String WHERE = "/preconditions";

  private final WorldSight sight;

  public AskedWorld(WorldSight sight) {
    this.sight = sight;
  }

  /**
   * What the decision depends on, as the request lists it; null where it lists nothing. No server
   * is asked yet: the request may be one that was raised before.
   *
   * @throws Refused when something cannot be depended on
   */
  public @Nullable WorldTerms listed(@Nullable List<PreconditionRequest> asked) {
    if (asked == null || asked.isEmpty()) {
      return null;
    }
    try {
      List<Precondition> listed =
          PreconditionList.read(tree(asked), WHERE, EnumSet.allOf(Precondition.Type.class));
      for (int i = 0; i < listed.size(); i++) {
        check(listed.get(i), WHERE + "/" + i);
      }
      return listed.stream().anyMatch(AskedWorld::isFetched)
          ? WorldTerms.listed(listed)
          : WorldTerms.of(listed);
    } catch (Unmet e) {
      throw unmet(e);
    }
  }

  /** Only the agent sees its files; servers the daemon asks itself. */
  private static void check(Precondition one, String at) throws Unmet {
    if (one.isUnmeasured() && !isFetched(one)) {
      throw new Unmet(at + "/" + one.type().valueMember(), "is required");
    }
  }

  private static boolean isFetched(Precondition one) {
    return one.type() == Precondition.Type.HTTP_ETAG;
  }

  /**
   * Raises what was asked, and fetches what it depends on only where it is new: asked again, it is
   * found also while a server does not answer.
   */
  public <T> T raised(ExternalGates.Gate gate, Function<ExternalGates.Gate, T> raise) {
    try {
      return raise.apply(gate);
    } catch (NotFetched e) {
      return raise.apply(fetched(gate));
    }
  }

  private ExternalGates.Gate fetched(ExternalGates.Gate gate) {
    GateDraft.OfApproval draft = (GateDraft.OfApproval) gate.draft();
    List<Precondition> known = new ArrayList<>();
    try {
      for (Precondition one : Objects.requireNonNull(draft.world()).preconditions()) {
        known.add(known(one, WHERE + "/" + known.size()));
      }
    } catch (Unmet e) {
      throw unmet(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.UNAVAILABLE
          .because("The daemon is stopping. Nothing was raised.")
          .asException();
    }
    return new ExternalGates.Gate(gate.call(), draft.dependingOn(WorldTerms.of(known), null));
  }

  private static RuntimeException unmet(Unmet e) {
    return Problem.PRECONDITION_UNMET
        .because("A precondition %s. Nothing was raised.".formatted(e.text()))
        .at(e.pointer(), e.text())
        .asException();
  }

  /** The same with what the server gives now. */
  private Precondition known(Precondition one, String at) throws Unmet, InterruptedException {
    if (!isFetched(one)) {
      return one;
    }
    Sighting now = sight.etag(one.subject());
    if (!now.isValue()) {
      throw new Unmet(at + "/url", now.words());
    }
    if (!one.isUnmeasured() && !now.text().equals(one.expected())) {
      throw new Unmet(at + "/etag", "is not what the server gives now, " + now.text());
    }
    return one.expecting(now);
  }

  private static ArrayNode tree(List<PreconditionRequest> asked) {
    ArrayNode list = JsonTree.array();
    for (PreconditionRequest one : asked) {
      ObjectNode node = list.addObject().put("type", one.type().name().toLowerCase(Locale.ROOT));
      put(node, "path", one.path());
      put(node, "url", one.url());
      put(node, "name", one.name());
      put(node, "sha256", one.sha256());
      put(node, "commit", one.commit());
      put(node, "etag", one.etag());
      put(node, "value", one.value());
    }
    return list;
  }

  private static void put(ObjectNode to, String name, @Nullable String value) {
    if (value != null) {
      to.put(name, value);
    }
  }
}
