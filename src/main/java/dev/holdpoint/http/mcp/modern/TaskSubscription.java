package dev.holdpoint.http.mcp.modern;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.GateSnapshot;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.http.stream.StreamPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A client listens to some of its tasks, and hears of each once: when it is settled. */
final class TaskSubscription implements FrameSource {
  private static final byte[] PING = Frames.comment("ping");
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);

  private final GateTasks tasks;
  private final Feed feed;
  private final RpcMessages messages;
  private final Caller caller;
  private final Json id;
  private final String site;

  /** The keys of the runs by the tasks that are not told of yet. */
  private final Map<String, Long> open = new LinkedHashMap<>();

  /** Those of them that something has happened to. */
  private final Set<Long> news = ConcurrentHashMap.newKeySet();

  /**
   * @param id of the request that listens
   * @param watched what the caller may see
   */
  TaskSubscription(
      GateTasks tasks,
      Feed feed,
      RpcMessages messages,
      Caller caller,
      Json id,
      String site,
      List<GateSnapshot> watched) {
    this.tasks = tasks;
    this.feed = feed;
    this.messages = messages;
    this.caller = caller;
    this.id = id;
    this.site = site;
    watched.forEach(held -> open.put(held.gateId(), held.run().key()));
    // What was settled before is told at once.
    news.addAll(open.values());
  }

  /**
   * @param forTasks whether tasks were asked for; nothing else is ever offered
   */
  StreamPlan plan(boolean forTasks) {
    ObjectNode params = JsonTree.object();
    ObjectNode accepted = params.putObject("notifications");
    if (forTasks) {
      ArrayNode ids = accepted.putArray("taskIds");
      open.keySet().forEach(ids::add);
    }
    return StreamPlan.events(this, 0)
        .greeting(RpcMessages.notification("notifications/subscriptions/acknowledged", params, id))
        .heartbeat(PING, SIGN_OF_LIFE);
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    List<byte[]> frames = new ArrayList<>();
    Iterator<Map.Entry<String, Long>> rest = open.entrySet().iterator();
    while (rest.hasNext() && frames.size() < maxFrames) {
      Map.Entry<String, Long> task = rest.next();
      // Before it is read: what happens from here on makes it news again.
      if (!news.remove(task.getValue())) {
        continue;
      }
      GateSnapshot held = tasks.find(caller, task.getKey()).orElse(null);
      if (held == null || !held.isPending()) {
        rest.remove();
      }
      if (held != null && !held.isPending()) {
        frames.add(
            RpcMessages.notification("notifications/tasks", tasks.view(caller, held, site), id));
      }
    }
    return new Batch(frames, cursor + frames.size(), frames.size() == maxFrames);
  }

  @Override
  public Registration onNews(Runnable wake) {
    List<Registration> listening = new ArrayList<>();
    for (long runKey : open.values()) {
      listening.add(
          Registration.of(
              feed.listen(
                  new Feed.Filter.OfRun(runKey),
                  () -> {
                    news.add(runKey);
                    wake.run();
                  })));
    }
    return () -> listening.forEach(Registration::close);
  }

  @Override
  public List<byte[]> farewell() {
    return List.of(messages.end(id));
  }
}
