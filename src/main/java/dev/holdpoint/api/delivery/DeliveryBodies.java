package dev.holdpoint.api.delivery;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.JsonLength;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.RefusedAs;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.DeliveryStatus;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of requests and responses about deliveries and their targets. */
public interface DeliveryBodies {
  @About("A delivery of an output, without its address or payload.")
  record DeliveryView(
      String deliveryId,
      DeliveryStatus status,
      String sessionId,
      @OmitIfUnset @Nullable String runId,
      String plugin,
      @About("A digest of the address.") String target,
      @About(
              "Where it goes: the connector with its channel, or the host of a URL; for callers who "
                  + "may not decide the plugin. Never a path, a query or a token.")
          @OmitIfUnset
          @Nullable String targetLabel,
      @About("What it is about: the title of the request or of the run.") @OmitIfUnset
          @Nullable String title,
      int attempts,
      @OmitIfUnset @Nullable Long nextAttemptAtMs,
      @OmitIfUnset @Nullable Long deliveredAtMs,
      @OmitIfUnset @Nullable Long deadLetteredAtMs,
      @OmitIfUnset
          @Words({
            "failed:timeout",
            "failed:status",
            "failed:connect",
            "failed:rate_limited",
            "failed:terminal",
            "failed:blocked"
          })
          @Nullable String lastError,
      @OmitIfUnset @Nullable String replayedFromDeliveryId,
      long contentSizeBytes,
      long createdAtMs) {}

  @About("Options for a replay of a dead letter.")
  record ReplayDeliveryRequest(
      @About("The same as the query parameter.") @Nullable Boolean force,
      @Length(min = 1, max = Limits.IDEMPOTENCY_KEY) @RefusedAs("invalid_idempotency_key")
          @Nullable String idempotencyKey) {}

  @About("A replayed dead letter.")
  record ReplayedDelivery(
      String replayedFromDeliveryId,
      @About("The new delivery; the status is 200 if it was already replayed.")
          DeliveryView delivery) {}

  @About(
      "A target for outputs: a stored handle (plugin and address, no type), or "
          + "one of the typed forms.")
  record ReplyTarget(
      @Nullable Type type,
      @Length(min = 1, max = Limits.NAME) @Nullable String plugin,
      @Length(min = 1, max = Limits.URL) @Nullable String address,
      @Length(min = 1, max = Limits.NAME) @Nullable String connector,
      @Length(min = 1, max = Limits.URL) @Nullable String route,
      @JsonLength(max = Limits.CHOICE) @About("A number, or a public name as text.")
          @Nullable JsonNode chatId,
      @Nullable @Range(min = 1, max = Long.MAX_VALUE) Long messageThreadId,
      @Nullable @Range(min = 1, max = Long.MAX_VALUE) Long replyToMessageId,
      @Length(min = 1, max = Limits.ID) @Nullable String channelId,
      @Length(min = 1, max = Limits.ID) @Nullable String teamId,
      @Length(min = 1, max = Limits.ID) @Nullable String threadTs,
      @Length(min = 1, max = Limits.URL) @Nullable String url,
      @Size(max = Limits.HEADERS) @Length(max = Limits.URL) Map<String, String> headers) {
    public ReplyTarget {
      chatId = Copies.orNull(chatId);
      headers = Copies.of(headers);
    }

    @About("The typed forms.")
    public enum Type {
      RAW,
      EXTERNAL,
      TELEGRAM,
      SLACK,
      HTTP
    }
  }

  @About("A target for outputs, in its stored form.")
  record ReplyHandle(String plugin, String address) {}
}
