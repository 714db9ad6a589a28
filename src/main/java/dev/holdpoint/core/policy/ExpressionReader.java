package dev.holdpoint.core.policy;

import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Role;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an expression from left to right. It remembers where the first of those things stands that
 * not every policy may have, so that a later check can name the place.
 */
final class ExpressionReader {
  /** As groups and people are named elsewhere. */
  private static final int LONGEST_GROUP = 100;

  private static final int LONGEST_PERSON = 200;
  private static final long SECOND = 1_000;

  private final ExpressionScanner scanner;
  private final List<Integer> stagePlaces = new ArrayList<>();
  private int allPlace;
  private int severalPlace;
  private int endingPlace;
  private int unseenPlace;
  private int leaves;

  ExpressionReader(String text) {
    if (text.codePointCount(0, text.length()) > PolicyExpression.MOST_CHARACTERS) {
      throw new InvalidExpression(
          PolicyExpression.MOST_CHARACTERS + 1,
          "an expression has at most " + PolicyExpression.MOST_CHARACTERS + " characters");
    }
    scanner = new ExpressionScanner(text);
  }

  /** Where the first {@code all} with several parts stands; 0 where there is none. */
  int allPlace() {
    return allPlace;
  }

  /** Where the first number above 1 stands; 0 where there is none. */
  int severalPlace() {
    return severalPlace;
  }

  /** Where the word stands that says what the deadline does; 0 where it is left out. */
  int endingPlace() {
    return endingPlace;
  }

  /** Where the stage begins. */
  int stagePlace(int index) {
    return stagePlaces.get(index);
  }

  PolicyExpression expression() {
    List<Stage> stages = new ArrayList<>();
    Ending ending = Ending.NONE;
    int untimed = 0;
    do {
      int place = scanner.place();
      Ending found = stages.isEmpty() ? null : ending();
      if (found != null) {
        ending = found;
        break;
      }
      if (stages.size() == PolicyExpression.MOST_STAGES) {
        throw new InvalidExpression(
            place, "there are at most " + PolicyExpression.MOST_STAGES + " stages");
      }
      stagePlaces.add(place);
      Stage stage = stage();
      if (untimed > 0) {
        throw new InvalidExpression(
            untimed, "a stage that another one follows needs \"within\" and a time");
      }
      stages.add(stage);
      untimed = stage.withinMs() == null ? place : 0;
    } while (scanner.takes("else"));
    end("\"else\"");
    if (stages.getLast().unseenMs() != null) {
      throw new InvalidExpression(unseenPlace, "\"or unseen\" has no meaning in the last stage");
    }
    return new PolicyExpression(stages, ending);
  }

  List<Term> whoAlone() {
    List<Term> who = who();
    end("\"|\"");
    return who;
  }

  private void end(String orElse) {
    if (!scanner.isAtEnd()) {
      throw expected(orElse + " or the end");
    }
  }

  private Stage stage() {
    int place = scanner.place();
    leaves = 0;
    Need need = need(1);
    if (need.ways() > PolicyExpression.MOST_ALTERNATIVES) {
      throw new InvalidExpression(
          place,
          "multiplied out, a stage has at most "
              + PolicyExpression.MOST_ALTERNATIVES
              + " alternatives; this one has "
              + need.ways());
    }
    if (!scanner.takes("within")) {
      return new Stage(need, null, null);
    }
    long withinMs = time();
    unseenPlace = scanner.place();
    if (!scanner.takes("or")) {
      return new Stage(need, withinMs, null);
    }
    if (!scanner.takes("unseen")) {
      throw expected("\"unseen\"");
    }
    return new Stage(need, withinMs, time());
  }

  private Need need(int depth) {
    int place = scanner.place();
    String word = scanner.word();
    if (!word.equals("all") && !word.equals("any")) {
      return leaf();
    }
    if (depth > PolicyExpression.DEEPEST) {
      throw new InvalidExpression(
          place, "needs are nested at most " + PolicyExpression.DEEPEST + " deep");
    }
    scanner.take();
    if (!scanner.takes('(')) {
      throw expected("\"(\"");
    }
    List<Need> parts = new ArrayList<>();
    do {
      parts.add(need(depth + 1));
    } while (scanner.takes(','));
    if (!scanner.takes(')')) {
      throw expected("\",\" or \")\"");
    }
    if (word.equals("any")) {
      return Need.any(parts);
    }
    if (parts.size() > 1 && allPlace == 0) {
      allPlace = place;
    }
    return Need.all(parts);
  }

