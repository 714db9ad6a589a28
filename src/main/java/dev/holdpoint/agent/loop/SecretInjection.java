package dev.holdpoint.agent.loop;

import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.agent.tool.ToolOutcome;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.Scrubbing;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.SecretLost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one place where a run's tools meet its secrets. They are opened right before a call runs,
 * when its intent is on record, and taken out of whatever it gives back before anybody sees that.
 */
final class SecretInjection {
  private static final Logger log = LoggerFactory.getLogger(SecretInjection.class);

  private final Function<Run, SecretValues> vault;
  private final Workspaces workspaces;

  /**
   * @param vault opens the secrets that a run may use
   */
  SecretInjection(Function<Run, SecretValues> vault, Workspaces workspaces) {
    this.vault = vault;
    this.workspaces = workspaces;
  }

  /** What is done of a call while its secrets are open. */
  @FunctionalInterface
  interface Piece {
    ToolOutcome run(ToolContext context) throws InterruptedException;
  }

  ToolOutcome run(Piece piece, Run run, ToolCall call, WorkerTask job) throws InterruptedException {
    SecretValues secrets;
    try {
      secrets = vault.apply(run);
    } catch (SecretLost e) {
      log.error("the secrets of run {} cannot be decrypted: {}", run.id(), e.getMessage());
      return new ToolOutcome.Done(
          GateResults.error(
              "The secrets of this conversation cannot be decrypted. Nothing was run. "
                  + "A person must supply them again."));
    }
    try {
      Path folder = workspaces.of(run.head().sessionId());
      ToolContext context = new ToolContext(folder, run.id(), call.id(), secrets, job);
      ToolOutcome outcome = job.<ToolOutcome, IOException>outside(() -> piece.run(context));
      return outcome instanceof ToolOutcome.Done(Json result)
          ? new ToolOutcome.Done(scrubbed(result, secrets))
          : outcome;
    } catch (IOException | UncheckedIOException e) {
      Scrubbing scrubbing = secrets.scrubbing();
      String why = scrubbing.scrub(String.valueOf(e.getMessage()));
      log.warn("{} of run {} could not be executed: {}", call.tool(), run.id(), why);
      return new ToolOutcome.Done(GateResults.error("The tool could not be executed: " + why));
    }
  }

  /** What a person gives in the place of a tool's result is scrubbed as if the tool gave it. */
  Json scrubbed(Run run, ToolCall call, Json result) {
    if (run.approvalOf(call.id()).filter(Approval::isRespondedTo).isEmpty()) {
      return result;
    }
    try {
      return scrubbed(result, vault.apply(run));
    } catch (SecretLost e) {
      log.error("the secrets of run {} cannot be decrypted: {}", run.id(), e.getMessage());
      return GateResults.error(
          "The secrets of this conversation cannot be decrypted, so the answer is withheld.");
    }
  }

  static Json scrubbed(Json result, SecretValues secrets) {
    return secrets.isEmpty()
        ? result
        : JsonTree.write(scrubbed(JsonTree.of(result), secrets.scrubbing()));
  }

  private static JsonNode scrubbed(JsonNode node, Scrubbing scrubbing) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode clean = JsonTree.object();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          clean.set(scrubbing.scrub(member.getKey()), scrubbed(member.getValue(), scrubbing));
        }
        yield clean;
      }
      case ArrayNode array -> {
        ArrayNode clean = JsonTree.array();
        array.values().forEach(item -> clean.add(scrubbed(item, scrubbing)));
        yield clean;
      }
      default ->
          node.isString()
              ? JsonTree.object().stringNode(scrubbing.scrub(node.stringValue()))
              : node;
    };
  }
}
