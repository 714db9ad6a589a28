package dev.holdpoint.http.ambient;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.prompt.SentPrompts;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One reader's stream of prompts; see the package's comment for how it knows what to tell. */
final class PromptSource implements FrameSource {
  private static final int ROWS = 32;
  private static final long NOTHING = -1;

  private final Engine engine;
  private final Feed feed;
  private final WireJson json;
  private final PromptKind kind;
  private final String sessionId;
  private final Feed.Filter filter;
  private final OptionalLong seen;
  private final SentPrompts.Screen screen;

  /** Where the first row lies that was not read yet, or nothing. */
  private final AtomicLong unread = new AtomicLong(NOTHING);

  // Touched by the pump alone.
  private final NavigableMap<Long, Prompt> known = new TreeMap<>();
  private boolean begun;
  private boolean more;

  /**
   * @param seen the last event that the reader saw before it came back
   * @param screen receives every prompt that a frame shows
   */
  PromptSource(
      Engine engine,
      Feed feed,
      WireJson json,
      PromptKind kind,
      String sessionId,
      OptionalLong seen,
      SentPrompts.Screen screen) {
    this.engine = engine;
    this.feed = feed;
    this.json = json;
    this.kind = kind;
    this.sessionId = sessionId;
    this.filter = new Feed.Filter.OfSessionId(sessionId);
    this.seen = seen;
    this.screen = screen;
  }

  @Override
  public Registration onNews(Runnable wake) {
    return Registration.of(
        feed.listen(
            filter,
            new Feed.Listener() {
              @Override
              public void news() {
                wake.run();
              }

              @Override
              public void news(long after) {
                unread.accumulateAndGet(after, (a, b) -> a == NOTHING ? b : Math.min(a, b));
                wake.run();
              }
            }));
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    if (!begun) {
      begun = true;
      return initial(seen);
    }
    long after = unread.getAndSet(NOTHING);
    if (after == NOTHING && !more) {
      return new Batch(List.of(), cursor, false);
    }
    // What lies between the cursor and the first news is of other sessions; when that is not known,
    // the news is 0 and memory, which began anew, does not reach back to the cursor.
    Feed.Slice slice = feed.recent(more ? cursor : Math.max(cursor, after), filter, ROWS);
    List<byte[]> frames = new ArrayList<>();
    if (slice == null || !slice.rows().stream().allMatch(row -> tell(row, frames))) {
      return initial(OptionalLong.empty());
    }
    more = slice.more();
    return new Batch(frames, slice.cursor(), more);
  }

  /** The whole state, and for a reader who comes back what it was not shown. */
  private Batch initial(OptionalLong since) {
    record Look(PromptSnapshot prospect, List<Object> missed) {}
    Look look =
        engine.read(
            queries -> {
              PromptSnapshot prospect = PromptSnapshot.of(queries, kind, sessionId);
              List<Prompt> all = prospect.prompts();
              return new Look(
                  prospect,
                  all.size() < 2 || !isIssued(since, prospect.eventId())
                      ? List.of()
                      : PromptReplay.since(
                          queries, kind, all.subList(1, all.size()), since.getAsLong()));
            });
    PromptSnapshot prospect = look.prospect;
    known.clear();
    prospect.prompts().forEach(prompt -> known.put(prompt.key(), prompt));
    more = false;
    return new Batch(frames(prospect, look.missed, since), prospect.eventId(), false);
  }

  /** Only the last frame says that all has been seen: the link may break before any of them. */
  private List<byte[]> frames(PromptSnapshot prospect, List<Object> missed, OptionalLong since) {
    long before = missed.isEmpty() ? prospect.eventId() : since.getAsLong();
    List<byte[]> frames = new ArrayList<>();
    frames.add(state(before, "initial", prospect.first(), prospect.prompts().size()));
    for (int i = 0; i < missed.size(); i++) {
      long id = i < missed.size() - 1 ? before : prospect.eventId();
      frames.add(bare(id, missed.get(i)));
    }
    return frames;
  }

