package dev.holdpoint.core.permission;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The pairs of rules and calls that all tests of targets share: {@code permission/targets.txt}. */
public final class TargetTable {
  private TargetTable() {}

  /**
   * @param answer covers, no or unread
   */
  public record Pair(String tool, String pattern, String call, String answer) {
    public boolean isWeb() {
      return Target.kindOf(tool) == Target.Kind.WEB;
    }

    public String method() {
      return call.substring(0, call.indexOf(' '));
    }

    public String url() {
      return call.substring(call.indexOf(' ') + 1);
    }

    public Target target() {
      return switch (Objects.requireNonNull(Target.kindOf(tool))) {
        case WEB -> Target.request(method(), url());
        case WORKSPACE -> Target.place(call);
        case ABSOLUTE -> Target.absolute(call);
      };
    }

    @Override
    public String toString() {
      return "%s of %s, rule %s: %s".formatted(call, tool, pattern, answer);
    }
  }

  public static List<Pair> pairs() {
    try (InputStream in = TargetTable.class.getResourceAsStream("/permission/targets.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ~ ", -1))
          .map(cells -> new Pair(cells[0], cells[1], cells[2], cells[3]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
