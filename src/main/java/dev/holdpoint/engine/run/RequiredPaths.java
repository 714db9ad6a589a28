package dev.holdpoint.engine.run;

import org.jspecify.annotations.Nullable;

/** Knows which files a session's runs could write at all. */
@FunctionalInterface
public interface RequiredPaths {
  /** What is wrong with requiring a file at this path of the workspace, or null. */
  @Nullable String fault(String sessionId, String path);
}
