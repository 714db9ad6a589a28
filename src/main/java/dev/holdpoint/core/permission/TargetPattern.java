package dev.holdpoint.core.permission;

import dev.holdpoint.core.permission.Target.Kind;
import dev.holdpoint.core.permission.Target.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The target half of a rule. For the web it is {@code POST|PUT https://host/path}, with any query;
 * {@code /*} at the end takes in all below, {@code *.} before a domain all names below it, {@code
 * *} for the methods all of them, and {@code =} in front means exactly this, query included. For
 * files it is a path, or a folder with {@code /**} behind it; {@code =} in front takes the text as
 * it is.
 *
 * @param text the normal form
 */
public record TargetPattern(Kind kind, String text, Part part) {
  /** More than the longest address and all methods. */
  public static final int MAX = 8_400;

  /** What a web target looks like, for the author of one that cannot be read. */
  public static final String WEB_FORM =
      "METHODS SCHEME://HOST[:PORT]PATH, such as 'POST https://api.example.com/v2/*'";

  private static final Pattern WEB =
      Pattern.compile("(=?)([^ /]+) ([A-Za-z]+)://([^/?#]*)([^?#]*)(\\?[^#]*)?");

  /** How much of a host is told. */
  private static final int MOST_HOST = 80;

  private static final String ALL_BELOW = "/*";
  private static final String ALL_FILES = "/**";
  private static final String BELOW_DOMAIN = "*.";

  sealed interface Part {}

  /**
   * @param methods empty for all
   * @param domain whether the host is a domain, for names below it
   * @param path without {@code /*}
   */
  record Web(
      Set<String> methods,
      Origin origin,
      boolean domain,
      String path,
      boolean below,
      boolean exactly,
      @Nullable String query)
      implements Part {}

  record Files(String path, boolean below) implements Part {}

  /** Null for a text that is no target, or whose normal form would be another one. */
  public static @Nullable TargetPattern parse(String pattern) {
    TargetPattern read = once(pattern);
    return read != null && read.equals(once(read.text)) ? read : null;
  }

  private static @Nullable TargetPattern once(String pattern) {
    if (pattern.length() > MAX || pattern.isBlank()) {
      return null;
    }
    return pattern.contains("://") ? web(pattern) : files(pattern);
  }

  /** The path as a pattern for itself alone. */
  static String exactly(String path, String tool) {
    boolean more = isGlob(path) || path.startsWith("=") || path.equals(tool);
    return more ? "=" + path : path;
  }

  private static @Nullable TargetPattern files(String pattern) {
    boolean marked = pattern.startsWith("=");
    String text = marked ? pattern.substring(1) : pattern;
    boolean below = !marked && text.endsWith(ALL_FILES);
    String path = below ? text.substring(0, text.length() - ALL_FILES.length()) : text;
    // A star elsewhere would look like a glob and not work like one.
    if (!Target.isPlain(path) || path.length() > Target.MAX_PATH || (!marked && isGlob(path))) {
      return null;
    }
    return new TargetPattern(
        path.startsWith("/") ? Kind.ABSOLUTE : Kind.WORKSPACE, pattern, new Files(path, below));
  }

  private static boolean isGlob(String path) {
    return path.indexOf('*') >= 0;
  }

  private static @Nullable TargetPattern web(String pattern) {
    Matcher parts = WEB.matcher(pattern);
    if (!parts.matches()) {
      return null;
    }
    boolean exactly = !parts.group(1).isEmpty();
    Set<String> methods = methods(parts.group(2));
    boolean domain = parts.group(4).startsWith(BELOW_DOMAIN);
    Origin origin =
        WebAddress.origin(
            parts.group(3),
            domain ? parts.group(4).substring(BELOW_DOMAIN.length()) : parts.group(4));
    String rawPath = parts.group(5);
    boolean below = !exactly && rawPath.endsWith(ALL_BELOW);
    String path = path(rawPath, below, exactly);
    String query = parts.group(6);
    if (methods == null
        || origin == null
        || path == null
        || (domain && (exactly || !isDomain(origin.host())))
        || (query != null && !exactly)) {
      return null;
    }
    Target.Request read = exactly ? WebAddress.read("GET", origin + path + orEmpty(query)) : null;
    if (exactly && read == null) {
      return null;
    }
    Web web =
        new Web(methods, origin, domain, path, below, exactly, read == null ? null : read.query());
    return new TargetPattern(Kind.WEB, written(web), web);
  }

  private static @Nullable String path(String raw, boolean below, boolean exactly) {
    String path = below ? raw.substring(0, raw.length() - ALL_BELOW.length()) : raw;
    if (raw.isEmpty() || (!exactly && path.indexOf('*') >= 0)) {
      return null;
    }
    String read = WebAddress.path(path, false);
    return below && read != null && path.endsWith("/") ? null : below && path.isEmpty() ? "" : read;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Two labels or more, since nobody means all that ends in com. */
  private static boolean isDomain(String host) {
    return host.indexOf('.') > 0 && !WebAddress.isIpv4(host);
  }

  private static @Nullable Set<String> methods(String text) {
    if (text.equals("*")) {
      return Set.of();
    }
    List<String> named = Arrays.asList(text.split("\\|", -1));
    return WebAddress.METHODS.containsAll(named) ? new TreeSet<>(named) : null;
  }

  private static String written(Web web) {
    return (web.exactly ? "=" : "")
        + (web.methods.isEmpty() ? "*" : String.join("|", web.methods))
        + " "
        + place(web);
  }

  private static String place(Web web) {
    return web.origin.scheme()
        + "://"
        + (web.domain ? BELOW_DOMAIN : "")
        + web.origin.host()
        + (web.origin.port() == 0 ? "" : ":" + web.origin.port())
        + web.path
        + (web.below ? ALL_BELOW : "")
        + (web.query == null ? "" : "?" + web.query);
  }

  /** Whether the call goes to what the pattern names; never so for what cannot be read. */
  boolean covers(Target target) {
    return switch (target) {
      case Target.Request request -> part instanceof Web web && covers(web, request);
      case Target.File(Kind of, String path) ->
          kind == of && part instanceof Files files && covers(files, path);
      case Target.Unread _ -> false;
    };
  }

  /** Whether a rule that asks or denies speaks for it: what cannot be read may be what it names. */
  boolean concerns(Target target) {
    return target instanceof Target.Unread(Kind of) ? kind == of : covers(target);
  }

  private static boolean covers(Files files, String path) {
    return path.equals(files.path) || (files.below && path.startsWith(files.path + "/"));
  }

  private static boolean covers(Web web, Target.Request request) {
    Origin origin = request.origin();
    boolean host =
        web.domain
            ? origin.host().endsWith("." + web.origin.host())
            : origin.host().equals(web.origin.host());
    boolean path =
        request.path().equals(web.path) || (web.below && request.path().startsWith(web.path + "/"));
    return (web.methods.isEmpty() || web.methods.contains(request.method()))
        && origin.scheme().equals(web.origin.scheme())
        && origin.port() == web.origin.port()
        && host
        && path
        && (!web.exactly || Objects.equals(web.query, request.query()));
  }

  /** Whether it speaks for more than one place. */
  boolean isPrefix() {
    return switch (part) {
      case Files files -> files.below;
      case Web web -> web.below || web.domain;
    };
  }

  /** Of two that both speak, the longer one says more, and then the one with fewer methods. */
  int length() {
    return switch (part) {
      case Files files -> files.path.length();
      case Web web ->
          place(web).length() + (web.exactly ? 1 : 0) - (web.domain ? BELOW_DOMAIN.length() : 0);
    };
  }

  int methodCount() {
    return part instanceof Web web
        ? web.methods.isEmpty() ? WebAddress.METHODS.size() + 1 : web.methods.size()
        : 0;
  }

  /**
   * In words, for people. Of a long host the end is told, where its domain is.
   *
   * @param cut leaves the beginning of a long path
   */
  String words(UnaryOperator<String> cut) {
    return switch (part) {
      case Files files -> (files.below ? "files below " : "the file ") + cut.apply(files.path);
      case Web web -> {
        String host = web.origin.host();
        boolean wide = host.length() > MOST_HOST;
        String from = web.origin.scheme() + "://" + (web.domain ? BELOW_DOMAIN : "");
        yield (web.methods.isEmpty() ? "any" : String.join(" or ", web.methods))
            + " request to "
            + (web.exactly ? "exactly " : "")
            + from
            + (wide ? "…" + host.substring(host.length() - MOST_HOST) : host)
            + cut.apply(place(web).substring(from.length() + host.length()));
      }
    };
  }
}
