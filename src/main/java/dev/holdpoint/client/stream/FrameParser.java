package dev.holdpoint.client.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events from bytes that come in pieces of any size. A line ends with LF, CR or CRLF; a
 * frame ends with an empty line, and one that was cut off is no frame.
 */
public final class FrameParser {
  static final int MAX_BYTES = 1024 * 1024;

  private static final String UNNAMED = "message";
  private static final Pattern EVENT_ID = Pattern.compile("[0-9]{1,20}");

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final StringBuilder data = new StringBuilder();
  private boolean hasData;
  private @Nullable String id;
  private String event = UNNAMED;
  private int frameBytes;
  private boolean afterCr;
  private boolean begun;

  /**
   * @param event what follows {@code event:}; {@code message} where nothing does, as in a browser
   * @param data what follows {@code data:}, several lines joined by LF
   */
  public record Frame(@Nullable String id, String event, String data) {}

  /** What came is no event of a daemon, or too much of one. */
  static class BadFrame extends Exception {
    BadFrame(String message) {
      super(message);
    }
  }

  /** One that this client does not read, though it may be well made. */
  static final class TooLarge extends BadFrame {
    private final @Nullable String id;

    TooLarge(String message, @Nullable String id) {
      super(message);
      this.id = id;
    }

    @Nullable String id() {
      return id;
    }
  }

  void accept(byte[] bytes, int length, List<Frame> frames) throws BadFrame {
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b == '\n' && afterCr) {
        afterCr = false;
        continue;
      }
      afterCr = b == '\r';
      if (b == '\n' || b == '\r') {
        endLine(frames);
      } else {
        line.write(b);
        if (++frameBytes > MAX_BYTES) {
          throw tooLarge();
        }
      }
    }
  }

  private void endLine(List<Frame> frames) throws BadFrame {
    String text = text();
    line.reset();
    if (text.isEmpty()) {
      if (hasData) {
        frames.add(new Frame(id, event, data.toString()));
      }
      data.setLength(0);
      hasData = false;
      id = null;
      event = UNNAMED;
      frameBytes = 0;
      return;
    }
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    take(field, value.startsWith(" ") ? value.substring(1) : value);
  }

  private void take(String field, String value) throws BadFrame {
    switch (field) {
      case "data" -> {
        if (hasData) {
          data.append('\n');
        }
        data.append(value);
        hasData = true;
      }
      case "id" -> {
        if (!EVENT_ID.matcher(value).matches()) {
          throw new BadFrame("An event of the stream has an id that is not a number");
        }
        id = value;
      }
      case "event" -> event = value.isEmpty() ? UNNAMED : value;
      default -> {
        // Comments have an empty name; what else a server may send is to be passed over.
      }
    }
  }

  private String text() throws BadFrame {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
      boolean first = !begun;
      begun = true;
      return first && text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException _) {
      throw new BadFrame("An event of the stream is not valid UTF-8");
    }
  }

  private TooLarge tooLarge() {
    return new TooLarge(
        "Event "
            + (id == null ? "without an id" : id)
            + " of the stream is larger than 1 MiB. Read the current state with GET "
            + "/v1/runs/{run_id}, /v1/approvals/{approval_id} or "
            + "/v1/questions/{question_id}; GET /v1/runs, /v1/approvals and "
            + "/v1/questions list them",
        id);
  }
}
