package dev.holdpoint.core.run;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What turns of a model have used: one turn's, or those of a whole run added up.
 *
 * @param inputTokens all that the model was given, with what it had cached
 * @param cachedInputTokens of these, as far as the provider tells
 * @param outputTokens all that the model made, with what it thought
 * @param reasoningTokens of these, as far as the provider tells
 * @param modelCalls how many turns these are
 * @param costUsd null as soon as one turn has no known price: a sum with a hole would mislead
 * @param model who answered last, which a fallback makes another than the run asked for
 */
public record Usage(
    long inputTokens,
    long cachedInputTokens,
    long outputTokens,
    long reasoningTokens,
    int modelCalls,
    @Nullable BigDecimal costUsd,
    String model) {

  public Usage plus(Usage more) {
    return new Usage(
        inputTokens + more.inputTokens,
        cachedInputTokens + more.cachedInputTokens,
        outputTokens + more.outputTokens,
        reasoningTokens + more.reasoningTokens,
        modelCalls + more.modelCalls,
        costUsd == null || more.costUsd == null ? null : costUsd.add(more.costUsd),
        more.model);
  }
}
