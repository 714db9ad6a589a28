package dev.holdpoint.core.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a text what looks like a secret. It errs on the safe side: a word too many is lost
 * rather than a password kept.
 *
 * <p>It runs where every ended run passes, so a pattern is tried only where its first letters are.
 */
public final class Redaction {
  public static final String MARK = "[redacted]";

  /** The rest of a value: to the closing quote where there is one, else to the next space. */
  private static final String VALUE =
      "(?:\\\\*\"[^\"\\\\]*+|\\\\*'[^'\\\\]*+|[^\\s\"',;&<>\\\\)}\\]]++)";

  /** {@code name = value}, {@code "name": "value"}, {@code name is value}. */
  private static final String NAMED =
      "([A-Za-z0-9_-]{0,40}+(?:\\\\*[\"']?\\s{0,4}(?:=>|:=|[:=])\\s{0,4}|\\s+(?:is|was)[:\\s]\\s*))"
          + VALUE;

  /** {@code --name value}. */
  private static final Pattern FLAG = Pattern.compile("([A-Za-z0-9_-]{0,40}+\\s+)" + VALUE);

  /** Names whose values are secrets, whatever the values look like. */
  private static final List<String> NAMES =
      List.of(
          "password",
          "passwd",
          "pwd",
          "passphrase",
          "passcode",
          "secret",
          "token",
          "apikey",
          "api_key",
          "api-key",
          "api key",
          "accesskey",
          "access_key",
          "access-key",
          "privatekey",
          "private_key",
          "private-key",
          "credential",
          "connectionstring",
          "connection_string");

  /** Names whose values are secrets when they look random. */
  private static final List<String> KEYS =
      List.of("key", "signature", "salt", "seed", "nonce", "hmac", "cookie");

  private static final List<Rule> RULES = rules();

  /** What may begin with each letter. */
  private static final List<List<Rule>> BY_LETTER = byLetter();

  /**
   * @param start its first letters, in whatever case
   * @param second the second of them, small, which most other words do not have there
   * @param rest what follows them; the first group stays
   */
  private record Rule(String start, char second, Pattern rest, Kind kind) {}

  private enum Kind {
    /** Begins anywhere. */
    PLAIN,
    /** Begins where a word does. */
    WORD,
    /** A name, which may also be a flag of a command. */
    NAME
  }

  private Redaction() {}

  public static String of(String text) {
    StringBuilder clean = null;
    int done = 0;
    int at = 0;
    while (at < text.length()) {
      Matcher found = find(text, at);
      if (found == null) {
        at++;
        continue;
      }
      clean = clean == null ? new StringBuilder(text.length()) : clean;
      // What stands before the group names the secret; without a group all of it is one.
      int kept = found.groupCount() == 0 ? at : found.end(1);
      clean.append(text, done, kept).append(MARK);
      at = found.end();
      done = at;
    }
    return clean == null ? text : clean.append(text, done, text.length()).toString();
  }

  private static @Nullable Matcher find(String text, int at) {
    char c = text.charAt(at);
    if (c >= 0x80 || at + 1 == text.length()) {
      return null;
    }
    List<Rule> rules = BY_LETTER.get(c);
    char second = rules.isEmpty() ? c : Character.toLowerCase(text.charAt(at + 1));
    for (Rule rule : rules) {
      String start = rule.start;
      if (rule.second != second
          || !text.regionMatches(true, at, start, 0, start.length())
          || (rule.kind == Kind.WORD && at > 0 && isWord(text.charAt(at - 1)))) {
        continue;
      }
      Matcher rest = rest(rule.rest, text, at + start.length());
      if (rest.lookingAt()) {
        return rest;
      }
      if (rule.kind == Kind.NAME && isFlag(text, at)) {
        Matcher value = rest(FLAG, text, at + start.length());
        if (value.lookingAt()) {
          return value;
        }
      }
    }
    return null;
  }

