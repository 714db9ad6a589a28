package dev.holdpoint.core.problem;

/** What a machine says to a command: it happened, nothing changes, or no. */
public sealed interface Verdict<E> {
  record Happened<E>(E event) implements Verdict<E> {}

  record Unchanged<E>() implements Verdict<E> {}

  record Rejected<E>(Problem problem) implements Verdict<E> {}

  static <E> Verdict<E> happened(E event) {
    return new Happened<>(event);
  }

  static <E> Verdict<E> unchanged() {
    return new Unchanged<>();
  }

  static <E> Verdict<E> rejected(Problem problem) {
    return new Rejected<>(problem);
  }
}
