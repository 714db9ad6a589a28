package dev.holdpoint.core.policy;

import java.util.List;
import java.util.stream.Collectors;

/** Several terms, any of which a person may fit: {@code group:finance | person:ada}. */
public final class Who {
  public static final Term ANYONE = new Term.Anyone();

  private Who() {}

  /** In the normal form. */
  public static String text(List<Term> who) {
    return who.stream().map(Term::toString).collect(Collectors.joining(" | "));
  }

  /** As a sentence names these people: {@code finance or ada}. */
  public static String words(List<Term> who) {
    return who.stream().map(Term::words).collect(Collectors.joining(" or "));
  }
}
