package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import java.util.List;

/**
 * How many tokens a text may be. Every provider counts in its own way and some only when they are
 * asked, so this is a guess that is rather too high: three bytes of UTF-8 a token, where English
 * has four to five and Chinese three. What is guessed too high is left out a little early; what is
 * guessed too low is a request that the provider refuses.
 */
final class TokenEstimate {
  private static final int BYTES = 3;

  /** What a message costs besides its text: its role, its marks, the names of its members. */
  private static final int FRAME = 8;

  private TokenEstimate() {}

  static long of(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += bytes(text.charAt(i));
    }
    return (bytes + BYTES - 1) / BYTES;
  }

  /** How many characters from here on, forwards or backwards, are no more than so many tokens. */
  static int fitting(String text, long tokens, boolean fromEnd) {
    long bytes = 0;
    int count = 0;
    while (count < text.length()) {
      bytes += bytes(text.charAt(fromEnd ? text.length() - 1 - count : count));
      if (bytes > tokens * BYTES) {
        break;
      }
      count++;
    }
    return count;
  }

  /** Each half of a pair stands for two of its four bytes. */
  private static int bytes(char c) {
    return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  static long of(Step step) {
    return switch (step) {
      case Step.Input input -> FRAME + of(input.words());
      case Step.Turn(String text, List<ToolCall> calls) ->
          FRAME
              + of(text)
              + calls.stream()
                  .mapToLong(call -> FRAME + of(call.tool()) + of(call.input().text()))
                  .sum();
      case Step.Result result -> FRAME + of(result.content().text());
    };
  }

  static long of(List<ToolSpec> tools) {
    return tools.stream()
        .mapToLong(
            tool ->
                FRAME + of(tool.name()) + of(tool.description()) + of(tool.inputSchema().text()))
        .sum();
  }
}
