package dev.holdpoint.core.memory;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a secret. It errs on the safe side: a word too many is lost
 * rather than a password kept.
 */
public final class Redaction {
  public static final String MARK = "[redacted]";

  /** Names whose values are secrets, whatever the values look like. */
  private static final String NAMES =
      "passwords?|passwd|pwd|passphrase|passcode|secrets?|token(?!s)|api[ _-]?keys?|access[_-]?keys?"
          + "|private[_-]?keys?|client[_-]?secret|credentials?|connection[_-]?string";

  /** The rest of a value: to the closing quote where there is one, else to the next space. */
  private static final String VALUE =
      "(?:\\\\*\"[^\"\\\\]*+|\\\\*'[^'\\\\]*+|[^\\s\"',;&<>\\\\)}\\]]++)";

  private static final List<Rule> RULES =
      List.of(
          rule(
              "-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?s:.*?)"
                  + "(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\\z)",
              MARK),
          // user:password@ of an address
          rule("(?i)(\\b[a-z][a-z0-9+.-]{1,20}://)[^\\s/@:\"']*:[^\\s/@\"']+@", "$1" + MARK + "@"),
          rule(
              "(?i)\\b(authorization\\\\*[\"']?\\s*[:=]\\s*\\\\*[\"']?)[^\\r\\n\"'\\\\]+",
              "$1" + MARK),
          rule("(?i)\\b(bearer\\s+)(?=\\S*[0-9]|\\S{16})[A-Za-z0-9._~+/=-]{8,}", "$1" + MARK),
          // keys that say by their first letters what they are
          rule(
              "\\b(?:sk-[A-Za-z0-9_-]{8,}|[spr]k_(?:live|test)_[A-Za-z0-9]{4,}"
                  + "|(?:AKIA|ASIA)[A-Z0-9]{12,}|gh[pousr]_[A-Za-z0-9]{4,}"
                  + "|hpt_[A-Za-z0-9_-]{4,}|github_pat_[A-Za-z0-9_]{4,}|glpat-[A-Za-z0-9_-]{8,}"
                  + "|xox[abeprs]-[A-Za-z0-9-]{4,}|AIza[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{16,}"
                  + "|npm_[A-Za-z0-9]{16,}|ya29\\.[A-Za-z0-9_-]{8,}|SG\\.[A-Za-z0-9_.-]{16,}"
                  + "|dop_v1_[a-f0-9]{8,}|whsec_[A-Za-z0-9+/=]{8,}"
                  + "|eyJ[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?)",
              MARK),
          // name = value, "name": "value", --name value
          rule(
              "(?i)((?:"
                  + NAMES
                  + ")[A-Za-z0-9_-]{0,40}\\\\*[\"']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4})"
                  + VALUE,
              "$1" + MARK),
          rule("(?i)(--(?:[a-z0-9]+-)*(?:" + NAMES + ")\\s+)" + VALUE, "$1" + MARK),
          rule("(?i)(\\b(?:" + NAMES + ")\\s+(?:is|was)[:\\s]\\s*)" + VALUE, "$1" + MARK),
          // a long value behind the name of something like a key
          rule(
              "(?i)((?:key|signature|salt|seed|nonce|hmac|cookie)[A-Za-z0-9_-]{0,40}\\\\*[\"']?[\\s:=>]{1,5}"
                  + "\\\\*[\"']?)[A-Za-z0-9+/_=.-]{24,}",
              "$1" + MARK));

  private record Rule(Pattern pattern, String replacement) {}

  private Redaction() {}

  private static Rule rule(String pattern, String replacement) {
    return new Rule(Pattern.compile(pattern), replacement);
  }

  public static String of(String text) {
    String clean = text;
    for (Rule rule : RULES) {
      clean = rule.pattern.matcher(clean).replaceAll(rule.replacement);
    }
    return clean;
  }
}
