package dev.holdpoint.core.gate;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an agent with permissions of its own lets people choose from.
 *
 * @param choices in the agent's order; may be empty
 * @param editable whether the agent takes another input in the place of the one that was asked
 * @param merged whether it merges that into its own, so that no member can be taken away
 * @param wordless whether its wire has no place for words beside a no; they follow as a prompt
 */
public record Offer(List<Choice> choices, boolean editable, boolean merged, boolean wordless) {
  public Offer(List<Choice> choices, boolean editable, boolean merged) {
    this(choices, editable, merged, false);
  }

  public Offer(List<Choice> choices, boolean editable) {
    this(choices, editable, false);
  }

  public Offer {
    choices = List.copyOf(choices);
  }

  /**
   * @param id the agent's own
   * @param name for people
   */
  public record Choice(String id, String name, Kind kind) {}

  public enum Kind {
    ALLOW_ONCE,
    ALLOW_ALWAYS,
    REJECT_ONCE,
    REJECT_ALWAYS;

    public boolean allows() {
      return this == ALLOW_ONCE || this == ALLOW_ALWAYS;
    }

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Optional<Choice> choice(String id) {
    return choices.stream().filter(choice -> choice.id().equals(id)).findFirst();
  }

  public Optional<Choice> first(Kind kind) {
    return choices.stream().filter(choice -> choice.kind() == kind).findFirst();
  }

  /** Whether a yes to this call alone can be said. */
  public boolean allowsOnce() {
    return choices.isEmpty() || first(Kind.ALLOW_ONCE).isPresent();
  }

  /**
   * What a decision chooses that names no option. A yes is said once, also where a rule is kept of
   * it: the rule can be revoked, and what the agent remembers cannot. A no may be for longer.
   */
  public Optional<Choice> pick(boolean allow) {
    return allow
        ? first(Kind.ALLOW_ONCE)
        : first(Kind.REJECT_ONCE).or(() -> first(Kind.REJECT_ALWAYS));
  }
}
