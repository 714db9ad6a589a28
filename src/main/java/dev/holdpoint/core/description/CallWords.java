package dev.holdpoint.core.description;

import dev.holdpoint.core.description.CallValue.Figure;
import dev.holdpoint.core.description.CallValue.Items;
import dev.holdpoint.core.description.CallValue.Mark;
import dev.holdpoint.core.description.CallValue.Members;
import dev.holdpoint.core.description.CallValue.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Title, summary and facts of a call. */
final class CallWords {
  private static final int SHORT_COMMAND = 80;
  private static final int SHORT_VALUE = 60;
  private static final int FACT = 200;
  private static final int SHOWN_PROGRAMS = 3;
  private static final int SHOWN_MEMBERS = 12;

  private final Asked asked;
  private final CallShape shape;
  private final CallRisks risks;
  private final Map<String, Object> facts = new LinkedHashMap<>();
  private final String title;
  private final @Nullable String summary;

  CallWords(Asked asked, CallShape shape, CallRisks risks) {
    this.asked = asked;
    this.shape = shape;
    this.risks = risks;
    switch (shape.kind()) {
      case COMMAND -> {
        String command = shape.text().strip();
        boolean isShort = command.length() <= SHORT_COMMAND && command.indexOf('\n') < 0;
        title = isShort ? OneLine.of("Run " + command, Description.TITLE) : script(command);
        facts.put("command", OneLine.of(command, SHORT_COMMAND));
        String folder =
            fact("folder", asked.input().text("cwd", "workdir", "working_directory", "folder"));
        summary = isShort ? folder : line(risks.shell == null ? "" : risks.shell.tellingLine());
      }
      case FILE_WRITE -> {
        String content = shape.content() == null ? "" : shape.content();
        int lines = OneLine.lines(content);
        facts.put("lines", lines);
        facts.put("bytes", bytes(content));
        title = around("Write ", path(), lines == 1 ? " (1 line)" : " (%d lines)".formatted(lines));
        summary = line(OneLine.first(content));
      }
      case FILE_EDIT -> {
        title = edit();
        summary = line(firstChange());
      }
      case HTTP -> {
        title = web();
        summary = webSummary();
      }
      case MCP -> {
        int end = asked.tool().indexOf("__", 5);
        String server = OneLine.of(asked.tool().substring(5, end), FACT);
        String tool = OneLine.of(asked.tool().substring(end + 2), FACT);
        facts.put("server", server);
        facts.put("tool", tool);
        title = OneLine.cut(server + ": " + tool, Description.TITLE);
        summary = members();
      }
      case ITEMS -> {
        String first = sentence(asked.reason());
        title = first.isEmpty() || OneLine.isJson(first) ? "Approve a request" : first;
        summary = items();
      }
      default -> {
        String own = asked.title();
        title = own == null || looksLikeJson(own) ? other() : OneLine.of(own, Description.TITLE);
        summary = members();
      }
    }
    if (!risks.secrets().isEmpty()) {
      facts.put("secrets", OneLine.cut(String.join(", ", risks.secrets()), FACT));
    }
  }

  String title() {
    return title;
  }

  @Nullable String summary() {
    return summary;
  }

  Map<String, Object> facts() {
    return facts;
  }

  private static String line(String text) {
    return OneLine.of(text, Description.SUMMARY);
  }

  private @Nullable String fact(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    String shown = OneLine.of(value, FACT);
    facts.put(name, shown);
    return shown;
  }

  /** The middle is cut where the whole would be too long. */
  private static String around(String before, String middle, String behind) {
    int room = Description.TITLE - before.length() - behind.length();
    return before + OneLine.cut(middle, Math.max(room, 10)) + behind;
  }

  private String script(String command) {
    facts.put("lines", OneLine.lines(command));
    List<String> programs = risks.shell == null ? List.of() : risks.shell.programs();
    if (programs.isEmpty()) {
      return "Run a script";
    }
    List<String> shown =
        programs.stream().limit(SHOWN_PROGRAMS).map(program -> OneLine.of(program, 24)).toList();
    facts.put(
        "programs",
        OneLine.cut(
            String.join(", ", programs.stream().limit(20).map(one -> OneLine.of(one, 24)).toList()),
            FACT));
    int more = programs.size() - shown.size();
    return OneLine.cut(
        "Run a script: "
            + String.join(", ", shown)
            + (more == 0 ? "" : " and %d more".formatted(more)),
        Description.TITLE);
  }

