package dev.holdpoint.http.ambient;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.Trails;
import dev.holdpoint.engine.port.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a reader who comes back has not been shown. */
final class Missed {
  /** More cards than anybody has on screen; how many wait is told by {@code initial}. */
  private static final int MOST = 200;

  private Missed() {}

  /** The views of those prompts that came to be after this event, oldest first. */
  static List<Object> since(Queries queries, PromptKind kind, List<Prompt> prompts, long cursor) {
    List<Prompt> newest = prompts.subList(Math.max(0, prompts.size() - MOST), prompts.size());
    Map<Long, Run> runs =
        queries.runs(newest.stream().map(Prompt::runKey).distinct().toList()).stream()
            .collect(Collectors.toMap(Run::key, run -> run));
    List<Object> views = new ArrayList<>();
    for (Prompt prompt : newest) {
      Run run = runs.get(prompt.runKey());
      if (run != null && isNewer(queries, kind, run, prompt, cursor)) {
        Object view = kind.view(run, prompt);
        if (view != null) {
          views.add(view);
        }
      }
    }
    return views;
  }

  /**
   * Whether one of the run's rows after the cursor raised the prompt, or shows the request at an
   * earlier part. One that was raised before, and went on to its present part in the first row
   * after the cursor, is newer too: such a row tells of nothing else.
   */
  private static boolean isNewer(
      Queries queries, PromptKind kind, Run run, Prompt prompt, long cursor) {
    List<JournalRow> rows = queries.journalRows(Trails.after(queries, run, cursor));
    if (prompt.part() > 0 && !rows.isEmpty()) {
      return true;
    }
    return rows.stream().anyMatch(row -> raises(kind, row, prompt, cursor));
  }

  private static boolean raises(PromptKind kind, JournalRow row, Prompt prompt, long cursor) {
    for (int i = 0; i < row.events().size(); i++) {
      String id = kind.raised(row.events().get(i));
      if (id != null && kind.key(id) == prompt.key() && row.idOf(i) > cursor) {
        return true;
      }
    }
    return false;
  }
}
