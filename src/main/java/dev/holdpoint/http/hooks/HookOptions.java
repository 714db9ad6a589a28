package dev.holdpoint.http.hooks;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * On which terms a hook asks, as its URL says.
 *
 * @param only for which tools; empty for all
 * @param skip for which of these it does not
 * @param then what is answered when nobody has decided in time; null when it was not said
 */
record HookOptions(long waitMs, List<String> only, List<String> skip, @Nullable Then then) {
  /** What becomes of a tool use that nobody has decided in time. */
  enum Then {
    DEFER,
    ASK,
    DENY;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param thens what can be answered when nobody has decided in time
   */
  static HookOptions of(Call call, List<Then> thens, HookTimeouts patience) {
    long wait = call.longQuery("wait_ms", patience.waitMs(), 0, Limits.HOOK_WAIT_MS);
    return new HookOptions(
        Math.min(wait, patience.maxWaitMs()),
        names(call, "only"),
        names(call, "skip"),
        then(call.query("then"), thens));
  }

  private static List<String> names(Call call, String parameter) {
    String list = call.query(parameter);
    if (list == null) {
      return List.of();
    }
    List<String> names = Arrays.stream(list.split(",", -1)).map(String::strip).toList();
    if (list.length() > Limits.HOOK_TOOLS
        || !names.stream().allMatch(PermissionRule::isToolPattern)) {
      throw Problem.INVALID_REQUEST
          .because(
              "The query parameter %s must be a comma-separated list of tool names, each complete or ending in one *: %s=Bash,Write,mcp__*."
                  .formatted(parameter, parameter))
          .asException();
    }
    return names;
  }

  private static @Nullable Then then(@Nullable String said, List<Then> thens) {
    if (said == null) {
      return null;
    }
    return thens.stream()
        .filter(one -> one.word().equals(said))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.INVALID_REQUEST
                    .because(
                        "The query parameter then must be one of "
                            + thens.stream().map(Then::word).collect(Collectors.joining(", "))
                            + ".")
                    .asException());
  }

  boolean speakFor(String tool) {
    return (only.isEmpty() || isAmong(only, tool)) && !isAmong(skip, tool);
  }

  private static boolean isAmong(List<String> names, String tool) {
    return names.stream().anyMatch(one -> PermissionRule.coversTool(one, tool));
  }
}
