package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.json.JsonTree;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls that a server carries out as tasks. The node that has the run polls its task, by the id
 * that is in the run's journal, until it is over or its time is; a server that cannot be reached
 * meanwhile costs nothing but time.
 */
final class ServerTasks {
  private static final Logger log = LoggerFactory.getLogger(ServerTasks.class);

  /** Between two attempts to reach a server. */
  private static final long AGAIN_MS = 1_000;

  /** The server does not have the task, or no tasks at all. */
  private static final Set<Integer> FINAL =
      Set.of(McpSchema.ErrorCodes.INVALID_PARAMS, McpSchema.ErrorCodes.METHOD_NOT_FOUND);

  private final ServerSpec spec;
  private final McpConnection keeper;
  private final Rounds rounds;
  private final LongSupplier clock;
  private final Consumer<RemoteCall> owed;

  /**
   * @param owed keeps that the server is to be told later that nobody waits for a task
   */
  ServerTasks(
      ServerSpec spec,
      McpConnection keeper,
      Rounds rounds,
      LongSupplier clock,
      Consumer<RemoteCall> owed) {
    this.owed = owed;
    this.spec = spec;
    this.keeper = keeper;
    this.rounds = rounds;
    this.clock = clock;
  }

  /** Waits until the server is connected, or the time for a task is over. */
  void awaitLink(RemoteCall remote, ToolContext.PersonWait person) throws InterruptedException {
    long until =
        remote.isTask() ? remote.untilMs() : clock.getAsLong() + spec.taskTimeout().toMillis();
    if (link() != null) {
      return;
    }
    person.begins();
    try {
      while (link() == null && clock.getAsLong() < until) {
        Thread.sleep(AGAIN_MS); // the connection is made by others, in their own time
      }
    } finally {
      person.ends();
    }
  }

  private @Nullable ServerLink link() {
    try {
      return keeper.link();
    } catch (McpFailure e) {
      return null;
    }
  }

  /**
   * Until the task is over, or its server wants to know something.
   *
   * @param settled what people have said so far, in order
   */
  Rounds.Next goOn(RemoteCall remote, List<Json> settled, ToolContext.PersonWait person)
      throws InterruptedException {
    person.begins();
    try {
      while (true) {
        Rounds.Next next = look(remote, settled);
        long left = remote.untilMs() - clock.getAsLong();
        // What it still wants to know does not matter any more.
        if (left <= 0
            && (next instanceof Rounds.Next.Working || next instanceof Rounds.Next.Asks)) {
          end(remote);
          return new Rounds.Next.Over(
              "the task of %s was not finished in time, and was cancelled".formatted(spec.title())
                  + Troubles.MAYBE_DONE);
        }
        if (!(next instanceof Rounds.Next.Working(long pollMs))) {
          return next;
        }
        Thread.sleep(Math.min(pollMs, left)); // the server says how often it wants to be asked
      }
    } finally {
      person.ends();
    }
  }

  private Rounds.Next look(RemoteCall remote, List<Json> settled) throws InterruptedException {
    try {
      ServerLink link = keeper.link();
      if (!link.isModern()) {
        // Perhaps another instance behind the same address; the task may still be there.
        return new Rounds.Next.Working(Math.max(remote.pollMs(), AGAIN_MS));
      }
      JsonNode task = link.ask("tasks/get", params(remote), spec.connectTimeout());
      if (remote.sending() && clock.getAsLong() < remote.untilMs()) {
        return deliver(link, remote, task, settled);
      }
      Rounds.Next next = rounds.ofTask(remote, task);
      if (next instanceof Rounds.Next.Over
          && task.path("status").asString("").equals("input_required")) {
        end(remote);
      }
      return next;
    } catch (McpFailure e) {
      log.debug("the task of {} cannot be read: {}", spec.title(), e.text());
      return FINAL.contains(e.code())
          ? new Rounds.Next.Over("the task is lost: " + e.text() + Troubles.MAYBE_DONE)
          : new Rounds.Next.Working(Math.max(remote.pollMs(), AGAIN_MS));
    }
  }

  /** Sends the answers that the server still waits for: after a crash it may have them. */
  private Rounds.Next deliver(ServerLink link, RemoteCall remote, JsonNode task, List<Json> settled)
      throws McpFailure, InterruptedException {
    ObjectNode responses = (ObjectNode) Rounds.responses(remote, settled);
    responses.retain(task.path("inputRequests").propertyNames());
    if (responses.isEmpty() && task.path("status").asString("").equals("working")) {
      // It has them, or does not say yet that it waits for them: later it says one or the other.
      return new Rounds.Next.Working(Math.max(remote.pollMs(), AGAIN_MS));
    }
    if (!responses.isEmpty()) {
      ObjectNode params = params(remote);
      params.set("inputResponses", responses);
      link.ask("tasks/update", params, spec.connectTimeout());
    }
    return new Rounds.Next.Begun(remote.delivered());
  }

  /** At once, and later where the server is away. */
  private void end(RemoteCall remote) throws InterruptedException {
    if (!cancel(Objects.requireNonNull(remote.taskId()))) {
      owed.accept(remote);
    }
  }

  /**
   * Tells the server that nobody waits for the task any more. Gives whether it knows now: one that
   * has no such task waits for nobody either.
   */
  boolean cancel(String taskId) throws InterruptedException {
    try {
      ServerLink link = keeper.link();
      if (!link.isModern()) {
        return false;
      }
      link.ask("tasks/cancel", JsonTree.object().put("taskId", taskId), spec.connectTimeout());
      return true;
    } catch (McpFailure e) {
      boolean isFinal = FINAL.contains(e.code());
      if (!isFinal) {
        log.warn("a task of {} cannot be cancelled now: {}", spec.title(), e.text());
      }
      return isFinal;
    }
  }

  private static ObjectNode params(RemoteCall remote) {
    return JsonTree.object().put("taskId", Objects.requireNonNull(remote.taskId()));
  }
}
