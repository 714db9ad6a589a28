package dev.holdpoint.agent.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a talk and nobody has taken yet. Whoever adds is never held up. An agent may
 * say more than anybody takes: its words are put together and cut off at a limit, its tools are
 * passed over beyond another. Whatever somebody has to act on is always kept; there are never many
 * of those.
 */
public final class AgentEvents {
  public static final int MAX_TEXT = 4 << 20;
  public static final int MAX_TOOLS = 1_000;

  private final Deque<AgentEvent> waiting = new ArrayDeque<>();
  // The words at the end, which may still grow.
  private final StringBuilder words = new StringBuilder();
  private int text;
  private int tools;
  private long dropped;
  private AgentEvent.@Nullable Gone gone;
  private volatile Runnable news = () -> {};

  public void add(AgentEvent happening) {
    if (keep(happening)) {
      news.run();
    }
  }

  /** Gives whether whoever was told last may not know of it. */
  private synchronized boolean keep(AgentEvent happening) {
    if (gone != null) {
      return false;
    }
    int weight = weight(happening);
    boolean tool = isTool(happening);
    if (text + weight > MAX_TEXT || (tool && tools >= MAX_TOOLS)) {
      dropped++;
      return false;
    }
    text += weight;
    boolean merged = happening instanceof AgentEvent.Said && !words.isEmpty();
    if (happening instanceof AgentEvent.Said said) {
      words.append(said.text());
    } else {
      closeWords();
      waiting.add(happening);
      tools += tool ? 1 : 0;
      gone = happening instanceof AgentEvent.Gone last ? last : null;
    }
    notifyAll();
    return !merged;
  }

  private void closeWords() {
    if (!words.isEmpty()) {
      waiting.add(new AgentEvent.Said(words.toString()));
      words.setLength(0);
      words.trimToSize();
    }
  }

  /** Once that the agent is gone was taken it is told again: nobody waits for what cannot come. */
  public synchronized AgentEvent next() throws InterruptedException {
    while (waiting.isEmpty() && words.isEmpty()) {
      if (gone != null) {
        return gone;
      }
      wait();
    }
    if (waiting.isEmpty()) {
      closeWords();
    }
    AgentEvent next = waiting.remove();
    text -= weight(next);
    tools -= isTool(next) ? 1 : 0;
    return next;
  }

  public synchronized @Nullable AgentEvent peek() {
    if (waiting.isEmpty()) {
      closeWords();
    }
    return waiting.peek();
  }

  /** Told at once if something waits already. */
  public void onNews(Runnable told) {
    news = told;
    if (peek() != null) {
      told.run();
    }
  }

  /** How many words and tools nobody will hear of. */
  public synchronized long dropped() {
    return dropped;
  }

  private static int weight(AgentEvent happening) {
    return switch (happening) {
      case AgentEvent.Said said -> said.text().length();
      case AgentEvent.Began began -> began.tool().length() + began.input().text().length();
      case AgentEvent.Finished finished -> finished.output().text().length();
      case AgentEvent.ModeChanged changed -> changed.to().length();
      case AgentEvent.Asked _, AgentEvent.Dropped _, AgentEvent.Ended _, AgentEvent.Gone _ -> 0;
    };
  }

  private static boolean isTool(AgentEvent happening) {
    return happening instanceof AgentEvent.Began
        || happening instanceof AgentEvent.Finished
        || happening instanceof AgentEvent.ModeChanged;
  }
}
