package dev.holdpoint.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.problem.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A machine as a table: a column for each sample of a state, a row for each sample of a command,
 * and in each field what the machine answers. A state or command without a sample is an error, so
 * that nobody adds one without looking at all its answers.
 */
public final class MachineTable<S, C> {
  private final Class<S> stateType;
  private final Class<C> commandType;
  private final List<Sample<S>> states = new ArrayList<>();
  private final List<Sample<C>> commands = new ArrayList<>();

  private record Sample<T>(String name, T value) {}

  public MachineTable(Class<S> stateType, Class<C> commandType) {
    this.stateType = stateType;
    this.commandType = commandType;
  }

  public MachineTable<S, C> state(String name, S state) {
    states.add(new Sample<>(name, state));
    return this;
  }

  public MachineTable<S, C> command(String name, C command) {
    commands.add(new Sample<>(name, command));
    return this;
  }

  /** Fails and names what has no sample yet. */
  public MachineTable<S, C> complete() {
    hasSampleOfEach(stateType, states);
    hasSampleOfEach(commandType, commands);
    return this;
  }

  private static <T> void hasSampleOfEach(Class<T> type, List<Sample<T>> samples) {
    Set<Class<?>> sampled =
        samples.stream().map(sample -> sample.value().getClass()).collect(Collectors.toSet());
    assertThat(leaves(type).filter(leaf -> !sampled.contains(leaf)).map(Class::getSimpleName))
        .as("kinds of %s that need a sample in the machine's table", type.getSimpleName())
        .isEmpty();
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    Class<?>[] permitted = type.getPermittedSubclasses();
    return permitted == null ? Stream.of(type) : Stream.of(permitted).flatMap(MachineTable::leaves);
  }

  public void each(java.util.function.BiConsumer<S, C> pair) {
    states.forEach(state -> commands.forEach(command -> pair.accept(state.value, command.value)));
  }

  public String markdown(String title, String about, BiFunction<S, C, Verdict<?>> decide) {
    StringBuilder text = new StringBuilder("# " + title + "\n\n" + about.strip() + "\n\n");
    text.append("| command | ")
        .append(states.stream().map(Sample::name).collect(Collectors.joining(" | ")))
        .append(" |\n|---|")
        .append("---|".repeat(states.size()))
        .append('\n');
    for (Sample<C> command : commands) {
      text.append("| ").append(command.name).append(" |");
      for (Sample<S> state : states) {
        text.append(' ').append(answer(decide.apply(state.value, command.value))).append(" |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String answer(Verdict<?> verdict) {
    return switch (verdict) {
      case Verdict.Happened<?>(Object event) -> "**" + event + "**";
      case Verdict.Unchanged<?> _ -> "unchanged";
      case Verdict.Rejected<?>(var problem) -> "`" + problem.code() + "`";
    };
  }
}
