package dev.holdpoint.outbound;

import java.net.URI;
import java.util.Map;

/**
 * One request, ready to be sent.
 *
 * @param chosen whether the operator chose where it goes; else only public addresses are good
 * @param answerBytes how much of the answer is read
 */
record OutboundRequest(
    URI url, Map<String, String> headers, String json, boolean chosen, int answerBytes) {
  /** All of it is for the receiver alone. */
  @Override
  public String toString() {
    return "Letter";
  }
}
