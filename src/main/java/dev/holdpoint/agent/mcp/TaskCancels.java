package dev.holdpoint.agent.mcp;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.CommitListener;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Cancels the tasks of runs that have ended before them. The node whose commit ends the run does
 * so, whether anybody asks for the task at the moment or the run waits for a person.
 */
final class TaskCancels implements CommitListener {
  private final Consumer<RemoteCall> abandon;

  TaskCancels(Consumer<RemoteCall> abandon) {
    this.abandon = abandon;
  }

  @Override
  public void rows(List<JournalRow> rows) {
    for (JournalRow row : rows) {
      Run run = row.run();
      if (run != null
          && run.status().isSettled()
          && row.events().stream().anyMatch(TaskCancels::ends)) {
        run.calls().stream()
            .filter(call -> call.progress() == Call.Progress.STARTED)
            .map(Call::remote)
            .filter(Objects::nonNull)
            .forEach(abandon);
      }
    }
  }

  private static boolean ends(LedgerEvent event) {
    return event instanceof LedgerEvent.Cancelled
        || event instanceof LedgerEvent.Interrupted
        || event instanceof LedgerEvent.Failed;
  }
}
