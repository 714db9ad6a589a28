package dev.holdpoint.daemon.config;

import dev.holdpoint.http.proxy.AddressBlock;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a value looks like: how to read it from text, how to show it, and what an error text says
 * was expected. A list is text with commas here, and may be a list in the file.
 */
public final class Form<T> {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+(%\\w+)?]?");
  private static final Pattern HOST_AND_PORT =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
  private static final Pattern PRICE = Pattern.compile("[0-9]{1,7}(\\.[0-9]{1,6})?");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,199}");
  private static final Pattern ROUTE = Pattern.compile("(acp:)?[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final String PART = "\u0000";
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");

  private final String expected;
  private final boolean list;
  private final boolean parts;
  private final boolean sections;
  private final Reading<T> reading;
  private final Function<T, String> showing;

  /** Gives null for text that is not of this form. Paths are taken from {@code folder}. */
  interface Reading<T> {
    @Nullable T read(String text, Path folder);
  }

  Form(String expected, boolean list, Reading<T> reading, Function<T, String> showing) {
    this(expected, list, false, false, reading, showing);
  }

  private Form(
      String expected,
      boolean list,
      boolean parts,
      boolean sections,
      Reading<T> reading,
      Function<T, String> showing) {
    this.expected = expected;
    this.list = list;
    this.parts = parts;
    this.sections = sections;
    this.reading = reading;
    this.showing = showing;
  }

  String expected() {
    return expected;
  }

  /** Whether nothing at all is a value too. */
  boolean mayBeEmpty() {
    return sections || parts;
  }

  /** Whether the file may have a section here, of names and texts. */
  boolean isSection() {
    return sections;
  }

  /** A list of the file as one text. Where an item may hold a comma, none can tell them apart. */
  String joined(List<String> items) {
    return parts || sections
        ? items.stream().map(item -> PART + item).collect(Collectors.joining())
        : String.join(",", items);
  }

  boolean isList() {
    return list;
  }

  @Nullable T read(String text, Path folder) {
    return reading.read(text.strip(), folder);
  }

  String show(T value) {
    return showing.apply(value);
  }

  static Form<Integer> number(int least, int most) {
    Form<Long> wide = number((long) least, (long) most);
    return new Form<>(
        wide.expected,
        false,
        (text, folder) -> {
          Long value = wide.read(text, folder);
          return value == null ? null : Integer.valueOf(Math.toIntExact(value));
        },
        Object::toString);
  }

  static Form<Long> number(long least, long most) {
    return new Form<>(
        "a whole number from " + least + " to " + most,
        false,
        (text, _) -> {
          if (!NUMBER.matcher(text).matches()) {
            return null;
          }
          long value = Long.parseLong(text);
          return value < least || value > most ? null : Long.valueOf(value);
        },
        Object::toString);
  }

  /** An amount of money, exact. */
  static Form<BigDecimal> price() {
    return new Form<>(
        "an amount such as 2.50, with up to 6 decimal places",
        false,
        (text, _) -> PRICE.matcher(text).matches() ? new BigDecimal(text) : null,
        BigDecimal::toPlainString);
  }

  static Form<Boolean> flag() {
    return new Form<>(
        "true or false",
        false,
        (text, _) ->
            switch (text) {
              case "true" -> Boolean.TRUE;
              case "false" -> Boolean.FALSE;
              default -> null;
            },
        Object::toString);
  }

  /** A time in milliseconds. */
  static Form<Long> millis(long least, long most) {
    return new Form<>(
        "milliseconds, from " + least + " to " + most,
        false,
        (text, _) -> {
          if (!NUMBER.matcher(text).matches()) {
            return null;
          }
          long value = Long.parseLong(text);
          return value < least || value > most ? null : Long.valueOf(value);
        },
        Object::toString);
  }

  static <E extends Enum<E>> Form<E> oneOf(Class<E> type) {
    List<E> all = List.of(Objects.requireNonNull(type.getEnumConstants()));
    String names = all.stream().map(Form::word).collect(Collectors.joining(", "));
    return new Form<>(
        "one of " + names,
        false,
        (text, _) -> all.stream().filter(e -> word(e).equals(text)).findFirst().orElse(null),
        Form::word);
  }

  /** One of words that are no names of Java's. */
  static Form<String> oneOf(List<String> words) {
    return new Form<>(
        "one of " + String.join(", ", words),
        false,
        (text, _) -> words.contains(text) ? text : null,
        Function.identity());
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static Form<String> host() {
    return matching("a host name or an IP address, without a port", HOST);
  }

  static Form<String> name() {
    return matching("a name of letters, digits, '.', '_' and '-'", NAME);
  }

  /** A model's route, or an agent's. */
  static Form<String> route() {
    return matching("the name of a route, or acp: and the name of an agent", ROUTE);
  }

  /** The name of an environment variable. */
  static Form<String> variable() {
    return matching("the name of an environment variable", VARIABLE);
  }

  /** Something that others have given a name, as they write it. */
  static Form<String> visible() {
    return matching("up to 512 visible ASCII characters without spaces", TOKEN);
  }

  static Form<String> token() {
    return new Form<>(
        "up to 512 visible ASCII characters without spaces",
        false,
        (text, _) -> TOKEN.matcher(text).matches() ? text : null,
        _ -> "********");
  }

  /** Read by whoever needs it: nobody is stopped by the mistake in a secret that is not used. */
  static Form<String> secret(String expected) {
    return new Form<>(expected, false, (text, _) -> text, _ -> "********");
  }

  /** A program and its arguments. */
  static Form<String> words() {
    return matching("a program and its arguments", Pattern.compile("\\s*\\S[^\\r\\n]{0,4000}"));
  }

  private static Form<String> matching(String expected, Pattern pattern) {
    return new Form<>(
        expected,
        false,
        (text, _) -> pattern.matcher(text).matches() ? text : null,
        Function.identity());
  }

  static Form<List<String>> hosts() {
    return new Form<>(
        "host names, each with or without a port",
        true,
        (text, _) -> {
          List<String> hosts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
          return hosts.stream().allMatch(h -> HOST_AND_PORT.matcher(h).matches()) ? hosts : null;
        },
        hosts -> String.join(",", hosts));
  }

  static Form<List<AddressBlock>> blocks() {
    return new Form<>(
        "IP addresses and blocks such as 10.0.0.0/8, without bits set after the prefix length",
        true,
        (text, _) -> {
          List<AddressBlock> blocks = new ArrayList<>();
          for (String part : text.split(",", -1)) {
            AddressBlock block = AddressBlock.parse(part.strip());
            if (block == null) {
              return null;
            }
            blocks.add(block);
          }
          return List.copyOf(blocks);
        },
        blocks -> blocks.stream().map(AddressBlock::toString).collect(Collectors.joining(",")));
  }

  /** Arguments of a program, any text each. */
  static Form<List<String>> arguments() {
    return texts("a list of arguments", "\\s+", " ");
  }

  /** Names that others have chosen. */
  static Form<List<String>> names() {
    return texts("a list of names", "[\\s,]+", ",");
  }

  private static Form<List<String>> texts(String expected, String between, String shown) {
    return new Form<>(
        expected,
        true,
        true,
        false,
        (text, _) ->
            text.startsWith(PART)
                ? List.of(text.substring(1).split(PART, -1))
                : text.isEmpty() ? List.of() : List.of(text.split(between, -1)),
        texts -> String.join(shown, texts));
  }

  /** Variables for a program. */
  static Form<Map<String, String>> environment() {
    return new Form<>(
        "variables with values: 'NAME: value' in the file, otherwise one NAME=value a line",
        false,
        false,
        true,
        (text, _) -> NamedValues.read(text, VARIABLE, PART),
        NamedValues::masked);
  }

  /** Headers of requests. */
  static Form<Map<String, String>> headers() {
    return new Form<>(
        "headers with values: 'Name: value' in the file, otherwise one Name=value a line",
        false,
        false,
        true,
        (text, _) -> NamedValues.read(text, HEADER, PART),
        NamedValues::masked);
  }

  static Form<Path> path() {
    return new Form<>("a path", false, Form::readPath, Path::toString);
  }

  static Form<List<Path>> paths() {
    return new Form<>(
        "paths",
        true,
        (text, folder) -> {
          List<Path> paths = new ArrayList<>();
          for (String part : text.split(",", -1)) {
            Path path = part.isBlank() ? null : readPath(part.strip(), folder);
            if (path == null) {
              return null;
            }
            paths.add(path);
          }
          return List.copyOf(paths);
        },
        paths -> paths.stream().map(Path::toString).collect(Collectors.joining(",")));
  }

  private static @Nullable Path readPath(String text, Path folder) {
    String home = System.getProperty("user.home", "");
    try {
      Path path =
          text.equals("~") || text.startsWith("~/")
              ? Path.of(home + text.substring(1))
              : Path.of(text);
      return folder.resolve(path).toAbsolutePath().normalize();
    } catch (InvalidPathException _) {
      return null;
    }
  }

  static Form<URI> httpUrl() {
    return new Form<>(
        "an http:// or https:// address without user, query or fragment",
        false,
        (text, _) -> {
          URI uri = uri(text);
          return uri != null
                  && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                  && uri.getHost() != null
                  && uri.getRawUserInfo() == null
                  && uri.getRawQuery() == null
                  && uri.getRawFragment() == null
              ? uri
              : null;
        },
        URI::toString);
  }

  static Form<URI> database() {
    return new Form<>(
        "postgres://user:password@host:port/name",
        false,
        (text, _) -> {
          URI uri = uri(text);
          return uri != null
                  && ("postgres".equals(uri.getScheme()) || "postgresql".equals(uri.getScheme()))
                  && uri.getHost() != null
                  && uri.getRawPath().length() > 1
              ? uri
              : null;
        },
        Form::withoutPassword);
  }

  /** The query may hold a password as well, so it is left out with it. */
  private static String withoutPassword(URI uri) {
    String user = uri.getRawUserInfo();
    int colon = user == null ? -1 : user.indexOf(':');
    String shownUser =
        user == null ? "" : (colon < 0 ? user : user.substring(0, colon) + ":********") + "@";
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String query = uri.getRawQuery() == null ? "" : "?********";
    return uri.getScheme() + "://" + shownUser + uri.getHost() + port + uri.getRawPath() + query;
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException _) {
      return null;
    }
  }
}
