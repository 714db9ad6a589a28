package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;

@About("A link that signs in one browser, once.")
public record SignInLink(
    @About("Open it in a browser. The first browser that opens it is signed in.") String url,
    @About("The part of the link after the #.") String code,
    long expiresAtMs) {
  /** Records print their members; a secret must not end up in a log that way. */
  @Override
  public String toString() {
    return "SignInLink";
  }
}
