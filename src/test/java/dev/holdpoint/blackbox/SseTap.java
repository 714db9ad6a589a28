package dev.holdpoint.blackbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A reader of one event stream. */
final class SseTap implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int PATIENCE_MS = 60_000;

  private final HttpURLConnection connection;
  private final BufferedReader lines;

  /**
   * @param text the frame exactly as it came, without the empty line at its end
   */
  record Frame(long id, String type, String text, JsonNode data) {}

  private SseTap(HttpURLConnection connection) throws IOException {
    this.connection = connection;
    this.lines =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
  }

  static SseTap open(DaemonProcess daemon, String path) throws IOException {
    var connection =
        (HttpURLConnection) URI.create(daemon.address() + path).toURL().openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + daemon.adminToken());
    connection.setReadTimeout(PATIENCE_MS);
    return new SseTap(connection);
  }

  /** The durable frames up to and with the first that is wanted. */
  List<Frame> until(Predicate<Frame> wanted) {
    List<Frame> frames = new ArrayList<>();
    while (true) {
      Frame frame = next();
      if (frame.id >= 0) {
        frames.add(frame);
        if (wanted.test(frame)) {
          return frames;
        }
      }
    }
  }

  private Frame next() {
    long id = -1;
    String type = "";
    String data = "";
    StringBuilder text = new StringBuilder();
    try {
      while (true) {
        String line = lines.readLine();
        if (line == null) {
          throw new AssertionError("the stream ended");
        }
        if (line.isEmpty()) {
          if (!data.isEmpty()) {
            return new Frame(id, type, text.toString(), JSON.readTree(data));
          }
          text.setLength(0);
          continue;
        }
        text.append(line).append('\n');
        if (line.startsWith("id: ")) {
          id = Long.parseLong(line.substring(4));
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    connection.disconnect();
  }
}