  private static Matcher rest(Pattern pattern, String text, int from) {
    return pattern.matcher(text).region(from, text.length());
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /** Whether the word that goes through here begins with two dashes. */
  private static boolean isFlag(String text, int at) {
    int start = at;
    while (start > 0 && (isWord(text.charAt(start - 1)) || text.charAt(start - 1) == '-')) {
      start--;
    }
    return text.startsWith("--", start);
  }

  private static List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    add(
        rules,
        Kind.PLAIN,
        "-----BEGIN ",
        "[A-Z0-9 ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\\z)");
    // user:password@ of an address
    add(rules, Kind.PLAIN, "://", "()[^\\s/@:\"']*+:[^\\s/@\"']++(?=@)");
    add(
        rules,
        Kind.WORD,
        "authorization",
        "(\\\\*[\"']?\\s{0,4}[:=]\\s{0,4}\\\\*[\"']?)[^\\r\\n\"'\\\\]++");
    add(rules, Kind.WORD, "bearer", "(\\s+)(?=\\S*[0-9]|\\S{16})[A-Za-z0-9._~+/=-]{8,}");
    prefixes(rules);
    for (String name : NAMES) {
      // How many tokens a model may use is no secret.
      add(rules, Kind.NAME, name, (name.equals("token") ? "(?!s)" : "") + NAMED);
    }
    for (String name : KEYS) {
      add(
          rules,
          Kind.PLAIN,
          name,
          "([A-Za-z0-9_-]{0,40}+\\\\*[\"']?[\\s:=>]{1,5}\\\\*[\"']?)[A-Za-z0-9+/_=.-]{24,}+");
    }
    return List.copyOf(rules);
  }

  /** Keys that say by their first letters what they are. */
  private static void prefixes(List<Rule> rules) {
    add(rules, Kind.WORD, "sk-", "[A-Za-z0-9_-]{8,}");
    for (String stripe : List.of("sk_live_", "sk_test_", "pk_live_", "rk_live_", "rk_test_")) {
      add(rules, Kind.WORD, stripe, "[A-Za-z0-9]{4,}");
    }
    for (String aws : List.of("AKIA", "ASIA")) {
      add(rules, Kind.WORD, aws, "[A-Z0-9]{12,}");
    }
    for (String github : List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "hpt_")) {
      add(rules, Kind.WORD, github, "[A-Za-z0-9_-]{4,}");
    }
    for (String slack : List.of("xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-")) {
      add(rules, Kind.WORD, slack, "[A-Za-z0-9-]{4,}");
    }
    add(rules, Kind.WORD, "glpat-", "[A-Za-z0-9_-]{8,}");
    add(rules, Kind.WORD, "AIza", "[A-Za-z0-9_-]{20,}");
    add(rules, Kind.WORD, "hf_", "[A-Za-z0-9]{16,}");
    add(rules, Kind.WORD, "npm_", "[A-Za-z0-9]{16,}");
    add(rules, Kind.WORD, "ya29.", "[A-Za-z0-9_-]{8,}");
    add(rules, Kind.WORD, "SG.", "[A-Za-z0-9_.-]{16,}");
    add(rules, Kind.WORD, "dop_v1_", "[a-f0-9]{8,}");
    add(rules, Kind.WORD, "whsec_", "[A-Za-z0-9+/=]{8,}");
    add(rules, Kind.WORD, "eyJ", "[A-Za-z0-9_-]{6,}\\.[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?");
  }

  private static void add(List<Rule> rules, Kind kind, String start, String rest) {
    rules.add(new Rule(start, Character.toLowerCase(start.charAt(1)), Pattern.compile(rest), kind));
  }

  private static List<List<Rule>> byLetter() {
    List<List<Rule>> table = new ArrayList<>();
    for (char c = 0; c < 0x80; c++) {
      char letter = c;
      table.add(
          RULES.stream()
              .filter(
                  rule ->
                      Character.toLowerCase(rule.start.charAt(0)) == Character.toLowerCase(letter))
              .toList());
    }
    return List.copyOf(table);
  }
}
