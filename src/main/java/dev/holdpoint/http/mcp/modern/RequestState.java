package dev.holdpoint.http.mcp.modern;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.http.mcp.CallParams;
import dev.holdpoint.http.server.Caller;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a client keeps between the two rounds of a call: the gate, readable, and a MAC that binds it
 * to the token, the tool and the arguments. Nothing of it is kept here, so every node takes it,
 * also after a restart.
 */
final class RequestState {
  private static final String VERSION = "1.";

  /** More than any that is given out. */
  private static final int LENGTH = 200;

  private final UnaryOperator<byte[]> mac;

  /**
   * @param mac the same at every node, and known to none but them
   */
  RequestState(UnaryOperator<byte[]> mac) {
    this.mac = mac;
  }

  String of(String gateId, Caller caller, CallParams call) {
    byte[] seal = mac.apply(bound(gateId, caller, call));
    return VERSION + gateId + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(seal);
  }

  /** The gate; null for a text that was not given out for this very call. */
  @Nullable String gate(String text, Caller caller, CallParams call) {
    int end = text.lastIndexOf('.');
    if (text.length() > LENGTH || !text.startsWith(VERSION) || end < VERSION.length()) {
      return null;
    }
    String gateId = text.substring(VERSION.length(), end);
    // Compared as text: several texts may decode to the same bytes.
    return MessageDigest.isEqual(of(gateId, caller, call).getBytes(UTF_8), text.getBytes(UTF_8))
        ? gateId
        : null;
  }

  private static byte[] bound(String gateId, Caller caller, CallParams call) {
    StringBuilder all = new StringBuilder();
    for (String part :
        new String[] {
          gateId,
          caller.tenantId(),
          caller.principalId(),
          Digests.of(call.tool().wire(), JsonTree.write(call.arguments()))
        }) {
      // With its length, so that no two lists of parts are the same text.
      all.append(part.length()).append(':').append(part);
    }
    return all.toString().getBytes(UTF_8);
  }
}
