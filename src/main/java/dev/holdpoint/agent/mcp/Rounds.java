package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.StderrTail;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** What a server's answer means for a call: a function of how far the call has come. */
final class Rounds {
  private static final Logger log = LoggerFactory.getLogger(Rounds.class);

  /** How often a server may want to know something before its call is over. */
  static final int MOST = 10;

  private static final int MOST_AT_ONCE = 20;
  private static final int LONGEST_KEY = 200;
  private static final int LONGEST_STATE = 64 * 1024;
  private static final int LONGEST_ID = 1_000;
  private static final long POLL_MS = 1_000;
  private static final long LEAST_POLL_MS = 250;
  private static final long MOST_POLL_MS = 60_000;

  private final ServerSpec spec;

  Rounds(ServerSpec spec) {
    this.spec = spec;
  }

  /** What comes next. */
  sealed interface Next {
    /** The call has its result. */
    record Complete(JsonNode result) implements Next {}

    /** The call is over without one. */
    record Over(String error) implements Next {}

    /** It has become a task, of which nobody here has heard. */
    record Begun(RemoteCall remote) implements Next {}

    /** The task goes on. */
    record Working(long pollMs) implements Next {}

    /** People have to answer first, unless there are no inquiries. */
    record Asks(RemoteCall remote, List<ServerInquiry> inquiries) implements Next {}
  }

  /** The answer to {@code tools/call}. */
  Next ofCall(RemoteCall before, JsonNode result, long nowMs) {
    return switch (result.path("resultType").asString("complete")) {
      case "complete" -> new Next.Complete(result);
      case "task" -> begun(before, result, nowMs);
      case "input_required" -> asks(before, result, Set.of());
      default ->
          new Next.Over(
              "%s answers with the result type '%s', which is not supported"
                      .formatted(spec.title(), plain(result.path("resultType").asString("")))
                  + Troubles.MAYBE_DONE);
    };
  }

  private Next begun(RemoteCall before, JsonNode task, long nowMs) {
    JsonNode id = task.path("taskId");
    if (!id.isString() || id.stringValue().isEmpty() || id.stringValue().length() > LONGEST_ID) {
      return new Next.Over(
          "%s has made a task without a usable id".formatted(spec.title()) + Troubles.MAYBE_DONE);
    }
    JsonNode ttl = task.path("ttlMs");
    long mostMs = spec.taskTimeout().toMillis();
    // One that no long holds is longer than anything, or nonsense.
    long leftMs =
        ttl.isIntegralNumber() && ttl.canConvertToLong()
            ? Math.clamp(ttl.longValue(), 0, mostMs)
            : mostMs;
    return new Next.Begun(before.task(id.stringValue(), nowMs + leftMs, pollMs(task)));
  }

  /** The answer to {@code tasks/get}. */
  Next ofTask(RemoteCall before, JsonNode task) {
    return switch (task.path("status").asString("")) {
      case "working" -> new Next.Working(pollMs(task));
      case "completed" ->
          task.path("result").isObject()
              ? new Next.Complete(task.path("result"))
              : new Next.Over(spec.title() + " has completed the task without a result");
      case "failed" -> new Next.Over(ended("failed", task));
      case "cancelled" -> new Next.Over(ended("was cancelled", task));
      case "input_required" ->
          isAllKnown(before, task)
              ? new Next.Working(pollMs(task))
              : asks(before, task, before.keys());
      default ->
          new Next.Over(
              "%s says that the task is '%s', which is not supported"
                      .formatted(spec.title(), plain(task.path("status").asString("")))
                  + Troubles.MAYBE_DONE);
    };
  }

  /** A server may need a moment to see the answers that it has. */
  private static boolean isAllKnown(RemoteCall before, JsonNode task) {
    return before.keys().containsAll(task.path("inputRequests").propertyNames())
        && !before.inputs().isEmpty();
  }

  private String ended(String how, JsonNode task) {
    String said =
        task.path("error").path("message").asString(task.path("statusMessage").asString(""));
    return "the task of %s %s%s"
        .formatted(spec.title(), how, said.isEmpty() ? "" : ": " + plain(said));
  }

  private String plain(String said) {
    return StderrTail.plain(said, spec.keys());
  }

  private static long pollMs(JsonNode task) {
    return Math.clamp(task.path("pollIntervalMs").asLong(POLL_MS), LEAST_POLL_MS, MOST_POLL_MS);
  }

  /**
   * @param known keys that were asked in earlier rounds, and are not asked again
   */
  private Next asks(RemoteCall before, JsonNode answer, Set<String> known) {
    JsonNode requests = answer.path("inputRequests");
    JsonNode state = answer.path("requestState");
    if (before.rounds() >= MOST) {
      return over("asks for input more than %d times for one call".formatted(MOST));
    }
    if (!requests.isObject() || requests.isEmpty() || requests.size() > MOST_AT_ONCE) {
      return over("asks for input without 1 to %d requests".formatted(MOST_AT_ONCE));
    }
    if (!state.isMissingNode()
        && (!state.isString() || state.stringValue().length() > LONGEST_STATE)) {
      return over("asks for input with a request state that cannot be stored");
    }
    List<RemoteCall.Input> inputs = new ArrayList<>();
    List<ServerInquiry> inquiries = new ArrayList<>();
    for (Map.Entry<String, JsonNode> request : requests.properties()) {
      if (known.contains(request.getKey())) {
        continue;
      }
      String fault = ask(request.getKey(), request.getValue(), inputs, inquiries);
      if (fault != null) {
        return over(fault);
      }
    }
    return new Next.Asks(
        before.asked(inputs, state.isString() ? state.stringValue() : null), inquiries);
  }

  /** Gives what is wrong with the request; null when nothing is. */
  private @Nullable String ask(
      String key, JsonNode request, List<RemoteCall.Input> inputs, List<ServerInquiry> inquiries) {
    String method = request.path("method").asString("");
    if (key.length() > LONGEST_KEY || !spec.keys().hidden(key).equals(key)) {
      return "asks for input under a key that cannot be stored";
    }
    if (!method.equals("elicitation/create")) {
      return "asks for %s, which this client does not offer"
          .formatted(method.isEmpty() ? "input without a method" : plain(method));
    }
    try {
      inquiries.add(ServerInquiry.read(request.path("params"), spec.surelyKeys()));
      inputs.add(new RemoteCall.Input(key, null, false));
      return null;
    } catch (ServerInquiry.NoLink e) {
      log.warn("{} asks people to open a page; declined: {}", spec.title(), e.getMessage());
      inputs.add(new RemoteCall.Input(key, ServerInquiry.DECLINED, false));
      return null;
    } catch (NotUnderstood | McpFailure e) {
      return "asks for input that cannot be read: " + plain(String.valueOf(e.getMessage()));
    }
  }

  private Next over(String what) {
    return new Next.Over(spec.title() + " " + what + Troubles.MAYBE_DONE);
  }

  /**
   * The answers that the server does not have.
   *
   * @param settled what people said, a member for each question of the call, in order
   */
  static JsonNode responses(RemoteCall remote, List<Json> settled) {
    var responses = JsonTree.object();
    int next = 0;
    for (RemoteCall.Input input : remote.inputs()) {
      Json answer = input.answer() == null ? settled.get(next++) : input.answer();
      if (!input.sent()) {
        responses.set(input.key(), JsonTree.of(answer));
      }
    }
    return responses;
  }
}
