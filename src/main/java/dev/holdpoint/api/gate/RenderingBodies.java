package dev.holdpoint.api.gate;

import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.Required;

/** The text that a person was shown before they decided. */
public interface RenderingBodies {
  /** How a surface is named. */
  int SURFACE = 40;

  String SURFACE_PATTERN = "[\\x21-\\x7e]{1,40}";
  String SURFACE_RULE = "must have 1 to 40 visible ASCII characters";
  String SHA256_PATTERN = "[0-9a-f]{64}";
  String SHA256_RULE = "must have 64 lowercase hexadecimal digits";

  @About(
      "What the person was shown: the lowercase hex SHA-256 of its normal form holdpoint-rendering/1. "
          + "A difference is recorded and refuses nothing.")
  record RenderedRequest(
      @Required
          @Length(min = 1, max = SURFACE)
          @Matches(value = SURFACE_PATTERN, message = SURFACE_RULE)
          @About("What showed it, such as page, terminal or cli.")
          String surface,
      @Required @Length(min = 64, max = 64) @Matches(value = SHA256_PATTERN, message = SHA256_RULE)
          String sha256) {}

  @About("What the person who decided was shown, by the word of the program that showed it.")
  record RenderedView(
      String surface,
      String sha256,
      @About("Whether the daemon computes the same digest from the request.") boolean asAsked) {}
}
