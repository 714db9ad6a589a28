package dev.holdpoint.agent.model;

import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the model said. The calls carry the provider's ids, or blank ones that the loop fills in.
 *
 * @param last nothing follows: the run completes when this turn is committed
 * @param usage what it took, as far as the provider tells
 * @param shortfall why this is not all that the model had to say, where it is not: the turn is kept
 *     and the run fails with this
 */
public record ModelTurn(
    String text,
    List<ToolCall> calls,
    boolean last,
    @Nullable Usage usage,
    @Nullable String shortfall) {
  /** A whole turn of a model that counts nothing. */
  public ModelTurn(String text, List<ToolCall> calls, boolean last) {
    this(text, calls, last, null, null);
  }
}
