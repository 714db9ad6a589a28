package dev.holdpoint.cli;

import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.stream.EventStream;
import java.io.PrintWriter;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints a stream as it comes, over as many connections as it takes. */
public final class StreamFollower implements EventStream.Handler {
  private final PrintWriter out;
  private final PrintWriter err;
  private final EventText text;
  private final boolean json;
  private final Predicate<StreamFrame> last;
  private boolean lost;
  private boolean anyId;

  /**
   * @param last after which frame to stop
   */
  public StreamFollower(
      PrintWriter out, PrintWriter err, Paint paint, boolean json, Predicate<StreamFrame> last) {
    this.out = out;
    this.err = err;
    this.text = new EventText(out, paint);
    this.json = json;
    this.last = last;
  }

  public void follow(EventStream stream) throws CallFailed {
    anyId = stream.lastId() != null;
    stream.follow(this);
  }

  @Override
  public boolean opened() {
    if (lost) {
      lost = false;
      say("reconnected to the stream");
    }
    return true;
  }

  @Override
  public boolean take(@Nullable String id, StreamFrame frame) {
    anyId |= id != null;
    if (json) {
      printJson(id, frame);
    } else {
      text.print(frame);
    }
    // Nobody reads any more, as behind 'head': then there is nobody to go on for.
    return !last.test(frame) && !out.checkError();
  }

  /** A line each, so that a program can read them as they come. */
  private void printJson(@Nullable String id, StreamFrame frame) {
    if (frame instanceof StreamFrame.Heartbeat) {
      return;
    }
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    if (id != null) {
      line.put("id", id);
    }
    line.setAll((ObjectNode) ClientJson.tree(frame));
    out.println(Visible.json(line.toString()));
    out.flush();
  }

  @Override
  public boolean lost(String why, int waitMs) {
    if (!lost) {
      lost = true;
      say(
          "the stream was interrupted ("
              + Visible.line(why)
              + "); reconnecting"
              + (anyId ? "" : ". Events until then are not shown"));
    }
    return true;
  }

  private void say(String line) {
    err.println("holdpoint: " + line);
    err.flush();
  }
}
