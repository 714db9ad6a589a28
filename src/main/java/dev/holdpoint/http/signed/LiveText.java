package dev.holdpoint.http.signed;

import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * What a model says before it is committed, until the stream comes to it. It listens from before
 * the run exists, so that no beginning is missed: what is shown must be a beginning of what will be
 * committed.
 */
final class LiveText implements AutoCloseable {
  private static final int MOST_CHARACTERS = 256 * 1024;

  private final Registration listening;

  // Guarded by this.
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private int characters;
  private long runKey;
  private int first;
  private int lost = -1;
  private Runnable wake = () -> {};

  /**
   * @param output which output of the run it will be
   */
  private record Piece(long runKey, int output, String text) {}

  LiveText(Feed feed, long sessionKey) {
    this.listening =
        Registration.of(
            feed.listen(
                new Feed.Filter.OfSession(sessionKey),
                new Feed.Listener() {
                  @Override
                  public void news() {
                    awake().run();
                  }

                  @Override
                  public void text(Run run, String text) {
                    if (add(new Piece(run.key(), run.outputs().size(), text))) {
                      awake().run();
                    }
                  }
                }));
  }

  private synchronized Runnable awake() {
    return wake;
  }

  /** Calls this from now on when there may be something new. */
  synchronized void wakes(Runnable reader) {
    wake = reader;
  }

  /**
   * Only this run's from now on.
   *
   * @param output the first of its outputs whose beginning cannot have been missed
   */
  synchronized void of(long key, int output) {
    runKey = key;
    first = output;
    pieces.removeIf(piece -> piece.runKey != key || piece.output < output);
    characters = pieces.stream().mapToInt(piece -> piece.text.length()).sum();
  }

  /** A reader who is too slow for all of it gets the rest when it is committed. */
  private synchronized boolean add(Piece piece) {
    boolean wanted = runKey == 0 || (piece.runKey == runKey && piece.output >= first);
    if (!wanted || piece.output == lost) {
      return false;
    }
    if (characters + piece.text.length() > MOST_CHARACTERS) {
      lost = piece.output;
      return false;
    }
    pieces.add(piece);
    characters += piece.text.length();
    return true;
  }

  /** What was said so far for this output; what belongs to earlier ones is forgotten. */
  synchronized String take(int output) {
    StringBuilder text = new StringBuilder();
    Iterator<Piece> all = pieces.iterator();
    while (all.hasNext()) {
      Piece piece = all.next();
      if (piece.output > output) {
        continue;
      }
      if (piece.output == output) {
        text.append(piece.text);
      }
      characters -= piece.text.length();
      all.remove();
    }
    return text.toString();
  }

  @Override
  public void close() {
    listening.close();
  }
}