  private String path() {
    String path = OneLine.of(shape.text(), FACT);
    facts.put("path", path);
    return path;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private String edit() {
    int added = 0;
    int removed = 0;
    for (CallShape.Edit edit : shape.edits()) {
      Changed changed = Changed.of(edit);
      added += changed.after.size();
      removed += changed.before.size();
    }
    int places = shape.edits().size();
    facts.put("added", added);
    facts.put("removed", removed);
    facts.put("places", places);
    String counts = places == 1 ? " (+%d −%d)" : " (+%d −%d, %d places)";
    return around("Edit ", path(), counts.formatted(added, removed, places));
  }

  /** The lines of an edit without those that stay at its beginning and its end. */
  private record Changed(List<String> before, List<String> after) {
    static Changed of(CallShape.Edit edit) {
      List<String> before = lines(edit.before());
      List<String> after = lines(edit.after());
      int same = 0;
      int most = Math.min(before.size(), after.size());
      while (same < most && before.get(same).equals(after.get(same))) {
        same++;
      }
      int end = 0;
      while (end < most - same
          && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
        end++;
      }
      return new Changed(
          before.subList(same, before.size() - end), after.subList(same, after.size() - end));
    }

    private static List<String> lines(String text) {
      return text.isEmpty() ? List.of() : text.lines().toList();
    }
  }

  private String firstChange() {
    for (CallShape.Edit edit : shape.edits()) {
      Changed changed = Changed.of(edit);
      List<String> lines = changed.after.isEmpty() ? changed.before : changed.after;
      for (String one : lines) {
        if (!one.isBlank()) {
          return one.strip();
        }
      }
    }
    return "";
  }

  private String web() {
    RequestUrl address = RequestUrl.of(shape.text());
    String method = OneLine.of(CallShape.method(asked.input()), 16);
    String host = address == null ? "" : OneLine.of(address.host(), FACT);
    String path = address == null ? "" : OneLine.of(address.path(), FACT);
    facts.put("method", method);
    facts.put("host", host);
    facts.put("url_path", path);
    boolean reads = Set.of("GET", "HEAD").contains(method);
    // The end of a host says whose it is: a long one loses its beginning.
    String shown =
        address == null
            ? "an address that cannot be read"
            : host.length() > 70 ? "…" + host.substring(host.length() - 69) : host;
    return around(method + (reads ? " from " : " to "), shown + (path.equals("/") ? "" : path), "");
  }

  private @Nullable String webSummary() {
    RequestUrl address = RequestUrl.of(shape.text());
    List<String> parts = new ArrayList<>();
    if (address != null && address.query().length() > 1) {
      parts.add(OneLine.of(address.query(), 120));
    }
    String body = shape.content();
    if (body != null && !body.isEmpty()) {
      int bytes = bytes(body);
      facts.put("bytes", bytes);
      String first = body.strip();
      boolean json = first.startsWith("{") || first.startsWith("[");
      parts.add((bytes == 1 ? "1 byte" : "%d bytes".formatted(bytes)) + (json ? " of JSON" : ""));
    }
    if (!risks.secrets().isEmpty()) {
      parts.add("uses " + String.join(", ", risks.secrets()));
    }
    return joined(parts);
  }

  private static @Nullable String joined(List<String> parts) {
    return parts.isEmpty()
        ? null
        : OneLine.cut(String.join(OneLine.BETWEEN, parts), Description.SUMMARY);
  }

  /** Its members, nested ones by their number. */
  private @Nullable String members() {
    return joined(
        asked.input().all().entrySet().stream()
            .limit(SHOWN_MEMBERS)
            .map(one -> OneLine.of(one.getKey(), 40) + ": " + shown(one.getValue()))
            .toList());
  }

  private static String shown(CallValue value) {
    return switch (value) {
      case Text(String text) -> OneLine.of(text, SHORT_VALUE);
      case Figure(String text) -> OneLine.of(text, SHORT_VALUE);
      case Mark(String text) -> text;
      case Items(List<CallValue> all) -> "[%d]".formatted(all.size());
      case Members(Map<String, CallValue> all) -> "{%d}".formatted(all.size());
    };
  }

  private String other() {
    List<String> values = new ArrayList<>();
    for (CallValue value : asked.input().all().values()) {
      String shown =
          switch (value) {
            case Text(String text)
                when !text.isBlank()
                    && text.length() <= SHORT_VALUE
                    && text.indexOf('\n') < 0
                    && !looksLikeJson(text) ->
                OneLine.of(text, SHORT_VALUE);
            case Figure(String text) when text.length() <= SHORT_VALUE -> text;
            default -> null;
          };
      if (shown != null && values.size() < 2) {
        values.add(shown);
      }
    }
    String tool = OneLine.of(StockReason.ownName(asked.tool()), 60);
    facts.put("tool", tool);
    return OneLine.cut(
        values.isEmpty() ? tool : tool + ": " + String.join(", ", values), Description.TITLE);
  }

  private static boolean looksLikeJson(String text) {
    String bare = text.strip();
    return bare.isEmpty() || bare.startsWith("{") || bare.startsWith("[");
  }

  private @Nullable String items() {
    List<Asked.Item> items = asked.items();
    if (items == null || items.isEmpty()) {
      return null;
    }
    List<String> names =
        items.stream()
            .map(
                item ->
                    OneLine.of(
                        item.alias() == null ? item.kind() : item.kind() + " " + item.alias(), 80))
            .toList();
    String count = items.size() == 1 ? "1 item: " : "%d items: ".formatted(items.size());
    return OneLine.cut(count + String.join(", ", names), Description.SUMMARY);
  }

  /** The first sentence, without its full stop. */
  private static String sentence(String text) {
    String line = OneLine.of(OneLine.first(text), Description.SUMMARY);
    int end = 0;
    while (end < line.length() && !isEnd(line, end)) {
      end++;
    }
    String first =
        end < line.length() && line.charAt(end) != '.'
            ? line.substring(0, end + 1)
            : line.substring(0, end);
    return OneLine.cut(first, Description.TITLE);
  }

  private static boolean isEnd(String line, int at) {
    if (".!?".indexOf(line.charAt(at)) < 0) {
      return false;
    }
    return at + 1 == line.length()
        || (line.charAt(at + 1) == ' '
            && at + 2 < line.length()
            && !Character.isLowerCase(line.charAt(at + 2)));
  }
}
