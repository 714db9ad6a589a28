package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.acp.wire.RetryUntilDone;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.Elicitations;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.port.failure.StoreFailure;
import dev.holdpoint.engine.port.store.ForeignRow;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What servers ask while they are called: committed before it is waited for, gone with the call.
 */
public final class ServerQuestions implements CommitListener {
  private static final Logger log = LoggerFactory.getLogger(ServerQuestions.class);
  private static final Json CANCELLED = new Json("{\"action\":\"cancel\"}");
  private static final String SHOWN_AS = "ask_user_question";

  private final Engine engine;
  private volatile @Nullable Elicitations elicitations;

  /** By their runs, each of which asks one thing. */
  private final Map<Long, Pending> waiting = new ConcurrentHashMap<>();

  private volatile boolean closed;

  private record Pending(long runKey, String questionId, CompletableFuture<Json> answer) {}

  public ServerQuestions(Engine engine) {
    this.engine = engine;
  }

  /** From now on people can be asked. */
  public void begin(Elicitations asking) {
    elicitations = asking;
    engine.onCommit(this);
  }

  /** By the clock of the ledger. */
  long nowMs() {
    return engine.nowMs();
  }

  private Elicitations elicitations() {
    return Objects.requireNonNull(
        elicitations, "MCP servers cannot be connected before people can be asked");
  }

  /** Gives what the server is told; to cancel it takes the question back. */
  CompletableFuture<Json> ask(Elicitations.Asking asking, ServerInquiry inquiry) {
    CompletableFuture<Json> answer = new CompletableFuture<>();
    // Whoever reads from the server must not wait for a commit.
    Thread.ofVirtual().name("mcp-question").start(() -> raise(asking, inquiry, answer));
    return answer;
  }

  private void raise(
      Elicitations.Asking asking, ServerInquiry inquiry, CompletableFuture<Json> answer) {
    Run run;
    try {
      run =
          elicitations()
              .raise(asking, inquiry.questions().getFirst().question(), gate(asking, inquiry));
    } catch (Refused | StoreFailure e) {
      log.warn("a question of {} cannot be asked: {}", asking.server(), e.getMessage());
      answer.complete(CANCELLED);
      return;
    }
    Pending pending = new Pending(run.key(), run.questions().getFirst().id(), answer);
    waiting.put(pending.runKey, pending);
    var _ = answer.whenComplete((_, _) -> Thread.ofVirtual().start(() -> close(pending)));
    // What was settled between the commit and the line above was heard by nobody.
    look(pending);
  }

  private static ExternalGates.Gate gate(Elicitations.Asking asking, ServerInquiry inquiry) {
    ToolCall call = new ToolCall(asking.callId(), SHOWN_AS, inquiry.input());
    return new ExternalGates.Gate(call, inquiry.draft(call.id()));
  }

  private void close(Pending pending) {
    waiting.remove(pending.runKey, pending);
    RetryUntilDone.until(
        () -> elicitations().close(pending.runKey, "the call that asked has ended"), () -> closed);
  }

  private void look(Pending pending) {
    Run run = engine.read(queries -> queries.run(pending.runKey));
    if (run == null) {
      pending.answer.complete(CANCELLED);
    } else {
      settle(pending, run);
    }
  }

  private static void settle(Pending pending, Run run) {
    run.question(pending.questionId)
        .filter(question -> !question.isPending())
        .ifPresent(question -> pending.answer.complete(ServerInquiry.result(question)));
  }

  @Override
  public void rows(List<JournalRow> rows) {
    if (waiting.isEmpty()) {
      return;
    }
    for (JournalRow row : rows) {
      Run run = row.run();
      Pending pending = run == null ? null : waiting.get(run.key());
      if (run != null && pending != null) {
        // The writer goes on at once; a server may be slow to take its answer.
        Thread.ofVirtual().name("mcp-answer").start(() -> settle(pending, run));
      }
    }
  }

  @Override
  public boolean wants(ForeignRow row) {
    return waiting.containsKey(row.runKey());
  }

  @Override
  public void unknown() {
    Thread.ofVirtual()
        .name("mcp-look")
        .start(() -> List.copyOf(waiting.values()).forEach(this::look));
  }

  /** The store is about to go; what still waits is taken back by the next daemon. */
  public void close() {
    closed = true;
  }
}
