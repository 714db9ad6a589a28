package dev.holdpoint.http.server;

import dev.holdpoint.core.problem.Refused;

/** A refusal whose answer has one more header. */
public final class RefusedWith extends Refused {
  private final String header;
  private final String value;

  public RefusedWith(Refused refused, String header, String value) {
    super(refused.refusal());
    this.header = header;
    this.value = value;
  }

  String header() {
    return header;
  }

  String value() {
    return value;
  }
}
