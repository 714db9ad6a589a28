package dev.holdpoint.outbound;

import dev.holdpoint.core.delivery.DeliveryAttempt;
import dev.holdpoint.engine.json.JsonTree;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes a parcel as its receiver wants it. */
final class OutboundRequests {
  // https://docs.slack.dev/reference/methods/chat.postMessage: more is cut off there.
  private static final int SLACK_TEXT = 40_000;
  // https://core.telegram.org/bots/api#sendmessage: more is refused there.
  private static final int TELEGRAM_TEXT = 4_096;

  /** The status says it all; the rest is for the digest. */
  private static final int WEB_ANSWER_BYTES = 64 << 10;

  /** They send the message back, and what counts may stand after it. */
  private static final int CHAT_ANSWER_BYTES = 1 << 20;

  private final Map<String, Signature> signatures = new HashMap<>();
  private final Signature own;

  /**
   * @param ownSecret what is signed with where a connector has no secret of its own
   */
  OutboundRequests(Map<String, Connector> connectors, Credential ownSecret) {
    this.own = new Signature(ownSecret);
    connectors.forEach(
        (name, connector) -> {
          Credential secret = connector.secret();
          if (secret != null) {
            signatures.put(name, new Signature(secret));
          }
        });
  }

  OutboundRequest write(DeliveryAttempt parcel, ResolvedTarget way, Instant now) {
    Connector connector = way.connector();
    return switch (way.destination()) {
      case Destination.Web web -> toWeb(parcel, connector, web, now);
      case Destination.Channel channel -> toSlack(parcel, connector, channel);
      case Destination.Chat chat -> toTelegram(parcel, connector, chat);
    };
  }

  private OutboundRequest toWeb(
      DeliveryAttempt parcel, Connector connector, Destination.Web web, Instant now) {
    String body = parcel.data().text();
    long seconds = now.getEpochSecond();
    Map<String, String> headers = new LinkedHashMap<>(web.headers());
    headers.put("Idempotency-Key", parcel.deliveryId());
    headers.put("webhook-id", parcel.deliveryId());
    headers.put("webhook-timestamp", Long.toString(seconds));
    headers.put(
        "webhook-signature",
        signatures.getOrDefault(connector.name(), own).of(parcel.deliveryId(), seconds, body));
    if (parcel.trace() != null) {
      headers.put("traceparent", parcel.trace().header());
    }
    bearer(headers, connector.token());
    return new OutboundRequest(web.url(), headers, body, web.chosen(), WEB_ANSWER_BYTES);
  }

  private static OutboundRequest toSlack(
      DeliveryAttempt parcel, Connector connector, Destination.Channel channel) {
    ObjectNode body =
        JsonTree.object()
            .put("channel", channel.id())
            .put("text", Clip.forSlack(SLACK_TEXT, parcel.text()))
            .put("mrkdwn", false)
            // Slack would fetch whatever a text names.
            .put("unfurl_links", false)
            .put("unfurl_media", false);
    if (channel.threadTs() != null) {
      body.put("thread_ts", channel.threadTs());
    }
    Map<String, String> headers = new LinkedHashMap<>();
    bearer(headers, connector.token());
    return letter(connector, "chat.postMessage", headers, body);
  }

  private static OutboundRequest toTelegram(
      DeliveryAttempt parcel, Connector connector, Destination.Chat chat) {
    ObjectNode body = JsonTree.object();
    body.set("chat_id", chat.id());
    body.put("text", Clip.to(TELEGRAM_TEXT, parcel.text()));
    if (chat.threadId() != null) {
      body.put("message_thread_id", chat.threadId());
    }
    if (chat.replyTo() != null) {
      body.putObject("reply_parameters")
          .put("message_id", chat.replyTo())
          .put("allow_sending_without_reply", true);
    }
    body.putObject("link_preview_options").put("is_disabled", true);
    Credential token = Objects.requireNonNull(connector.token());
    return letter(connector, "bot" + token.value() + "/sendMessage", Map.of(), body);
  }

  private static OutboundRequest letter(
      Connector connector, String path, Map<String, String> headers, ObjectNode body) {
    String base = Objects.requireNonNull(connector.baseUrl()).toString();
    URI url = URI.create((base.endsWith("/") ? base : base + "/") + path);
    return new OutboundRequest(url, headers, JsonTree.write(body).text(), true, CHAT_ANSWER_BYTES);
  }

  private static void bearer(Map<String, String> headers, @Nullable Credential token) {
    if (token != null) {
      headers.put("Authorization", "Bearer " + token.value());
    }
  }
}
