package dev.holdpoint.agent.loop;

import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.content.Assets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an agent outside is told to do: a run's input as one text. */
public final class AgentPrompt {
  private final Engine engine;
  private final Enclosed enclosed;

  public AgentPrompt(Engine engine, Assets assets) {
    this.engine = engine;
    this.enclosed = new Enclosed(engine, assets);
  }

  /** What the run was submitted with, behind what the session's agent is told beside its work. */
  public String input(Run run, List<Step> steps) {
    List<Step.Input> inputs =
        steps.stream().filter(Step.Input.class::isInstance).map(Step.Input.class::cast).toList();
    if (inputs.isEmpty()) {
      return "";
    }
    String own = words(run.head().tenantId(), inputs.getFirst());
    return Stream.concat(
            inputs.stream().skip(1).map(Step.Input::text).filter(Aside::isOne), Stream.of(own))
        .collect(Collectors.joining("\n\n"));
  }

  private String words(String tenantId, Step.Input input) {
    return input.items().isEmpty()
        ? input.text()
        : input.items().stream()
            .map(item -> words(tenantId, item))
            .collect(Collectors.joining("\n\n"));
  }

  private String words(String tenantId, Item item) {
    String text = enclosed.text(tenantId, item);
    return switch (item) {
      case Item.Text(String words) -> words;
      case Item.Board board ->
          "[" + board.title() + "]\n" + (text == null ? "(no longer available)" : text);
      case Item.File file -> "[" + file.fileName() + "]\n" + (text == null ? "(not text)" : text);
    };
  }

  /** Who the agent is to be, for the first words of a talk; empty when nothing was said of it. */
  public String instructions(Run run) {
    Session session = engine.read(queries -> queries.session(run.head().sessionKey()));
    return session == null || session.persona() == null ? "" : session.persona().instructions();
  }
}
