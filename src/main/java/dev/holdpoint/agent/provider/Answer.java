package dev.holdpoint.agent.provider;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the events of one answer say besides its words and calls. */
final class Answer {
  /** How a provider ended a turn. */
  enum End {
    WHOLE,
    /** It had no more room. */
    LENGTH,
    /** It, or the model, did not want to go on. */
    WITHHELD,
    /** It says itself that this turn cannot be used. */
    FAULTY
  }

  private @Nullable End end;
  private End coming = End.WHOLE;
  private String reason = "";
  private String refusal = "";
  private @Nullable AttemptFailed failure;
  private long input;
  private long cached;
  private long output;
  private long reasoning;
  private boolean counted;
  private final List<ToolExecutionRequest> calls = new ArrayList<>();

  /**
   * @param why in the provider's word
   */
  void ends(End how, String why) {
    end = how;
    reason = why;
  }

  /** For a provider that tells why before it tells that this is all. */
  void noted(End how, String why) {
    coming = how;
    reason = why;
  }

  void endsAsNoted() {
    end = coming;
  }

  void refuses(String words) {
    refusal += words;
  }

  void fails(AttemptFailed how) {
    failure = how;
  }

  /** A call as it came, where the library does not keep several apart. */
  void calls(ToolExecutionRequest call) {
    calls.add(call);
  }

  /** As the provider counts, which tells again what it told before. */
  void used(long inputTokens, long cachedTokens, long outputTokens, long reasoningTokens) {
    counted = true;
    input = Math.max(input, inputTokens);
    cached = Math.max(cached, cachedTokens);
    output = Math.max(output, outputTokens);
    reasoning = Math.max(reasoning, reasoningTokens);
  }

  /** Null when the stream stopped before the provider said that this is all. */
  @Nullable End end() {
    return end;
  }

  String reason() {
    return reason;
  }

  String refusal() {
    return refusal;
  }

  @Nullable AttemptFailed failure() {
    return failure;
  }

  List<ToolExecutionRequest> calls() {
    return calls;
  }

  boolean isCounted() {
    return counted;
  }

  long input() {
    return input;
  }

  long cached() {
    return cached;
  }

  long output() {
    return output;
  }

  long reasoning() {
    return reasoning;
  }
}
