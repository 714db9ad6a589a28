package dev.holdpoint.outbound;

/** Who is at the other end of a connector. */
public enum ConnectorKind {
  HTTP,
  SLACK,
  TELEGRAM,
  EXTERNAL
}
