package dev.holdpoint.agent.peer;

import org.jspecify.annotations.Nullable;

/** A talk in which what happens is kept until somebody takes it, within bounds. */
public abstract class KeptTalk implements Talk {
  private final Happenings happenings = new Happenings();

  protected final void add(Happening happening) {
    happenings.add(happening);
  }

  /** How many words and tools nobody will hear of. */
  protected final long dropped() {
    return happenings.dropped();
  }

  @Override
  public final Happening next() throws InterruptedException {
    return happenings.next();
  }

  @Override
  public final @Nullable Happening peek() {
    return happenings.peek();
  }

  @Override
  public final void onNews(Runnable news) {
    happenings.onNews(news);
  }
}
