package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import org.jspecify.annotations.Nullable;

@About("Credentials of a browser: one of the two.")
public record SignInRequest(
    @About("The code of a link; can be used once.") @Length(min = 1, max = Limits.ID)
        @Nullable String code,
    @Length(min = 1, max = Limits.TOKEN) @Nullable String token) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "SignInRequest";
  }
}
