package dev.holdpoint.cli.demo;

/** The demo could not go on. The message says why. */
public final class DemoFailed extends Exception {
  public DemoFailed(String message) {
    super(message);
  }
}
