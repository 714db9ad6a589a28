package dev.holdpoint.http.ambient;

import static java.util.stream.Collectors.groupingBy;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.journal.Trails;
import dev.holdpoint.engine.port.store.Queries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a reader who comes back has not been shown. */
final class PromptReplay {
  /** More cards than anybody has on screen; how many wait is told by {@code initial}. */
  private static final int MOST = 200;

  /** Each holds a whole run, and most who come back were away for a moment. */
  private static final int ROWS = 8;

  private PromptReplay() {}

  /** The views of those prompts that came to be after this event, oldest first. */
  static List<Object> since(Queries queries, PromptKind kind, List<Prompt> prompts, long cursor) {
    List<Prompt> newest = prompts.subList(Math.max(0, prompts.size() - MOST), prompts.size());
    Map<Long, List<Prompt>> ofRun = newest.stream().collect(groupingBy(Prompt::runKey));
    // By age, in which the prompts are and the runs are not.
    SortedMap<Long, Object> views = new TreeMap<>();
    for (Run run : queries.runs(ofRun.keySet())) {
      for (Prompt prompt :
          newer(queries, kind, run, ofRun.getOrDefault(run.key(), List.of()), cursor)) {
        Object view = kind.view(run, prompt);
        if (view != null) {
          views.put(prompt.key(), view);
        }
      }
    }
    return List.copyOf(views.values());
  }

  /** Those of the run's that were not there yet, or at another part, when the reader left. */
  private static List<Prompt> newer(
      Queries queries, PromptKind kind, Run run, List<Prompt> prompts, long cursor) {
    List<Prompt> newer = new ArrayList<>();
    List<Prompt> open = new ArrayList<>(prompts);
    List<Long> since = Trails.after(queries, run, cursor);
    for (int end = since.size(); end > 0 && !open.isEmpty(); end -= ROWS) {
      List<Long> keys = since.subList(Math.max(0, end - ROWS), end);
      for (JournalRow row : queries.journalRows(keys).reversed()) {
        Set<Prompt> waiting = waiting(kind, row);
        for (Prompt prompt : List.copyOf(open)) {
          long raised = raisedIn(kind, row, prompt);
          if (raised != 0 || !waiting.contains(prompt)) {
            open.remove(prompt);
            if (raised == 0 || raised > cursor) {
              newer.add(prompt);
            }
          }
        }
      }
    }
    open.removeIf(prompt -> prompt.part() == 0);
    if (!since.isEmpty() && !open.isEmpty()) {
      // The first of these rows may be the one that led to a part: no event of its own says so.
      List<Long> all = Trails.after(queries, run, 0);
      int before = all.size() - since.size() - 1;
      if (before >= 0) {
        open.removeAll(waiting(kind, queries.journalRows(List.of(all.get(before))).getFirst()));
      }
      newer.addAll(open);
    }
    return newer;
  }

  private static Set<Prompt> waiting(PromptKind kind, JournalRow row) {
    return row.run() == null ? Set.of() : Set.copyOf(kind.pending(row.run()));
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
