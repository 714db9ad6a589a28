package dev.holdpoint.http.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All modules of the page as one file, or as a few: a browser asks for six files at a time over
 * plain HTTP, and a hundred small ones cost it more than their bytes. Each module is a function
 * that is called once, after those that it imports, and gives back what it exports. By its path
 * each can still be had from outside.
 *
 * <p>Only what we write is understood: imports and exports by name, each at the beginning of a
 * line, without circles, and nothing exported that changes later. Anything else stops the build's
 * tests rather than a browser. Lines lose their indentation, which browsers pass over in code and
 * in HTML, and no template is anything else.
 */
final class Joined {
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:\\{([^}]*)\\} from )?'([^']+)';[ \\t]*$", Pattern.MULTILINE);
  private static final Pattern EXPORT =
      Pattern.compile(
          "^export (?:((?:async )?function\\*?|class|const) ([A-Za-z_$][\\w$]*)|\\{([^}]*)\\};)",
          Pattern.MULTILINE);
  private static final Pattern NOT_UNDERSTOOD =
      Pattern.compile("^(?:import|export)\\b.*", Pattern.MULTILINE);
  private static final Pattern INDENTATION = Pattern.compile("\\n\\s+");
  private static final String HERE = "import.meta.url";

  private final Function<String, @Nullable String> sources;
  private final Map<String, String> libraries = new LinkedHashMap<>();
  private final Map<String, String> modules = new LinkedHashMap<>();

  /** What files before this one have, by the names by which it is at hand here. */
  private final Map<String, String> before = new HashMap<>();

  private final Set<String> open = new HashSet<>();
  private final StringBuilder text = new StringBuilder();

  private Joined(Function<String, @Nullable String> sources) {
    this.sources = sources;
  }

  /**
   * @param entry the module that nobody imports
   * @param sources every module by its path; null where there is none
   */
  static String from(String entry, Function<String, @Nullable String> sources) {
    Joined joined = new Joined(sources);
    joined.module(entry);
    return joined.whole();
  }

  private String whole() {
    return imports() + text + exported("export const modules = { ", " };\n");
  }

  /** A file, and the module that it begins with. */
  record File(String name, String entry) {}

  /**
   * The same as several files, by their names. Each is imported after those before it and shares
   * their modules; what it adds can be had from outside where the first file's can.
   */
  static Map<String, String> files(List<File> files, Function<String, @Nullable String> sources) {
    Map<String, String> texts = new LinkedHashMap<>();
    Joined first = new Joined(sources);
    first.module(files.getFirst().entry());
    String firstName = files.getFirst().name();
    String last = firstName;
    texts.put(firstName, first.whole());
    Set<String> known = new HashSet<>(first.modules.keySet());
    for (File file : files.subList(1, files.size())) {
      Joined joined = new Joined(sources);
      known.forEach(path -> joined.before.put(path, "known['" + path + "']"));
      joined.module(file.entry());
      texts.put(
          file.name(),
          "import { modules as known } from './%s';\n".formatted(firstName)
              + (last.equals(firstName) ? "" : "import './%s';\n".formatted(last))
              + joined.imports()
              + joined.text
              + joined.exported("Object.assign(known, { ", " });\n"));
      known.addAll(joined.modules.keySet());
      last = file.name();
    }
    return texts;
  }

  private String exported(String begin, String end) {
    return modules.entrySet().stream()
        .map(module -> "'%s': %s".formatted(module.getKey(), module.getValue()))
        .collect(Collectors.joining(", ", begin, end));
  }

  private String imports() {
    return libraries.entrySet().stream()
        .map(
            library ->
                "import * as %s from '%s';\n".formatted(library.getValue(), library.getKey()))
        .collect(Collectors.joining());
  }

  /** Gives the name by which the module's exports are at hand. */
  private String module(String path) {
    String known = before.getOrDefault(path, modules.get(path));
    if (known != null) {
      return known;
    }
    String source = sources.apply(path);
    if (source == null || !open.add(path)) {
      throw new IllegalStateException(
          "the page's module " + path + (source == null ? " is not there" : " imports itself"));
    }
    String imported = IMPORT.matcher(source).replaceAll(found -> taken(path, found));
    List<String> given = new ArrayList<>();
    String body = EXPORT.matcher(imported).replaceAll(found -> stated(found, given));
    NOT_UNDERSTOOD
        .matcher(body)
        .results()
        .findFirst()
        .ifPresent(
            line -> {
              throw new IllegalStateException(
                  "the page's module " + path + " cannot be joined: " + line.group());
            });
    String lines = INDENTATION.matcher(body).replaceAll("\n");
    String name = "m" + modules.size();
    modules.put(path, name);
    text.append("const ")
        .append(name)
        .append(" = (() => {\n")
        .append(lines.replace(HERE, "new URL('" + path + "', " + HERE + ").href"))
        .append("\nreturn { ")
        .append(String.join(", ", given))
        .append(" };\n})();\n");
    return name;
  }

  /** An import, as the names it takes from what is at hand. */
  private String taken(String path, MatchResult found) {
    String from = found.group(2);
    String source =
        from.startsWith(".")
            ? module(resolved(path, from))
            : libraries.computeIfAbsent(from, _ -> "lib" + libraries.size());
    String names = found.group(1);
    return quoted(
        names == null ? "" : "const {" + names.replace(" as ", ": ") + "} = " + source + ";");
  }

  private static String stated(MatchResult found, List<String> given) {
    if (found.group(3) != null) {
      given.add(found.group(3).strip());
      return "";
    }
    given.add(found.group(2));
    return quoted(found.group(1) + " " + found.group(2));
  }

  /** {@code ../parts/x.js} as {@code inbox/list.js} means it. */
  private static String resolved(String path, String from) {
    List<String> folders = new ArrayList<>(List.of(path.split("/", -1)));
    folders.removeLast();
    for (String step : from.split("/", -1)) {
      if (step.equals("..")) {
        folders.removeLast();
      } else if (!step.equals(".")) {
        folders.add(step);
      }
    }
    return String.join("/", folders);
  }

  private static String quoted(String replacement) {
    return java.util.regex.Matcher.quoteReplacement(replacement);
  }
}
