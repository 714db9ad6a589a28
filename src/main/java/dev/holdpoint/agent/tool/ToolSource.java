package dev.holdpoint.agent.tool;

import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tools that come and go, and that not every session sees. */
public interface ToolSource {
  /** There are none but our own. */
  ToolSource NONE =
      new ToolSource() {
        @Override
        public boolean isEmpty() {
          return true;
        }

        @Override
        public Seen of(Session session, boolean patient) {
          return new Seen(List.of(), Map.of());
        }

        @Override
        public @Nullable Json inputSchema(String tool) {
          return null;
        }

        @Override
        public void await(RemoteCall remote, ToolContext.PersonWait person) {}

        @Override
        public ToolOutcome goOn(Unfinished call, ToolContext context) {
          throw new IllegalStateException("no call goes on elsewhere");
        }

        @Override
        public void abandon(RemoteCall remote) {}
      };

  /** Whether there will never be any. */
  boolean isEmpty();

  /**
   * @param absent why tools whose names begin so are not there now, for the model
   */
  record Seen(List<Tool> tools, Map<String, String> absent) {}

  /**
   * What the session's runs see now.
   *
   * @param patient whether tools that are on their way are waited for, though not long: one that
   *     cannot be had holds nobody up
   */
  Seen of(Session session, boolean patient) throws InterruptedException;

  /** What the tool of that name takes, whoever sees it; null when there is none now. */
  @Nullable Json inputSchema(String tool);

  /**
   * A call that goes on at a server.
   *
   * @param input with which it was made
   * @param questions what people were asked for it, in order; all of them are settled
   * @param isChanged whether the tool as it is now is another than the one that was approved
   */
  record Unfinished(
      ToolCall call,
      Json input,
      RemoteCall remote,
      List<Question> questions,
      Predicate<Tool> isChanged) {}

  /** Waits until the server can be called, though not for ever. */
  void await(RemoteCall remote, ToolContext.PersonWait person) throws InterruptedException;

  /** Goes on with a call where it has come to; it is never made again. */
  ToolOutcome goOn(Unfinished call, ToolContext context) throws InterruptedException;

  /** Tells the server that nobody waits for the call any more; returns at once. */
  void abandon(RemoteCall remote);
}
