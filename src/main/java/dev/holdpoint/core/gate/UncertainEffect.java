package dev.holdpoint.core.gate;

import dev.holdpoint.core.record.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An execution that was started and has no result: whether it happened is for a person to say. The
 * question about it names the call.
 *
 * @param input with which it was started: what was shown, or what an approver put in its place
 * @param digest of the tool and the input
 * @param node where it was started; null where there are no others
 * @param attempt from 1
 * @param leftover whether something of it was still running and was ended
 * @param permitId what a program outside redeemed to start it; null where the daemon did
 */
public record UncertainEffect(
    String toolName,
    Json input,
    String digest,
    long startedAtMs,
    @Nullable String node,
    int attempt,
    boolean leftover,
    @Nullable String permitId) {
  /** Of a call that the daemon started itself. */
  public UncertainEffect(
      String toolName,
      Json input,
      String digest,
      long startedAtMs,
      @Nullable String node,
      int attempt,
      boolean leftover) {
    this(toolName, input, digest, startedAtMs, node, attempt, leftover, null);
  }

  /** What the question is for, on the wire. */
  public static final String PURPOSE = "effect_uncertain";

  private static final String ID = "effect";
  private static final int SHOWN = 2_000;

  /** What a person says of it. Stored by name: append only. */
  public enum Resolved {
    HAPPENED(
        "It happened",
        "The agent reads that it happened and continues.",
        "The permit counts as carried out."),
    NOT_HAPPENED(
        "It did not happen",
        "The call runs once more, or is asked about again.",
        "The permit can be redeemed once more, or the call is asked about again."),
    UNKNOWN(
        "Unknown",
        "The call does not run again; the agent continues without its result.",
        "The permit stays uncertain and cannot be redeemed again.");

    private final String label;
    private final String consequence;
    private final String outside;

    Resolved(String label, String consequence, String outside) {
      this.label = label;
      this.consequence = consequence;
      this.outside = outside;
    }

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    private Option option(boolean permitted) {
      return new Option(wire(), label, permitted ? outside : consequence, null);
    }
  }

  /**
   * @param note the words beside it; null where there were none
   */
  public record Word(Resolved resolved, String by, @Nullable String note) {}

  /** The question, for surfaces that show its words alone as well. */
  public StructuredQuestion asked() {
    String text = input.text();
    int end = Math.min(text.length(), SHOWN);
    String shown =
        end == text.length()
            ? text
            : text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
                + "…";
    return new StructuredQuestion(
        ID,
        "Did this happen?",
        "%s was started at %s%s and left no result%s. Did it happen? Its input: %s"
            .formatted(
                toolName,
                Instant.ofEpochMilli(startedAtMs).truncatedTo(ChronoUnit.SECONDS),
                node == null ? "" : " on node " + node,
                leftover ? "; its processes were still running and were stopped" : "",
                shown),
        Stream.of(Resolved.values()).map(one -> one.option(permitId != null)).toList(),
        false);
  }

  /**
   * Whether the answers say one of the three words. What else is wrong with them is found for every
   * question.
   */
  public static boolean isSaid(List<Answer> answers) {
    return answers.size() == 1 && answers.getFirst().selectedOptionIds().size() == 1;
  }

  /**
   * What was said about it; null where nobody did: the question waits, was cancelled or withdrawn,
   * or its deadline came first.
   */
  public static @Nullable Word said(Question question) {
    if (question.effect() == null) {
      return null;
    }
    return switch (question.state()) {
      case QuestionState.Answered answered -> {
        Answer answer = answered.answers().getFirst();
        String word = answer.selectedOptionIds().getFirst();
        yield new Word(
            Resolved.valueOf(word.toUpperCase(Locale.ROOT)),
            answered.by(),
            answer.hasWords() ? answer.freeformAnswer() : null);
      }
      case QuestionState.Declined declined ->
          new Word(Resolved.UNKNOWN, declined.by(), declined.justification());
      case QuestionState _ -> null;
    };
  }
}
