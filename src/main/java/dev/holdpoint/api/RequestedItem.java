package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import org.jspecify.annotations.Nullable;

@About("One item that an approval asks for.")
public record RequestedItem(Kind kind, String description, @OmitIfUnset @Nullable String alias) {

  @About("An action, or a secret that the approver supplies.")
  public enum Kind {
    ACTION,
    SECRET
  }
}
