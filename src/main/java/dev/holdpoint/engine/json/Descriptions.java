package dev.holdpoint.engine.json;

import dev.holdpoint.core.description.Asked;
import dev.holdpoint.core.description.AskedQuestion;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.description.RiskNote;
import dev.holdpoint.core.description.StockReason;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.policy.GatePolicy;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What every surface says about a gate, made from what is on record. */
public final class Descriptions {
  private static final String REQUEST = "request_approval";

  private Descriptions() {}

  /**
   * @param policy that holds for it, for gates of before: others have their risk on record
   */
  public static Description of(Run run, Approval approval, @Nullable GatePolicy policy) {
    return Description.of(
            asked(
                run.head(),
                run.call(approval.callId()),
                new Said(
                    approval.reason(),
                    approval.requestedItems(),
                    approval.terms(),
                    approval.said()),
                policy))
        .as(approval.risk());
  }

  /** What was said with a call. */
  public record Said(
      String reason, @Nullable Json items, @Nullable RequestTerms terms, @Nullable String model) {}

  /**
   * The risk of a gate that is being raised.
   *
   * @param place of the file that the call leads to; null where that is not known
   */
  public static RiskNote risk(
      RunHead head, ToolCall call, Said said, @Nullable GatePolicy policy, @Nullable String place) {
    return Description.risk(asked(head, call, said, policy), place);
  }

  private static Asked asked(RunHead head, ToolCall call, Said said, @Nullable GatePolicy policy) {
    RequestTerms terms = said.terms;
    ClientCall client = head.client();
    boolean hook = client != null && client.program() != null;
    StockReason stock = hook ? StockReason.of(said.reason, call.tool()) : null;
    return new Asked(
        call.tool(),
        CallValues.of(call.input()),
        call.agent() == null ? null : call.agent().command(),
        said.reason,
        said.model,
        items(call.tool(), said.items),
        stock == null ? null : stock.folder(),
        terms == null ? null : terms.title(),
        terms == null || terms.risk() == null ? null : RiskLevel.valueOf(terms.risk().name()),
        policy == null || policy.named() == null
            ? null
            : RiskLevel.valueOf(policy.named().rules().risk().name()));
  }

  /** A call of which nothing else is known. */
  public static Description of(ToolCall call) {
    return Description.of(
        new Asked(
            call.tool(),
            CallValues.of(call.input()),
            call.agent() == null ? null : call.agent().command(),
            "",
            null,
            null,
            null,
            null,
            null,
            null));
  }

  private static @Nullable List<Asked.Item> items(String tool, @Nullable Json items) {
    if (items == null) {
      return tool.equals(REQUEST) ? List.of() : null;
    }
    List<Asked.Item> all = new ArrayList<>();
    for (JsonNode item : JsonTree.of(items)) {
      all.add(
          new Asked.Item(
              item.path("kind").asString(""),
              item.path("description").asString(""),
              item.path("alias").isString() ? item.path("alias").stringValue() : null));
    }
    return all;
  }

  /** Who asks, where it is a server that the call of a tool goes on at; null elsewhere. */
  public static @Nullable String askedBy(Run run, Question question) {
    return question.effect() != null
        ? null
        : run.calls().stream()
            .filter(call -> call.call().id().equals(question.callId()))
            .map(Call::remote)
            .filter(Objects::nonNull)
            .map(remote -> "The MCP server %s asks this.".formatted(remote.server()))
            .findFirst()
            .orElse(null);
  }

  public static AskedQuestion of(Question question) {
    List<StructuredQuestion> all = question.questions();
    return AskedQuestion.of(
        all.stream().map(StructuredQuestion::question).toList(),
        all.isEmpty() ? List.of() : all.getFirst().options().stream().map(Option::label).toList());
  }

  /** The words of the model's turn, where they are all that says why; null where they are not. */
  public static @Nullable String kept(String reason, String tool, String said) {
    StockReason stock = StockReason.of(reason, tool);
    return stock != null && stock.said() == null ? Description.words(said) : null;
  }

  /** Who asks, by name, as far as the run itself says so; null where it does not. */
  public static @Nullable String agentName(RunHead head) {
    return Description.name(ownName(head));
  }

  private static @Nullable String ownName(RunHead head) {
    if (head.isServed()) {
      return head.actorId();
    }
    String acp = "acp:";
    if (head.provider().startsWith(acp)) {
      return head.provider().substring(acp.length());
    }
    ClientCall client = head.client();
    if (client == null) {
      return null;
    }
    return client.name() != null ? client.name() : named(client.program());
  }

  /** {@code claude-code} is Claude Code. */
  private static @Nullable String named(@Nullable String program) {
    if (program == null || program.isBlank()) {
      return null;
    }
    StringBuilder name = new StringBuilder();
    for (String word : program.split("[-_ ]+", -1)) {
      if (!word.isEmpty()) {
        name.append(name.isEmpty() ? "" : " ");
        name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    return name.toString();
  }

  /** The title of a run: the first words of its input. */
  public static String title(RunHead head) {
    String text = head.textPreview();
    Integer counted = RunHead.scriptSteps(text);
    if (counted == null) {
      return Description.line(text, Description.TITLE);
    }
    Integer steps = head.scriptSteps();
    if (steps == null && text.endsWith("…")) {
      return "Scripted run"; // of before: its preview does not have all of them
    }
    int all = steps == null ? counted : steps;
    return all == 1 ? "Scripted run (1 step)" : "Scripted run (%d steps)".formatted(all);
  }
}
