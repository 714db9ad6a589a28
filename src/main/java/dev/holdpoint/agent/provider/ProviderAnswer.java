package dev.holdpoint.agent.provider;

import dev.holdpoint.core.run.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the events of one answer say besides its words and calls. */
final class ProviderAnswer {
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

  private static final long MOST_TOKENS = 1_000_000_000_000L;

  private @Nullable End end;
  private End coming = End.FAULTY;
  private String reason = "it gave no reason for its end";
  private String refusal = "";
  private @Nullable AttemptFailed failure;
  private long input;
  private long cached;
  private long output;
  private long reasoning;
  private boolean counted;
  private final List<ToolExecutionRequest> calls = new ArrayList<>();
  private final CallPieces pieces = new CallPieces();
  private final Set<Integer> openCalls = new HashSet<>();
  private boolean calling;

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

  /** A piece of a call, as OpenAI tells it. */
  void piece(JsonNode piece) {
    pieces.add(piece);
  }

  /** A call has begun that is told in pieces. */
  void opens(int index) {
    openCalls.add(index);
  }

  void closes(int index) {
    openCalls.remove(index);
  }

  /** The provider says that the turn ends because the model calls something. */
  void isCalling() {
    calling = true;
  }

  /** Whether a call was begun or announced of which the end, or all, is missing. */
  boolean misses(List<ToolCall> made) {
    return !openCalls.isEmpty() || (calling && made.isEmpty());
  }

  /** No honest count is larger or below zero, and the sum of many is still a number. */
  static long count(JsonNode usage, String name) {
    return Math.clamp(usage.path(name).asLong(0), 0, MOST_TOKENS);
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

  /** Empty where they are for the library to put together. */
  List<ToolExecutionRequest> calls() {
    return calls.isEmpty() ? pieces.calls() : calls;
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
