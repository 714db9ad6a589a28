package dev.holdpoint.core.rendering;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * All that a person is shown of a request before they decide, in the normal form {@code
 * holdpoint-rendering/1}: a line with a label, and the text below it. What there is nothing of is
 * left out.
 *
 * @param input of the call; a text named {@code command} stands by itself
 * @param items what else the request asks for
 * @param preconditions what it depends on, without whether that holds now
 */
public record Rendering(
    String tool,
    Shown input,
    String reason,
    List<Shown> items,
    List<Shown> preconditions,
    int revision) {
  public static final String FORM = "holdpoint-rendering/1";
  public static final String TOOL = "tool";
  public static final String COMMAND = "command";
  public static final String INPUT = "input";
  public static final String REASON = "reason";
  public static final String ITEMS = "items";
  public static final String PRECONDITIONS = "preconditions";
  public static final String REVISION = "revision";

  /** In the order in which they stand in the form. */
  public static final List<String> LABELS =
      List.of(TOOL, COMMAND, INPUT, REASON, ITEMS, PRECONDITIONS, REVISION);

  public Rendering {
    items = List.copyOf(items);
    preconditions = List.copyOf(preconditions);
  }

  /** A label and the text below it. */
  public record Section(String label, String text) {}

  /** In their order, without those that have nothing to show. */
  public List<Section> sections() {
    List<Section> all = new ArrayList<>();
    add(all, TOOL, ShownText.of(tool));
    Shown rest = input;
    if (input instanceof Shown.Members(var members)
        && members.get(COMMAND) instanceof Shown.Text(var command)) {
      add(all, COMMAND, ShownText.of(command));
      TreeMap<String, Shown> others = new TreeMap<>(members);
      others.remove(COMMAND);
      rest = new Shown.Members(others);
    }
    if (!(rest instanceof Shown.Members(var left) && left.isEmpty())) {
      add(all, INPUT, rest.pretty());
    }
    add(all, REASON, ShownText.of(reason));
    add(all, ITEMS, lines(items));
    add(all, PRECONDITIONS, lines(preconditions));
    add(all, REVISION, Integer.toString(revision));
    return all;
  }

  public String text() {
    return text(sections());
  }

  /** Lowercase hex SHA-256 of the text. */
  public String sha256() {
    return sha256(sections());
  }

  /** The text of what was shown, which may not be all. */
  private static String text(List<Section> shown) {
    StringBuilder out = new StringBuilder(FORM).append('\n');
    for (Section one : shown) {
      out.append(one.label).append('\n').append(one.text);
      out.append(one.text.endsWith("\n") ? "" : "\n");
    }
    return out.toString();
  }

  /** The same of what was shown, which may not be all. */
  public static String sha256(List<Section> shown) {
    try {
      byte[] text = text(shown).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String lines(List<Shown> all) {
    return String.join("\n", all.stream().map(Shown::line).toList());
  }

  private static void add(List<Section> all, String label, String text) {
    if (!text.isEmpty()) {
      all.add(new Section(label, text));
    }
  }
}
