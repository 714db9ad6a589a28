package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A link that signs one browser in, once.")
public record SignInLink(
    @About("Open it in a browser. Whoever opens it first is signed in.") String url,
    @About("What stands behind the # of the link.") String code,
    long expiresAtMs) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "SignInLink";
  }
}