  private Need leaf() {
    int place = scanner.place();
    if (++leaves > PolicyExpression.MOST_LEAVES) {
      throw new InvalidExpression(
          place, "a stage names people in at most " + PolicyExpression.MOST_LEAVES + " places");
    }
    int count = 1;
    if (isNumber(scanner.word())) {
      count = number("of people", PolicyExpression.MOST_PEOPLE);
      if (!scanner.takes("of")) {
        throw expected("\"of\"");
      }
    }
    List<Term> who = who();
    if (count > who.size() && who.stream().allMatch(Term.Person.class::isInstance)) {
      throw new InvalidExpression(
          place, count + " people are wanted, and " + who.size() + " named by \"person:\"");
    }
    if (count > 1 && severalPlace == 0) {
      severalPlace = place;
    }
    return new Need.Of(count, who);
  }

  private List<Term> who() {
    Set<Term> who = new LinkedHashSet<>();
    do {
      who.add(term());
    } while (scanner.takes('|'));
    return List.copyOf(who);
  }

  private Term term() {
    if (scanner.takesPrefix("group")) {
      return new Term.Group(scanner.name("group", LONGEST_GROUP));
    }
    if (scanner.takesPrefix("person")) {
      return new Term.Person(scanner.name("person", LONGEST_PERSON));
    }
    if (scanner.takesPrefix("role")) {
      int place = scanner.place();
      return switch (scanner.name("role", LONGEST_GROUP)) {
        case "admin" -> new Term.OfRole(Role.ADMIN);
        case "operator" -> new Term.OfRole(Role.OPERATOR);
        default ->
            throw new InvalidExpression(
                place, "expected \"admin\" or \"operator\" after \"role:\"");
      };
    }
    if (scanner.takes("anyone")) {
      return Who.ANYONE;
    }
    if (stagePlaces.size() > 1 && scanner.place() == stagePlaces.getLast()) {
      throw expected("a stage such as 1 of group:name, or an ending such as deny");
    }
    throw expected("\"anyone\", \"group:\", \"person:\" or \"role:\" with a name");
  }

  /** Null where a stage comes and not an ending. */
  private @Nullable Ending ending() {
    Ending.Extension extension = null;
    if (scanner.takes("extend")) {
      extension = extension();
      if (!scanner.takes("else")) {
        return new Ending(extension, null);
      }
      if (scanner.word().equals("extend")) {
        throw new InvalidExpression(scanner.place(), "\"extend\" stands in a policy once");
      }
    }
    int place = scanner.place();
    for (OnExpiry applies : OnExpiry.values()) {
      if (scanner.takes(applies.word())) {
        endingPlace = place;
        return new Ending(extension, applies);
      }
    }
    if (extension != null) {
      throw expected("\"deny\", \"fail\", \"cancel\", \"allow\", \"decline\" or \"default\"");
    }
    return null;
  }

  private Ending.Extension extension() {
    long forMs = time();
    if (!isNumber(scanner.word())) {
      throw expected("how many times, a number");
    }
    int times = number("of extensions", PolicyExpression.MOST_EXTENSIONS);
    if (!scanner.takes("times")) {
      throw expected("\"times\"");
    }
    return new Ending.Extension(forMs, times);
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private int number(String what, int most) {
    int place = scanner.place();
    String digits = scanner.take();
    // Nine digits fit an int; more are too many of anything here.
    int number = digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    if (number < 1 || number > most) {
      throw new InvalidExpression(place, "the number " + what + " is 1 to " + most);
    }
    return number;
  }

  private long time() {
    int place = scanner.place();
    String word = scanner.word();
    String digits = word.isEmpty() ? "" : word.substring(0, word.length() - 1);
    long unit = word.isEmpty() ? 0 : TimeSpans.unit(word.charAt(word.length() - 1));
    if (unit == 0 || !isNumber(digits)) {
      throw expected("a time such as 30s, 10m, 2h or 1d");
    }
    scanner.take();
    long ms = digits.length() > 10 ? Long.MAX_VALUE : Long.parseLong(digits) * unit;
    if (ms < SECOND || ms > ApprovalPolicy.LONGEST_MS) {
      throw new InvalidExpression(place, "a time is 1 second to 10 years");
    }
    return ms;
  }

  private InvalidExpression expected(String what) {
    return new InvalidExpression(scanner.place(), "expected " + what);
  }
}
