package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Wording;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A commit compares what was shown with what it is given; it makes no text of a request. */
final class RenderedDecisionTest {
  // Of no text at all: where it is kept, nothing was made in its place.
  private static final String MADE_BEFORE = "made before the commit";

  @TempDir Path folder = Path.of("");
  private Bench bench = NOT_YET;

  @SuppressWarnings("NullAway") // set before each test
  private static final Bench NOT_YET = null;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("s");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** What is kept of a decision that has this beside what was shown. */
  private JsonNode kept(String shown, UnaryOperator<Rendered.Asked> change) {
    ToolCall call = new ToolCall("call_1", "bash", new Json("{\"command\":\"ls\"}"));
    Run run =
        bench.now(
            bench
                .outside
                .raise(
                    "s",
                    Bench.submission(RunHead.Driver.OUTSIDE),
                    new ExternalGates.Gate(call, GateDraft.approval(call).because("?")),
                    null,
                    null)
                .run());
    Approval asked = run.approvals().getFirst();
    Expected expected =
        new Expected(null, null, new Rendered("page", shown))
            .beside(change.apply(new Rendered.Asked(asked.id(), asked.wording(), MADE_BEFORE)));
    Run after =
        bench
            .approvals
            .resolve(
                new GateTarget.OfRun(run.id()),
                List.of(
                    new SentDecision(
                        asked.id(), true, null, null, expected, null, null, new Json("{}"))),
                Voter.named("ada"),
                null)
            .run();
    return JsonTree.of(Objects.requireNonNull(after.approval(asked.id()).orElseThrow().sent()))
        .path("rendered");
  }

  @Test
  @DisplayName("PF-06 A commit compares digests that were made before it")
  void PF_06_a_commit_compares_what_was_made_before_it() {
    JsonNode same = kept(MADE_BEFORE, asked -> asked);
    assertThat(same.path("asked_sha256").stringValue()).isEqualTo(MADE_BEFORE);
    assertThat(same.path("as_asked").booleanValue()).isTrue();
    JsonNode other = kept("something else", asked -> asked);
    assertThat(other.path("asked_sha256").stringValue()).isEqualTo(MADE_BEFORE);
    assertThat(other.path("as_asked").booleanValue()).isFalse();
  }

  @Test
  @DisplayName("PF-06 What was made for another wording or request is not compared")
  void PF_06_what_was_made_for_another_wording_is_not_compared() {
    assertThat(
            kept(
                    MADE_BEFORE,
                    asked ->
                        new Rendered.Asked(
                            asked.requestId(),
                            new Wording(asked.wording().digest(), asked.wording().revision() + 1),
                            asked.sha256()))
                .has("as_asked"))
        .isFalse();
    assertThat(
            kept(
                    MADE_BEFORE,
                    asked ->
                        new Rendered.Asked(
                            asked.requestId(),
                            new Wording("0".repeat(64), asked.wording().revision()),
                            asked.sha256()))
                .has("as_asked"))
        .isFalse();
    assertThat(
            kept(
                    MADE_BEFORE,
                    asked -> new Rendered.Asked("apr_other", asked.wording(), asked.sha256()))
                .has("as_asked"))
        .isFalse();
  }
}
