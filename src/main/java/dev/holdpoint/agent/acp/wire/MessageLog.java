package dev.holdpoint.agent.acp.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.AcpServers.Message;
import dev.holdpoint.engine.port.AcpServers.Page;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The newest messages of one server, for those who come back. */
public final class MessageLog {
  private static final int MESSAGES = 1_000;
  private static final long BYTES = 8L << 20;

  private final Deque<Message> kept = new ArrayDeque<>();
  private final Map<Object, Runnable> listeners = new ConcurrentHashMap<>();
  private final long before;
  private long newest;
  private long bytes;
  private boolean ended;

  /**
   * @param before below every number that is given out
   */
  public MessageLog(long before) {
    this.before = before;
    this.newest = before;
  }

  /** Gives the message's number. */
  public long add(Json json) {
    long number;
    synchronized (this) {
      number = ++newest;
      kept.add(new Message(number, json));
      bytes += size(json);
      while (kept.size() > MESSAGES || (bytes > BYTES && kept.size() > 1)) {
        bytes -= size(kept.remove().json());
      }
    }
    listeners.values().forEach(Runnable::run);
    return number;
  }

  public void end() {
    synchronized (this) {
      ended = true;
    }
    listeners.values().forEach(Runnable::run);
  }

  public synchronized long newest() {
    return newest;
  }

  public synchronized Page after(long number, int limit) {
    if (number > newest) {
      // Of no number of ours: whoever has it has seen another server under this id.
      return new Page(List.of(), true, newest, false, ended);
    }
    long oldest = kept.isEmpty() ? newest + 1 : kept.getFirst().number();
    List<Message> page = new ArrayList<>();
    for (Message message : kept) {
      if (message.number() > number && page.size() < limit) {
        page.add(message);
      }
    }
    long last = page.isEmpty() ? newest : page.getLast().number();
    boolean more = last < newest;
    // Zero is whatever there is; any other number is of something that was seen.
    boolean gap = Math.max(number, number == 0 ? before : 0) < oldest - 1;
    return new Page(page, gap, last, more, ended && !more);
  }

  public AutoCloseable onNews(Runnable wake) {
    Object own = new Object();
    listeners.put(own, wake);
    return () -> listeners.remove(own);
  }

  private static long size(Json json) {
    return json.text().getBytes(UTF_8).length;
  }
}
