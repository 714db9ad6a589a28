package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ManyBodies.OneResult;
import dev.holdpoint.api.problem.ProblemBodies.ProblemBody;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Refusals among decisions that were sent in one call. */
final class ManyRefusals {
  private ManyRefusals() {}

  /** As a call on this approval alone would have been refused; null if it was not. */
  static @Nullable CallFailed of(OneResult result) {
    return result.problem() == null
        ? null
        : CallFailed.refused(ClientJson.read(result.problem().toString(), ProblemBody.class));
  }

  /** Of what was refused; 1 where that has several exit codes. */
  static int exitCode(List<OneResult> results) {
    List<Integer> codes =
        results.stream()
            .map(ManyRefusals::of)
            .filter(Objects::nonNull)
            .map(ExitCode::of)
            .distinct()
            .toList();
    return switch (codes.size()) {
      case 0 -> ExitCode.OK;
      case 1 -> codes.getFirst();
      default -> ExitCode.FAILED;
    };
  }
}
