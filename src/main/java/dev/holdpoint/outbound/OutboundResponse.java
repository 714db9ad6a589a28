package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.DeliveryFault;
import dev.holdpoint.engine.json.Digests;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What came of a letter. */
sealed interface OutboundResponse {
  /**
   * @param retryAfter the header of that name
   * @param text the body, or its beginning if it is long
   * @param digest of the status and of that much of the body
   */
  record Told(int status, @Nullable String retryAfter, String text, String digest)
      implements OutboundResponse {
    static Told of(int status, @Nullable String retryAfter, byte[] body) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes((status + "\n").getBytes(StandardCharsets.US_ASCII));
      all.writeBytes(body);
      return new Told(
          status,
          retryAfter,
          new String(body, StandardCharsets.UTF_8),
          Digests.sha256Hex(all.toByteArray()));
    }

    boolean isGood() {
      return status >= 200 && status < 300;
    }

    @Override
    public String toString() {
      return "Told[" + status + "]";
    }
  }

  /** No answer, or not a whole one. */
  record Nothing(DeliveryFault fault, boolean isFinal) implements OutboundResponse {}
}
