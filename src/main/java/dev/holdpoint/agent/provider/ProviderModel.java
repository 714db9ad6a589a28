package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.Model;
import dev.holdpoint.agent.model.ModelFailure;
import dev.holdpoint.agent.model.ModelRequest;
import dev.holdpoint.agent.model.ModelTurn;
import dev.langchain4j.data.message.ChatMessage;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * A provider's model behind a route: asked as often as the route says while it fails for now, then
 * the fallback as often. A turn is given when its end was seen, and not before.
 */
public final class ProviderModel implements Model {
  private final Route route;
  private final ProviderWire wire;
  private final Pause pause;
  private final ModelCallMetrics meter;

  public ProviderModel(Route route, ProviderWire wire, Pause pause, ModelCallMetrics meter) {
    this.route = route;
    this.wire = wire;
    this.pause = pause;
    this.meter = meter;
  }

  @Override
  public String defaultModel() {
    return route.model();
  }

  @Override
  public boolean isHeldToFormat() {
    return true;
  }

  @Override
  public ModelTurn next(ModelRequest request, Consumer<String> onText)
      throws ModelFailure, InterruptedException {
    GenerationSettings wishes = new GenerationSettings(route, request);
    try {
      return persistently(wishes.model(), wishes, request, onText);
    } catch (AttemptFailed e) {
      String other = e.outcome().isPassing() ? wishes.fallbackModel() : null;
      if (other == null) {
        throw failure(wishes.model(), e, "");
      }
      try {
        return persistently(other, wishes, request, onText);
      } catch (AttemptFailed again) {
        throw failure(other, again, ", and %s before it".formatted(wishes.model()));
      }
    }
  }

  private ModelTurn persistently(
      String model, GenerationSettings wishes, ModelRequest request, Consumer<String> onText)
      throws AttemptFailed, InterruptedException {
    ProviderNames names = new ProviderNames();
    TurnRequest wish = wishes.of(model, request, names);
    // Once for all attempts: what is read for it does not change in between.
    List<ChatMessage> messages = Conversation.of(request, wish);
    for (int failed = 1; ; failed++) {
      Attempt attempt = new Attempt(route, wire, wish, names, request.tap());
      try {
        ModelTurn turn = attempt.ask(messages, onText);
        meter.attempted(route.name(), AttemptOutcome.OK);
        if (turn.usage() != null) {
          meter.used(route.name(), turn.usage());
        }
        return turn;
      } catch (InterruptedException e) {
        meter.attempted(route.name(), AttemptOutcome.INTERRUPTED);
        throw e;
      } catch (AttemptFailed e) {
        meter.attempted(route.name(), e.outcome());
        if (!e.outcome().isPassing() || failed >= route.attempts()) {
          throw e;
        }
        double chance = ThreadLocalRandom.current().nextDouble();
        pause.take(Backoff.beforeNext(failed, e.retryAfterMs(), chance));
      }
    }
  }

  private ModelFailure failure(String model, AttemptFailed why, String besides) {
    String tries =
        why.outcome().isPassing() && route.attempts() > 1
            ? " (%d attempts)".formatted(route.attempts())
            : "";
    return new ModelFailure(
        route
            .key()
            .scrub(
                "no answer from %s on the route '%s'%s%s: %s"
                    .formatted(model, route.name(), besides, tries, why.text())));
  }
}
