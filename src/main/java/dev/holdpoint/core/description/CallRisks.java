package dev.holdpoint.core.description;

import dev.holdpoint.core.description.CallValue.Items;
import dev.holdpoint.core.description.CallValue.Members;
import dev.holdpoint.core.description.CallValue.Text;
import dev.holdpoint.core.rendering.ShownText;
import dev.holdpoint.core.secret.Placeholders;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reading of a call: what makes it worth a second look, and which secrets it uses. */
final class CallRisks {
  private static final int MOST_LINES = 60;
  private static final int MOST_CHARACTERS = 6_000;
  private static final int MOST_SECRETS = 20;
  private static final String SECRET = "{{secret:";

  /** No pointer begins so. */
  private static final String DEEP = "\0";

  /** Prose of more characters names many things. */
  private static final int SHORT = 1_000;

  private static final List<String> PRODUCTION = List.of("production", "prod", "live");
  private static final Set<String> DESTROYS =
      Set.of("delete", "drop", "destroy", "purge", "wipe", "truncate", "terminate");
  private static final Pattern NAME_WORDS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

  private final Asked asked;
  private final CallShape shape;
  private final List<RiskReason> found = new ArrayList<>();
  private final Set<String> secrets = new LinkedHashSet<>();
  private @Nullable RiskReason secret;
  private @Nullable RiskReason hidden;
  private @Nullable RiskReason production;
  private boolean isLong;
  private final ShellWork work = new ShellWork();
  private final Set<String> commands = new HashSet<>();
  private final List<Address> addresses = new ArrayList<>();
  final @Nullable ShellRisks shell;

  /**
   * A URL somewhere in the input.
   *
   * @param beside what stands beside it
   */
  private record Address(String text, @Nullable String pointer, Members beside) {}

  CallRisks(Asked asked, CallShape shape) {
    this.asked = asked;
    this.shape = shape;
    boolean command = shape.kind() == CallKind.COMMAND;
    this.shell = command ? command(shape) : null;
    if (shape.kind() == CallKind.FILE_WRITE || shape.kind() == CallKind.FILE_EDIT) {
      path(shape.text(), shape.pointer(), true);
    }
    walk();
    if (command && shape.pointer() == null) {
      look(shape.text(), null);
    }
    if (shape.kind() == CallKind.HTTP) {
      web(new Address(shape.text(), shape.pointer(), asked.input()), CallShape.isRequest(asked));
    }
    addresses.forEach(one -> web(one, false));
    name();
    if (work.isPartial()) {
      add(RiskReason.of(RiskCode.UNREADABLE));
    }
    if (shape.everywhere()) {
      found.add(RiskReason.of(RiskCode.REPLACE_ALL));
    }
    if (hidden != null) {
      found.add(hidden);
    }
    if (secret != null) {
      found.add(secret);
    }
    if (production != null) {
      found.add(production);
    }
    if (isLong) {
      found.add(RiskReason.of(RiskCode.LONG_INPUT));
    }
  }

  CallRisk risk() {
    boolean reads =
        shape.kind() == CallKind.HTTP
            && Set.of("GET", "HEAD").contains(CallShape.method(asked.input()))
            && secrets.isEmpty();
    boolean low =
        found.isEmpty() && (reads || (shell != null && shell.onlyLooks())) && shape.isAll(asked);
    return CallRisk.of(
        found, low ? RiskLevel.LOW : RiskLevel.NORMAL, asked.declared(), asked.policy());
  }

  /** Behind links, a path may lead elsewhere than it says. */
  void leadsTo(String place) {
    path(place, null, false);
  }

  /** Their aliases. */
  List<String> secrets() {
    return List.copyOf(secrets);
  }

  private record Place(CallValue value, String pointer) {}

  /** Through all that there is, however deep: a queue has no end that a stack of calls has. */
  private void walk() {
    Deque<Place> left = new ArrayDeque<>();
    left.add(new Place(asked.input(), ""));
    while (!left.isEmpty()) {
      Place place = left.remove();
      switch (place.value) {
        case Text(String text) -> text(text, place.pointer);
        case Members members ->
            members
                .all()
                .forEach(
                    (name, value) -> {
                      String pointer = below(place.pointer, name);
                      hides(name, null);
                      named(name, value, members, pointer.equals(DEEP) ? null : pointer);
                      left.add(new Place(value, pointer));
                    });
        case Items(List<CallValue> all) -> {
          for (int i = 0; i < all.size(); i++) {
            left.add(new Place(all.get(i), below(place.pointer, Integer.toString(i))));
          }
        }
        case CallValue.Figure _, CallValue.Mark _ -> {}
      }
    }
    hides(asked.tool(), null);
  }

