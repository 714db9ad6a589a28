package dev.holdpoint.agent.form;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Option;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * A page that people are asked to open, as a question with one closed choice. A URL that a browser
 * could read in another way than a person does is refused.
 */
public final class Links {
  /** The one question, and the one choice. */
  public static final String QUESTION = "open";

  public static final String OPENED = "opened";

  private static final int LONGEST = 4_096;

  private static final List<Option> CHOICE =
      List.of(new Option(OPENED, "I have opened it", null, null));

  // A browser takes a backslash for a slash and passes over what is not seen.
  private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Z}\\s\\\\\"<>^`{|}]");
  private static final Pattern URL =
      Pattern.compile(
          "(?i)(https?)://(\\[[0-9a-f:.]+\\]|[^/?#:@\\[\\]%]+)(?::([0-9]{1,5}))?(?:[/?#].*)?");
  private static final Pattern OWN = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

  private Links() {}

  /** Reads a URL that people may be shown as a link: https, or http to this machine. */
  public static PageLink read(Params request, String name) throws NotUnderstood {
    String url = request.text(name, LONGEST);
    Matcher parts = URL.matcher(url);
    if (UNSAFE.matcher(url).find() || !parts.matches()) {
      throw request.wrong(
          name, "must be an http or https URL without a user, a password, blanks or backslashes");
    }
    String host = parts.group(2);
    String ascii = ascii(host);
    String port = parts.group(3);
    if (ascii.isEmpty() || (port != null && Integer.parseInt(port) > 65_535)) {
      throw request.wrong(name, "must have a valid host and port");
    }
    if (!parts.group(1).equalsIgnoreCase("https") && !OWN.matcher(ascii).matches()) {
      throw request.wrong(name, "must be https, or http to this machine");
    }
    return new PageLink(url, host);
  }

  /** Empty when there is no such host. */
  private static String ascii(String host) {
    try {
      return (host.startsWith("[") ? host : IDN.toASCII(host, IDN.ALLOW_UNASSIGNED))
          .toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** The URL stands in the question too: there are surfaces that know nothing of links. */
  public static StructuredQuestion question(String message, PageLink link) {
    return new StructuredQuestion(
        QUESTION, "Link", message + "\n\n" + link.url(), CHOICE, false, false, true);
  }

  public static GateDecision opened() {
    return new GateDecision.Answered(List.of(new Answer(QUESTION, List.of(OPENED), null)));
  }

  /** What came of it, in the words that both protocols share. */
  public static Json result(GateDecision decision) {
    ObjectNode result = JsonTree.object();
    return JsonTree.write(
        switch (decision) {
          case GateDecision.Answered _ -> result.put("action", "accept");
          case GateDecision.Declined _ -> result.put("action", "decline");
          case GateDecision.Cancelled _, GateDecision.Allowed _, GateDecision.Denied _ ->
              result.put("action", "cancel");
        });
  }
}
