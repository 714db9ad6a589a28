package dev.holdpoint.http.acp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.engine.port.AcpServers.Message;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Frames;
import dev.holdpoint.http.stream.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * One reader's way through the messages of a server. Whoever comes without a number sees from now
 * on, and first what waits; whoever comes with one sees what came after it. What is not kept any
 * more is announced, and what waits of it is sent all the same.
 */
final class AcpMessageSource implements FrameSource {
  private final AcpServers.Messages messages;
  private final OptionalLong seen;
  private boolean begun;

  AcpMessageSource(AcpServers.Messages messages, OptionalLong seen) {
    this.messages = messages;
    this.seen = seen;
  }

  @Override
  public Batch next(long cursor, int maxFrames) {
    if (begun) {
      return after(cursor, maxFrames);
    }
    begun = true;
    if (seen.isPresent()) {
      return after(seen.getAsLong(), maxFrames);
    }
    // The number first: what is raised behind it comes by itself.
    long newest = messages.newest();
    return new Batch(waiting(newest), newest, true);
  }

  private Batch after(long number, int limit) {
    AcpServers.Page page = messages.after(number, limit);
    List<byte[]> frames = new ArrayList<>();
    if (page.gap()) {
      long before =
          page.messages().isEmpty() ? page.last() : page.messages().getFirst().number() - 1;
      frames.add(gap(before));
      frames.addAll(waiting(before));
    }
    page.messages().forEach(message -> frames.add(frame(message)));
    return new Batch(frames, page.last(), page.more(), page.ended());
  }

  private List<byte[]> waiting(long upTo) {
    return messages.waiting().stream()
        .filter(message -> message.number() <= upTo)
        .map(AcpMessageSource::frame)
        .toList();
  }

  private static byte[] frame(Message message) {
    return frame(message.number(), message.json().text());
  }

  private static byte[] gap(long resumeAfter) {
    ObjectNode notice =
        JsonTree.object().put("jsonrpc", "2.0").put("method", "_holdpoint/stream_gap");
    notice.putObject("params").put("resumeAfter", resumeAfter);
    return frame(resumeAfter, JsonTree.write(notice).text());
  }

  private static byte[] frame(long number, String text) {
    return Frames.event(Long.toString(number), "message", text.getBytes(UTF_8));
  }

  @Override
  public Registration onNews(Runnable wake) {
    return Registration.of(messages.onNews(wake));
  }
}