  /** A pointer of thousands of levels would cost their square, and leads nobody anywhere. */
  private static String below(String pointer, String name) {
    return pointer.length() > 512 || name.length() > 512
        ? DEEP
        : pointer.equals(DEEP) ? DEEP : pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  private void text(String text, String pointer) {
    String place = pointer.equals(DEEP) ? null : pointer;
    hides(text, place);
    int from = text.indexOf(SECRET);
    while (from >= 0 && secrets.size() < MOST_SECRETS) {
      Placeholders.Place one = Placeholders.at(text, from);
      if (one != null) {
        secrets.add(one.alias());
        secret = secret == null ? at(RiskCode.SECRET_USED, place, one.start(), one.end()) : secret;
      }
      from = text.indexOf(SECRET, from + 1);
    }
    isLong |= text.length() > MOST_CHARACTERS || OneLine.lines(text) > MOST_LINES;
    boolean names =
        switch (shape.kind()) {
          case COMMAND, FILE_EDIT, FILE_WRITE, HTTP -> pointer.equals(shape.pointer());
          case MCP, OTHER, ITEMS -> text.length() <= SHORT;
        };
    if (names) {
      look(text, place);
    }
  }

  private static RiskReason at(RiskCode code, @Nullable String pointer, int start, int end) {
    return RiskReason.at(code, pointer, start, end);
  }

  /**
   * By hand: an expression that looks behind each character takes a long text's time many times.
   */
  private void look(String text, @Nullable String pointer) {
    for (int i = 0; i < text.length() && production == null; i++) {
      char c = text.charAt(i);
      boolean begins = (c | 0x20) == 'p' || (c | 0x20) == 'l';
      if (!begins || (i > 0 && Character.isLetterOrDigit(text.charAt(i - 1)))) {
        continue;
      }
      for (String word : PRODUCTION) {
        int end = i + word.length();
        if (text.regionMatches(true, i, word, 0, word.length())
            && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
          production = at(RiskCode.PRODUCTION, pointer, i, end);
          return;
        }
      }
    }
  }

  private void hides(String text, @Nullable String pointer) {
    int place = hidden == null ? ShownText.firstHiding(text) : -1;
    if (place >= 0) {
      int end = place + Character.charCount(text.codePointAt(place));
      hidden = at(RiskCode.HIDDEN_TEXT, pointer, place, end);
    }
  }

  /** A tool takes what its name says, whatever else its input seems to be. */
  private void named(String name, CallValue value, Members beside, @Nullable String pointer) {
    switch (value) {
      case Text(String text) -> {
        if (CallShape.isCommand(name)) {
          command(new CallShape(CallKind.COMMAND, pointer, text, null, List.of(), false));
        } else if (CallShape.isPath(name)) {
          path(text, pointer, CallShape.changesFile(beside));
        } else if (CallShape.isUrl(name)) {
          addresses.add(new Address(text, pointer, beside));
        }
      }
      case Items(List<CallValue> words) -> {
        CallShape command = CallShape.isCommand(name) ? CallShape.words(words, pointer) : null;
        if (command != null) {
          command(command);
        }
      }
      case Members _, CallValue.Figure _, CallValue.Mark _ -> {}
    }
  }

  /** Null for one that was read already. */
  private @Nullable ShellRisks command(CallShape command) {
    if (!commands.add(command.text())) {
      return null;
    }
    ShellRisks risks = ShellRisks.of(command.text(), command.pointer(), work);
    risks.reasons().forEach(this::add);
    return risks;
  }

  /** The first of each kind. */
  private void add(RiskReason reason) {
    if (found.stream().noneMatch(one -> one.code() == reason.code())) {
      found.add(reason);
    }
  }

  private void path(String path, @Nullable String pointer, boolean changes) {
    if (PathSigns.isSensitive(path)) {
      add(at(RiskCode.SENSITIVE_PATH, pointer, 0, path.length()));
    }
    if (changes && PathSigns.isOutside(path, asked.folder())) {
      add(at(RiskCode.PATH_OUTSIDE, pointer, 0, path.length()));
    }
  }

  /**
   * @param isRequest whether a request is made, even if the address cannot be read
   */
  private void web(Address given, boolean isRequest) {
    RequestUrl address = RequestUrl.of(given.text());
    if (isRequest && (address == null || !address.isWeb())) {
      add(RiskReason.of(RiskCode.UNREADABLE));
    }
    if ((address != null || isRequest) && CallShape.method(given.beside()).equals("DELETE")) {
      add(RiskReason.of(RiskCode.DELETE_REMOTE));
    }
    if (address == null) {
      return;
    }
    if (address.scheme().equals("http") && !secrets.isEmpty()) {
      int from = address.from();
      add(at(RiskCode.PLAIN_HTTP, given.pointer(), from, from + "http://".length()));
    }
    if (address.isPrivate()) {
      add(at(RiskCode.PRIVATE_ADDRESS, given.pointer(), address.start(), address.end()));
    }
  }

  private void name() {
    if (shape.kind() == CallKind.ITEMS) {
      return;
    }
    for (String word : NAME_WORDS.split(OneLine.cut(asked.tool(), 400), -1)) {
      if (DESTROYS.contains(word.toLowerCase(Locale.ROOT))) {
        found.add(RiskReason.of(RiskCode.DESTRUCTIVE_NAME));
        return;
      }
    }
  }
}
