package dev.holdpoint.agent.opencode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Server-sent events, each a JSON object in one or more data lines. */
final class OpenCodeStream implements AutoCloseable {
  private static final int MAX_EVENT = 16 << 20;

  private final InputStream in;
  private volatile long heardAt = System.nanoTime();

  OpenCodeStream(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next event; null at the end. */
  @Nullable JsonNode next() throws IOException {
    StringBuilder data = new StringBuilder();
    for (String line = line(); line != null; line = line()) {
      if (line.startsWith("data:")) {
        data.append(line, line.startsWith("data: ") ? 6 : 5, line.length()).append('\n');
      } else if (line.isEmpty() && !data.isEmpty()) {
        try {
          return JsonTree.read(data.toString());
        } catch (NotJson e) {
          throw new IOException("an event is not JSON");
        }
      }
      if (data.length() > MAX_EVENT) {
        throw tooLong();
      }
    }
    return null;
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != -1; next = in.read()) {
      heardAt = System.nanoTime();
      if (next == '\n') {
        return line.toString(UTF_8).stripTrailing();
      }
      line.write(next);
      if (line.size() > MAX_EVENT) {
        throw tooLong();
      }
    }
    return null;
  }

  private static IOException tooLong() {
    return new IOException("an event has more than " + MAX_EVENT + " bytes");
  }

  /** How long nothing has come. */
  long silentForNanos() {
    return System.nanoTime() - heardAt;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
