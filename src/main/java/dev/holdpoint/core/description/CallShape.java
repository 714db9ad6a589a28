package dev.holdpoint.core.description;

import dev.holdpoint.core.description.CallValue.Items;
import dev.holdpoint.core.description.CallValue.Members;
import dev.holdpoint.core.description.CallValue.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a call is, by the shape of its input, so that tools of other makers are read too.
 *
 * @param pointer to the text that says most: the command, the path or the URL; null where there is
 *     none in the input
 * @param text that text; empty where there is none
 * @param edits what an edit takes away and what it puts in its place
 * @param everywhere whether it replaces each occurrence
 */
record CallShape(
    CallKind kind,
    @Nullable String pointer,
    String text,
    @Nullable String content,
    List<Edit> edits,
    boolean everywhere) {
  private static final Names ANY =
      new Names(
          List.of("path", "file_path", "filePath", "notebook_path", "file"),
          List.of("content", "contents", "file_text"),
          List.of("old", "old_string", "oldString", "old_str"),
          List.of("new", "new_string", "newString", "new_str", "new_source"));
  private static final Names CLAUDE_WRITE = Names.of("file_path", "content", "", "");
  private static final Names CLAUDE_EDIT = Names.of("file_path", "", "old_string", "new_string");
  private static final Names NOTEBOOK = Names.of("notebook_path", "", "", "new_source");
  private static final Names WRITE = Names.of("path", "content", "", "");
  private static final Names EDIT = Names.of("path", "", "old", "new");

  private static final List<String> COMMANDS = List.of("command", "cmd", "script");
  private static final List<String> URLS = List.of("url", "uri");
  private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "ksh");

  /** What may stand beside a command and says no more than where and what for. */
  private static final Set<String> BESIDE_COMMANDS =
      Set.of("cwd", "workdir", "working_directory", "folder", "directory", "description");

  private static final Set<String> OF_REQUESTS =
      Set.of("method", "url", "headers", "body", "preconditions");
  private static final String REQUEST = "http_request";
  private static final String FETCH = "WebFetch";

  record Edit(String before, String after) {}

  /** By which names texts are given to a tool of files. */
  private record Names(
      List<String> paths, List<String> contents, List<String> before, List<String> after) {
    static Names of(String path, String content, String before, String after) {
      return new Names(List.of(path), List.of(content), List.of(before), List.of(after));
    }
  }

  /** A tool whose own members are known is read by those, whatever else stands beside them. */
  static CallShape of(Asked asked) {
    if (asked.items() != null) {
      return plain(CallKind.ITEMS);
    }
    String tool = asked.tool();
    if (tool.startsWith("mcp__") && tool.indexOf("__", 5) > 5) {
      return plain(CallKind.MCP);
    }
    Members input = asked.input();
    CallShape own =
        switch (StockReason.ownName(tool)) {
          case "Write" -> first(written(input, CLAUDE_WRITE), written(input, ANY));
          case "write_file" -> first(written(input, WRITE), written(input, ANY));
          case "Edit", "MultiEdit" -> first(edited(input, CLAUDE_EDIT), edited(input, ANY));
          case "NotebookEdit" -> first(edited(input, NOTEBOOK), edited(input, ANY));
          case "edit_file" -> first(edited(input, EDIT), edited(input, ANY));
          case REQUEST -> request(input);
          case FETCH -> web(input);
          default -> null;
        };
    CallShape command = own == null ? command(asked) : null;
    CallShape file =
        own == null && command == null ? first(edited(input, ANY), written(input, ANY)) : null;
    CallShape found = first(first(own, command), first(file, web(input)));
    return found == null ? plain(CallKind.OTHER) : found;
  }

  private static @Nullable CallShape first(@Nullable CallShape one, @Nullable CallShape other) {
    return one == null ? other : one;
  }

  static boolean isRequest(Asked asked) {
    return StockReason.ownName(asked.tool()).equals(REQUEST);
  }

  static boolean isCommand(String member) {
    return COMMANDS.contains(member);
  }

  static boolean isPath(String member) {
    return ANY.paths.contains(member);
  }

  static boolean isUrl(String member) {
    return URLS.contains(member);
  }

  /** Whether these are members of a tool that changes a file. */
  static boolean changesFile(Members input) {
    return input.text(ANY.contents) != null
        || input.text(ANY.after) != null
        || input.all().get("edits") instanceof Items;
  }

  /** Whether nothing stands in the input but what a tool of this kind takes. */
  boolean isAll(Asked asked) {
    return asked.input().all().entrySet().stream()
        .allMatch(
            member ->
                (takes(asked, member.getKey()) && !isListed(member.getKey(), member.getValue()))
                    || member.getValue() instanceof CallValue.Figure
                    || member.getValue() instanceof CallValue.Mark);
  }

  /** A method that is no text is not the one that was read. */
  private static boolean isListed(String member, CallValue value) {
    return member.equals("method") && !(value instanceof Text);
  }

  private boolean takes(Asked asked, String member) {
    String read = asked.input().textName(COMMANDS);
    return kind == CallKind.COMMAND
        ? member.equals(read == null ? "command" : read) || BESIDE_COMMANDS.contains(member)
        : OF_REQUESTS.contains(member)
            || (member.equals("prompt") && StockReason.ownName(asked.tool()).equals(FETCH));
  }

  private static CallShape plain(CallKind kind) {
    return new CallShape(kind, null, "", null, List.of(), false);
  }

  private static @Nullable CallShape command(Asked asked) {
    String name = asked.input().textName(COMMANDS);
    String given = name == null ? null : asked.input().text(name);
    String known = asked.command();
    if (known != null && !known.equals(given)) {
      return new CallShape(CallKind.COMMAND, null, known, null, List.of(), false);
    }
    if (given != null) {
      return new CallShape(CallKind.COMMAND, "/" + name, given, null, List.of(), false);
    }
    return asked.input().all().get("command") instanceof Items(List<CallValue> words)
        ? words(words, "/command")
        : null;
  }

  /**
   * A command as a list of words; behind {@code sh -c} there is one text.
   *
   * @param place of the list; null where that is nowhere
   */
  static @Nullable CallShape words(List<CallValue> words, @Nullable String place) {
    List<String> texts = new ArrayList<>();
    for (CallValue word : words) {
      if (!(word instanceof Text(String text))) {
        return null;
      }
      texts.add(text);
    }
    boolean shell =
        texts.size() == 3
            && SHELLS.contains(texts.getFirst().substring(texts.getFirst().lastIndexOf('/') + 1))
            && ShellOptions.has(texts.get(1), "c");
    String pointer = shell && place != null ? place + "/2" : null;
    String text = shell ? texts.get(2) : String.join(" ", texts);
    return texts.isEmpty()
        ? null
        : new CallShape(CallKind.COMMAND, pointer, text, null, List.of(), false);
  }

  private static @Nullable CallShape edited(Members input, Names names) {
    String path = input.textName(names.paths);
    if (path == null) {
      return null;
    }
    List<Edit> edits = new ArrayList<>();
    boolean everywhere = add(input, names, edits);
    if (input.all().get("edits") instanceof Items(List<CallValue> all)) {
      for (CallValue one : all) {
        everywhere |= one instanceof Members members && add(members, names, edits);
      }
    }
    return edits.isEmpty()
        ? null
        : new CallShape(CallKind.FILE_EDIT, "/" + path, text(input, path), null, edits, everywhere);
  }

  private static boolean add(Members input, Names names, List<Edit> edits) {
    String after = input.text(names.after);
    if (after != null) {
      String before = input.text(names.before);
      edits.add(new Edit(before == null ? "" : before, after));
    }
    return after != null && (input.isTrue("replace_all") || input.isTrue("replaceAll"));
  }

  private static @Nullable CallShape written(Members input, Names names) {
    String path = input.textName(names.paths);
    String content = input.text(names.contents);
    return path == null || content == null
        ? null
        : new CallShape(
            CallKind.FILE_WRITE, "/" + path, text(input, path), content, List.of(), false);
  }

  private static @Nullable CallShape web(Members input) {
    RequestUrl address = RequestUrl.of(text(input, "url"));
    return address == null || !address.scheme().startsWith("http") ? null : request(input);
  }

  /** A request, even if nobody can tell where it goes. */
  private static CallShape request(Members input) {
    String url = input.text("url");
    return new CallShape(
        CallKind.HTTP,
        url == null ? null : "/url",
        url == null ? "" : url,
        input.text("body"),
        List.of(),
        false);
  }

  private static String text(Members input, String name) {
    String text = input.text(name);
    return text == null ? "" : text;
  }

  static String method(Members input) {
    String method = input.text("method");
    return method == null || method.isBlank() ? "GET" : method.strip().toUpperCase(Locale.ROOT);
  }
}
