package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Expected;
import dev.holdpoint.core.rendering.Rendered;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.Renderings;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the person saw when they decided, as it was sent. */
public final class SentRendering {
  private SentRendering() {}

  /** Null where none of them was sent. */
  public static @Nullable Expected expected(
      @Nullable String digest, @Nullable Integer revision, @Nullable RenderedRequest rendered) {
    return Expected.of(
        digest,
        revision,
        rendered == null ? null : new Rendered(rendered.surface(), rendered.sha256()));
  }

  /**
   * The same, with what should have been shown of the request. It is read and made here, outside
   * the commit, on the thread of the call that asks for it.
   *
   * @param approvalId which request is meant; null where nothing says so
   */
  public static @Nullable Expected compared(
      Engine engine, @Nullable String approvalId, @Nullable Expected expected) {
    return compared(engine, approvalId, expected, _ -> true);
  }

  /**
   * The same of a request that may belong to a run which is not meant.
   *
   * @param isMeant whether a request of this run is made into what should have been shown
   */
  static @Nullable Expected compared(
      Engine engine,
      @Nullable String approvalId,
      @Nullable Expected expected,
      Predicate<Run> isMeant) {
    if (expected == null || expected.rendered() == null || approvalId == null) {
      return expected;
    }
    Gates.Found<Approval> found =
        engine.read(queries -> Gates.approval(queries, approvalId)).orElse(null);
    if (found == null || !isMeant.test(found.run()) || !found.gate().isPending()) {
      return expected;
    }
    Approval approval = found.gate();
    return expected.beside(
        new Rendered.Asked(
            approval.id(),
            approval.wording(),
            Renderings.of(found.run().call(approval.callId()), approval).sha256()));
  }
}
