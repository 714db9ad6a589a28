package dev.holdpoint.agent.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a talk and nobody has taken yet. Whoever adds is never held up, so what may
 * be kept is bounded: an agent that goes on without end while nobody listens is not worth the
 * daemon's memory.
 */
public final class Happenings {
  /** In characters of what was said, put in and put out. */
  public static final long ROOM = 32L * 1024 * 1024;

  private static final int ENTRIES = 100_000;
  // Pieces are put together up to this length, so that putting together stays cheap.
  private static final int PIECE = 16 * 1024;

  private final Deque<Happening> waiting = new ArrayDeque<>();
  private Runnable news = () -> {};
  private long kept;
  private boolean over;

  /** Whether there was room for it; once an agent is gone, nothing is added and all is well. */
  public boolean add(Happening happening) {
    Runnable told;
    synchronized (this) {
      if (over) {
        return true;
      }
      over = happening instanceof Happening.Gone;
      if (!over && (kept + size(happening) > ROOM || waiting.size() >= ENTRIES)) {
        return false;
      }
      kept += size(happening);
      if (!joined(happening)) {
        waiting.addLast(happening);
      }
      notifyAll();
      told = news;
    }
    told.run();
    return true;
  }

  private boolean joined(Happening happening) {
    if (happening instanceof Happening.Said(String more)
        && waiting.peekLast() instanceof Happening.Said(String before)
        && before.length() + more.length() <= PIECE) {
      waiting.removeLast();
      waiting.addLast(new Happening.Said(before + more));
      return true;
    }
    return false;
  }

  public synchronized Happening next() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    Happening next = waiting.removeFirst();
    kept -= size(next);
    return next;
  }

  public synchronized @Nullable Happening peek() {
    return waiting.peekFirst();
  }

  /** Tells at once when there is something already: who asks late misses nothing. */
  public void onNews(Runnable listener) {
    boolean any;
    synchronized (this) {
      news = listener;
      any = !waiting.isEmpty();
    }
    if (any) {
      listener.run();
    }
  }

  private static long size(Happening happening) {
    return switch (happening) {
      case Happening.Said said -> said.text().length();
      case Happening.Began began -> began.input().text().length();
      case Happening.Finished finished -> finished.output().text().length();
      case Happening.Asked asked -> asked.ask().input().text().length();
      case Happening.Dropped dropped -> dropped.reason().length();
      case Happening.Ended ended -> ended.detail().length();
      case Happening.Gone gone -> gone.reason().length();
    };
  }
}
