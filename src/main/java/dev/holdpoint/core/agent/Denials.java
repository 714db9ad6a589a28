package dev.holdpoint.core.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was denied to an agent outside in the turn that is open, and what it is still to be told of
 * that. A protocol without a place for a reason gets the reason as the next prompt.
 *
 * @param heard what was denied since the last prompt
 * @param due a prompt that is in the transcript and was not sent; null when there is none
 * @param prompts how many prompts the run has had because of denials, the one that is due included
 */
public record Denials(List<Denial> heard, @Nullable String due, int prompts) {
  public static final Denials NONE = new Denials(List.of(), null, 0);

  /** An agent that is denied again and again would otherwise never come to its end. */
  public static final int MOST_PROMPTS = 8;

  private static final int MOST_HEARD = 100;

  public Denials {
    heard = List.copyOf(heard);
  }

  /**
   * One no.
   *
   * @param by who said it, as people know them
   * @param title of what was denied
   * @param words what they said; blank when they said nothing
   * @param kind what they said in place of a plain no; null for a plain one
   */
  public record Denial(
      String callId,
      String by,
      String title,
      String words,
      dev.holdpoint.core.gate.@Nullable Denial kind) {
    boolean hasWords() {
      return !words.isBlank();
    }

    private String sentence() {
      String said = words.strip();
      String end = said.endsWith(".") || said.endsWith("!") || said.endsWith("?") ? "" : ".";
      String form =
          switch (kind) {
            case null ->
                "%s denied \"%s\": %s%s Do not do it in another way; go on without it, or stop.";
            case CHANGES_REQUESTED ->
                "%s requests changes to \"%s\": %s%s Ask again when you have made them, or stop.";
            case ASKED_BACK ->
                "Before deciding, %s asks about \"%s\": %s%s Answer, and ask again if you still want it.";
            case RESPONDED -> "%s answered in the place of \"%s\": %s%s Go on with that.";
          };
      return form.formatted(by, title, said, end);
    }
  }

  /** The same call is heard of once, however often its answer is handed over. */
  public Denials plus(Denial denial) {
    if (heard.stream().anyMatch(other -> other.callId().equals(denial.callId))) {
      return this;
    }
    List<Denial> all = new ArrayList<>(heard);
    all.add(denial);
    return new Denials(all.subList(Math.max(0, all.size() - MOST_HEARD), all.size()), due, prompts);
  }

  /** The next prompt; null when nothing is to be said, or enough was said. */
  public @Nullable String nextPrompt() {
    return prompts >= MOST_PROMPTS || heard.stream().noneMatch(Denial::hasWords)
        ? null
        : heard.stream()
            .filter(Denial::hasWords)
            .map(Denial::sentence)
            .collect(Collectors.joining("\n"));
  }

  /** The turn is over, and the next prompt is in the transcript. */
  public Denials prompting() {
    return new Denials(List.of(), Objects.requireNonNull(nextPrompt()), prompts + 1);
  }

  /** The prompt that was due is on its way, or may be. */
  public Denials sent() {
    return new Denials(heard, null, prompts);
  }

  /** The turn in which these were heard is over. */
  public Denials past() {
    return new Denials(List.of(), due, prompts);
  }

  /** Why an agent has stopped that was denied something; null when it was not. */
  public @Nullable String stop() {
    if (heard.isEmpty()) {
      return null;
    }
    Denial last = heard.getLast();
    return "the agent stopped after %s denied \"%s\"".formatted(last.by, last.title);
  }
}
