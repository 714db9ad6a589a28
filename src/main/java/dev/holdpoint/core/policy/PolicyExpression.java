package dev.holdpoint.core.policy;

import dev.holdpoint.core.gate.GateKind;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who must say yes, in which stages, how long each waits, and what the deadline does. Its text is
 * the normal form, which reads as an equal expression again.
 */
public record PolicyExpression(List<Stage> stages, Ending ending) {
  public static final int MOST_CHARACTERS = 4_000;
  public static final int MOST_STAGES = 8;
  public static final int DEEPEST = 4;
  public static final int MOST_LEAVES = 16;
  public static final int MOST_ALTERNATIVES = 64;
  public static final int MOST_PEOPLE = 50;
  public static final int MOST_EXTENSIONS = 20;

  public PolicyExpression {
    stages = List.copyOf(stages);
  }

  /**
   * @throws InvalidExpression with the place, when the text is no expression or exceeds a limit
   */
  public static PolicyExpression parse(String text) {
    return new ExpressionReader(text).expression();
  }

  /**
   * Reads a list of people alone, such as {@code group:security | person:ada}.
   *
   * @throws InvalidExpression with the place, when the text is no such list
   */
  public static List<Term> parseWho(String text) {
    return new ExpressionReader(text).whoAlone();
  }

  /** The one stage of a tenant's policy that holds alone. */
  static PolicyExpression anyone(int count) {
    return new PolicyExpression(
        List.of(new Stage(new Need.Of(count, List.of(Who.ANYONE)), null, null)), Ending.NONE);
  }

  /** What the deadline does to such a gate in the end. */
  public OnExpiry onExpiry(GateKind kind) {
    return Objects.requireNonNullElseGet(ending.applies(), () -> OnExpiry.ofPolicy(kind));
  }

  /** Every term that a stage names, once. */
  public Stream<Term> terms() {
    return stages.stream()
        .flatMap(stage -> stage.need().leaves())
        .flatMap(leaf -> leaf.who().stream())
        .distinct();
  }

  /** Whether any single yes that a stage names is enough for that stage. */
  public boolean isOneYesEnough() {
    return stages.stream()
        .flatMap(stage -> stage.need().alternatives().stream())
        .allMatch(leaves -> leaves.size() == 1 && leaves.getFirst().count() == 1);
  }

  @Override
  public String toString() {
    return stages.stream().map(Stage::toString).collect(Collectors.joining(" else ")) + ending;
  }
}
