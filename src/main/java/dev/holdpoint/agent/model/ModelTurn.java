package dev.holdpoint.agent.model;

import dev.holdpoint.core.run.ToolCall;
import java.util.List;

/**
 * What the model said. The calls carry the provider's ids, or blank ones that the loop fills in.
 *
 * @param last nothing follows: the run completes when this turn is committed
 */
public record ModelTurn(String text, List<ToolCall> calls, boolean last) {}
