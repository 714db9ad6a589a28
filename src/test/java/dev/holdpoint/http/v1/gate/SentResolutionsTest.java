package dev.holdpoint.http.v1.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.signed.AssertionVerifier;
import dev.holdpoint.engine.signed.RefusedAssertions;
import dev.holdpoint.vault.TinkVault;
import dev.holdpoint.vault.VaultKey;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

final class SentResolutionsTest {
  @TempDir private Path folder = Path.of("");
  private Bench bench;
  private SentResolutions resolutions;
  private final List<String> read = new ArrayList<>();

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    resolutions =
        new SentResolutions(
            bench.engine,
            new Signatures(
                bench.engine,
                new AssertionVerifier(
                    bench.engine,
                    new Secrets(bench.commits, bench.engine, new TinkVault(VaultKey.generate()))),
                new FailedAssertions(
                    new RefusedAssertions(bench.commits),
                    InstantSource.system(),
                    OptionalInt.empty())));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Run parked(String session) {
    return bench.parked(bench.session(session), GateDraft.Deadline.NONE);
  }

  /** What should have been shown of each; null where nothing was made of it. */
  private List<Rendered.Asked> asked(String meant, Run... runs) {
    ArrayNode sent = JsonNodeFactory.instance.arrayNode();
    List<ApprovalResolution> bodies =
        Arrays.stream(runs)
            .map(
                run -> {
                  sent.addObject();
                  return new ApprovalResolution(
                      run.approvals().getFirst().id(),
                      ApprovalBehavior.DENY,
                      null,
                      null,
                      null,
                      null,
                      null,
                      null,
                      null,
                      null,
                      null,
                      null,
                      new RenderedRequest("page", "0".repeat(64)),
                      null);
                })
            .toList();
    return resolutions
        .of(
            bodies,
            sent,
            run -> {
              read.add(run.id());
              return run.head().sessionId().startsWith(meant);
            })
        .stream()
        .map(SentDecision::expected)
        .map(Objects::requireNonNull)
        .map(Expected::rendered)
        .map(Objects::requireNonNull)
        .map(Rendered::asked)
        .toList();
  }

  @Test
  @DisplayName("PF-06 a request that is named again and again is not rendered at all")
  void what_is_named_again_is_not_rendered() {
    Run run = parked("s");
    Run[] same = new Run[1_000];
    Arrays.fill(same, run);
    assertThat(asked("s", same)).hasSize(1_000).containsOnlyNulls();
    assertThat(read).isEmpty();
  }

  @Test
  @DisplayName("PF-06 only requests that the call can be about are rendered, each once")
  void only_what_is_meant_is_rendered() {
    Run one = parked("s1");
    Run two = parked("s2");
    Run other = parked("other");
    List<Rendered.Asked> asked = asked("s", one, other, two);
    assertThat(read).containsExactly(one.id(), other.id(), two.id());
    assertThat(asked.get(0)).isNotNull();
    assertThat(asked.get(1)).isNull();
    assertThat(asked.get(2)).isNotNull();
  }
}
