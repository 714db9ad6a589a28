package dev.holdpoint.http.tls;

/** A certificate and a key that cannot be served with; the message says what to do. */
public final class TlsRefused extends Exception {
  TlsRefused(String message) {
    super(message);
  }
}