  /** Nobody can tell what a reader has seen who comes with an id that was never given out. */
  private boolean isIssued(OptionalLong since, long newest) {
    return since.isPresent()
        && since.getAsLong() <= newest
        && feed.afterLeap(since.getAsLong()) == null;
  }

  /** Adds what the row means to the reader; false when it takes a fresh look to tell. */
  private boolean tell(JournalRow row, List<byte[]> frames) {
    Run run = row.run();
    if (run == null) {
      return again(row, frames);
    }
    List<Prompt> now = kind.pending(run);
    List<Prompt> gone =
        known.values().stream()
            .filter(prompt -> prompt.runKey() == run.key() && !now.contains(prompt))
            .toList();
    List<Prompt> fresh = now.stream().filter(prompt -> !known.containsValue(prompt)).toList();
    if (!gone.isEmpty()) {
      gone.forEach(prompt -> known.remove(prompt.key()));
      // A request that goes on to its next part has never ceased to wait.
      fresh.stream()
          .filter(prompt -> gone.stream().anyMatch(old -> old.key() == prompt.key()))
          .forEach(prompt -> known.put(prompt.key(), prompt));
      Object oldest = known.isEmpty() ? null : view(run, known.firstEntry().getValue());
      if (oldest == null && !known.isEmpty()) {
        return false;
      }
      // One that is not settled has gone on to its next part, which comes behind this with the
      // row's own id: whoever is cut off in between has seen all but this row.
      long id = idOf(row, kind::settled, gone, row.idOf(0) - 1);
      frames.add(state(id, kind.event(), oldest, known.size()));
    }
    for (Prompt prompt : fresh) {
      known.put(prompt.key(), prompt);
      Object view = kind.view(run, prompt);
      if (view != null) {
        frames.add(bare(idOf(row, kind::raised, List.of(prompt), row.lastId()), view));
      }
    }
    return !gone.isEmpty() || !fresh.isEmpty() || again(row, frames);
  }

  /**
   * The state once more, where the row says that its card waits for others now. A card behind it is
   * not shown by a state, and is shown as it is then when its turn comes.
   */
  private boolean again(JournalRow row, List<byte[]> frames) {
    Prompt first = known.isEmpty() ? null : known.firstEntry().getValue();
    long id = first == null ? NOTHING : idOf(row, kind::changed, List.of(first), NOTHING);
    if (first == null || id == NOTHING) {
      return true;
    }
    Run run = row.run();
    Object oldest =
        run == null
            ? engine.read(queries -> PromptSnapshot.view(queries, kind, first))
            : view(run, first);
    if (oldest == null) {
      return false;
    }
    frames.add(state(id, kind.event(), oldest, known.size()));
    return true;
  }

  private @Nullable Object view(Run run, Prompt prompt) {
    return prompt.runKey() == run.key()
        ? kind.view(run, prompt)
        : engine.read(queries -> PromptSnapshot.view(queries, kind, prompt));
  }

  /** The id of the row's last event that speaks of one of these. */
  private long idOf(
      JournalRow row,
      Function<LedgerEvent, @Nullable String> gate,
      List<Prompt> prompts,
      long otherwise) {
    for (int i = row.events().size() - 1; i >= 0; i--) {
      String id = gate.apply(row.events().get(i));
      if (id != null && prompts.stream().anyMatch(prompt -> prompt.key() == kind.key(id))) {
        return row.idOf(i);
      }
    }
    return otherwise;
  }

  private byte[] state(long id, String event, @Nullable Object oldest, int count) {
    screen.shows(oldest == null ? null : kind.promptId(oldest), count);
    return frame(id, event, kind.wrapped(oldest, count));
  }

  private byte[] bare(long id, Object view) {
    screen.shows(kind.promptId(view), known.size());
    return frame(id, kind.event(), view);
  }

  private byte[] frame(long id, String event, Object data) {
    return Frames.event(Long.toString(id), event, json.write(data));
  }
}
