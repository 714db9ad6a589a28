package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page: its parts, its one document, and what a browser may do with them.
 *
 * @param index the document, with the places of all parts written into it
 * @param worker the service worker, which knows this version's parts by the same hash
 * @param policy nothing runs but the parts; the import map, which has to stand in the document, is
 *     let through by its hash
 */
record InboxPage(Parts parts, PagePart index, PagePart worker, String policy) {
  private static final String FOLDER = "/web/";
  private static final String INDEX = "index.html";
  private static final String COMMON_STYLE = "app.css";

  /**
   * All that we wrote in a few files; the others stay where they are, for readers. The first has
   * what the list needs.
   */
  private static final String SCRIPT = "page.js";

  private static final List<Joined.File> SCRIPTS =
      List.of(
          new Joined.File(SCRIPT, "app.js"),
          new Joined.File("cards.js", "inbox/cards.js"),
          new Joined.File("views.js", "pages/pages.js"));

  private static final String STYLE = "page.css";
  private static final String WORKER = "sw.js";

  /** Runs before the page, beside it: it says which language is spoken and brings its words. */
  private static final String LANGUAGE = "i18n/language.js";

  private static final String LANGUAGE_MODULE = "holdpoint/language";

  /** The words of another language, in one file that only those load who read it. */
  private static final String GERMAN = "german.js";

  private static final String GERMAN_ENTRY = "i18n/de.js";

  /** What the service worker keeps beside the libraries: all that a tab of this version needs. */
  private static final String[] KEPT = {
    STYLE, LANGUAGE, GERMAN, "icon.svg", "net/stream-worker.js"
  };

  /** Lit as its makers build it for browsers. */
  private static final String LIBRARIES = "/META-INF/resources/_static/";

  /** What modules call a library's file, and where that is. */
  private static final Map<String, String> MODULES =
      Map.ofEntries(
          Map.entry("lit", "lit/3.3.3/index.js"),
          Map.entry("lit/directives/repeat.js", "lit/3.3.3/directives/repeat.js"),
          Map.entry("lit/directives/live.js", "lit/3.3.3/directives/live.js"),
          Map.entry("lit/directives/ref.js", "lit/3.3.3/directives/ref.js"),
          Map.entry("lit/directives/class-map.js", "lit/3.3.3/directives/class-map.js"),
          Map.entry("lit/directives/style-map.js", "lit/3.3.3/directives/style-map.js"),
          Map.entry("lit/directives/if-defined.js", "lit/3.3.3/directives/if-defined.js"),
          Map.entry("lit-element/lit-element.js", "lit-element/4.2.2/lit-element.js"),
          Map.entry("@lit/reactive-element", "reactive-element/2.1.2/reactive-element.js"),
          Map.entry("lit-html", "lit-html/3.3.3/lit-html.js"),
          Map.entry("lit-html/is-server.js", "lit-html/3.3.3/is-server.js"),
          Map.entry("lit-html/directives/repeat.js", "lit-html/3.3.3/directives/repeat.js"),
          Map.entry("lit-html/directives/live.js", "lit-html/3.3.3/directives/live.js"),
          Map.entry("lit-html/directives/ref.js", "lit-html/3.3.3/directives/ref.js"),
          Map.entry("lit-html/directives/class-map.js", "lit-html/3.3.3/directives/class-map.js"),
          Map.entry("lit-html/directives/style-map.js", "lit-html/3.3.3/directives/style-map.js"),
          Map.entry(
              "lit-html/directives/if-defined.js", "lit-html/3.3.3/directives/if-defined.js"));

  /** What those files import by their place. */
  private static final String[] BESIDE = {
    "reactive-element/2.1.2/css-tag.js",
    "lit-html/3.3.3/directive.js",
    "lit-html/3.3.3/directive-helpers.js",
    "lit-html/3.3.3/async-directive.js"
  };

  static InboxPage gather() {
    Parts.Gathering gathering = new Parts.Gathering().folder(FOLDER, INDEX);
    // The page and the terminal share one table of keys; modules import it as key-table.js.
    gathering.text(
        "key-table.js",
        "export const KEYS = " + text(gathering.gathered(), "keys.json").strip() + ";\n");
    MODULES.values().forEach(file -> gathering.file(LIBRARIES + file, file));
    for (String file : BESIDE) {
      gathering.file(LIBRARIES + file, file);
    }
    Parts apart = gathering.gathered();
    Joined.files(SCRIPTS, path -> textOrNull(apart, path)).forEach(gathering::text);
    Parts parts =
        gathering
            .text(GERMAN, Joined.from(GERMAN_ENTRY, path -> textOrNull(apart, path)))
            .text(STYLE, styles(apart))
            .gathered();
    String base = "/ui/a/" + parts.hash() + "/";
    String imports = imports(base);
    String document = text(parts, INDEX);
    String index =
        document
            .replace("{imports}", imports)
            .replace("{preloads}", preloads(base))
            .replace("{parts}", base);
    String worker =
        text(parts, WORKER).replace("{parts}", base).replace("{files}", String.join(" ", kept()));
    return new InboxPage(
        parts,
        PagePart.of(INDEX, index.getBytes(UTF_8)),
        PagePart.of(WORKER, worker.getBytes(UTF_8)),
        policy(imports));
  }

  private static List<String> kept() {
    return Stream.of(SCRIPTS.stream().map(Joined.File::name), Stream.of(KEPT), libraries())
        .flatMap(files -> files)
        .toList();
  }

  private static Stream<String> libraries() {
    return Stream.concat(MODULES.values().stream().sorted(), Stream.of(BESIDE));
  }

  private static String text(Parts parts, String path) {
    String text = textOrNull(parts, path);
    if (text == null) {
      throw new IllegalStateException("the page has no " + path);
    }
    return text;
  }

  private static @Nullable String textOrNull(Parts parts, String path) {
    PagePart part = parts.at(path);
    return part == null ? null : new String(part.file().plain(), UTF_8);
  }

  private static String imports(String base) {
    TreeMap<String, String> modules = new TreeMap<>(MODULES);
    modules.put(LANGUAGE_MODULE, LANGUAGE);
    return modules.entrySet().stream()
        .map(module -> "\"%s\":\"%s%s\"".formatted(module.getKey(), base, module.getValue()))
        .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
  }

  /** The one that all share first, as the others build on it. */
  private static String styles(Parts parts) {
    return parts.all().stream()
        .map(PagePart::path)
        .filter(path -> path.endsWith(".css"))
        .sorted(Comparator.comparing((String path) -> !path.equals(COMMON_STYLE)))
        .map(path -> Comments.withoutInStyle(text(parts, path)))
        .collect(Collectors.joining("\n"));
  }

  /** All that the page imports at once, rather than one level of imports after the other. */
  private static String preloads(String base) {
    return Stream.concat(Stream.of(LANGUAGE), libraries())
        .map(path -> "<link rel=\"modulepreload\" href=\"" + base + path + "\">")
        .collect(Collectors.joining("\n    "));
  }

  private static String policy(String imports) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self' 'sha256-" + sha256(imports) + "'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html holdpoint");
  }

  private static String sha256(String text) {
    try {
      return Base64.getEncoder()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
