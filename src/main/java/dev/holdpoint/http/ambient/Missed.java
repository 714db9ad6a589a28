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

  /** Whether the prompt was not there yet, or at another part, when the reader left. */
  private static boolean isNewer(
      Queries queries, PromptKind kind, Run run, Prompt prompt, long cursor) {
    List<Long> since = Trails.after(queries, run, cursor);
    for (long key : since.reversed()) {
      JournalRow row = queries.journalRows(List.of(key)).getFirst();
      long raised = raisedIn(kind, row, prompt);
      if (raised != 0 || !waits(kind, row, prompt)) {
        return raised == 0 || raised > cursor;
      }
    }
    if (since.isEmpty() || prompt.part() == 0) {
      return false;
    }
    // The first of these rows may be the one that led to this part: no event of its own says so.
    List<Long> all = Trails.after(queries, run, 0);
    int before = all.size() - since.size() - 1;
    return before < 0
        || !waits(kind, queries.journalRows(List.of(all.get(before))).getFirst(), prompt);
  }

  private static boolean waits(PromptKind kind, JournalRow row, Prompt prompt) {
    return row.run() != null && kind.pending(row.run()).contains(prompt);
  }

  /** The id of the event that tells of it; 0 when the row has none. */
  private static long raisedIn(PromptKind kind, JournalRow row, Prompt prompt) {
    for (int i = 0; i < row.events().size(); i++) {
      String id = kind.raised(row.events().get(i));
      if (id != null && kind.key(id) == prompt.key() && prompt.part() == 0) {
        return row.idOf(i);
      }
    }
    return 0;
  }
}
