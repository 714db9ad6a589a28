package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import org.jspecify.annotations.Nullable;

@About("What signs a browser in: one of the two.")
public record SignInRequest(
    @About("From a link, good once.") @Length(min = 1, max = Limits.ID) @Nullable String code,
    @Length(min = 1, max = Limits.TOKEN) @Nullable String token) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "SignInRequest";
  }
}
