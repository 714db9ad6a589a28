package dev.holdpoint.agent.peer;

import org.jspecify.annotations.Nullable;

/** A talk in which what happens is kept until somebody takes it, within bounds. */
public abstract class BufferedPeerSession implements PeerSession {
  private final AgentEvents happenings = new AgentEvents();

  protected final void add(AgentEvent happening) {
    happenings.add(happening);
  }

  /** How many words and tools nobody will hear of. */
  protected final long dropped() {
    return happenings.dropped();
  }

  @Override
  public final AgentEvent next() throws InterruptedException {
    return happenings.next();
  }

  @Override
  public final @Nullable AgentEvent peek() {
    return happenings.peek();
  }

  @Override
  public final void onNews(Runnable news) {
    happenings.onNews(news);
  }
}
