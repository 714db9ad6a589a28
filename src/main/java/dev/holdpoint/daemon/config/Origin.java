package dev.holdpoint.daemon.config;

import java.nio.file.Path;

/** Where a value came from; {@code toString} says it to people. */
public sealed interface Origin {
  /** Nobody gave one. */
  record Preset() implements Origin {
    @Override
    public String toString() {
      return "default";
    }
  }

  /** {@code line} counts from 1. */
  record Line(Path file, int line) implements Origin {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  record Variable(String name) implements Origin {
    @Override
    public String toString() {
      return name;
    }
  }

  record Flag(String name) implements Origin {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The later one wins. */
  default int rank() {
    return switch (this) {
      case Preset _ -> 0;
      case Line _ -> 1;
      case Variable _ -> 2;
      case Flag _ -> 3;
    };
  }
}
