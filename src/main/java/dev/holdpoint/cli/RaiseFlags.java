package dev.holdpoint.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a script asks and how long it waits: {@code @Mixin RaiseFlags raise}. */
public final class RaiseFlags {
  @Option(
      names = "--expires-in",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "deadline for the decision: 45s, 90m, 12h, 30d (default: none)")
  private @Nullable Duration expiresIn;

  @Option(
      names = "--request-key",
      paramLabel = "KEY",
      description =
          "key of the request: a script that starts again with the same key waits "
              + "for the same request")
  private @Nullable String requestKey;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "maximum time to wait (default: no limit)")
  private @Nullable Duration wait;

  @Option(names = "--no-wait", description = "print the id of the request and do not wait")
  private boolean noWait;

  public @Nullable Long expiresAfterMs() {
    return expiresIn == null ? null : expiresIn.toMillis();
  }

  public @Nullable String requestKey() {
    return requestKey;
  }

  /** Null is as long as it takes. */
  public @Nullable Duration atMost() {
    return wait;
  }

  public boolean waits() {
    return !noWait;
  }

  public boolean contradictsItself() {
    return noWait && wait != null;
  }
}
