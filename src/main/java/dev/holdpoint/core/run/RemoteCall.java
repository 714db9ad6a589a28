package dev.holdpoint.core.run;

import dev.holdpoint.core.record.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come that goes on at a server: as a task there, or until people have answered
 * what the server wants to know. It is part of the run, so the next daemon goes on with it and
 * never makes the call again.
 *
 * @param server by its name in the configuration
 * @param taskId by which the server knows the work; null while there is no task
 * @param untilMs when the task is given up
 * @param pollMs how often the server wants to be asked
 * @param rounds how often the server has wanted to know something
 * @param requestState what the server wants back with the answers; null for nothing
 * @param inputs all that it has wanted to know, in order
 * @param sending answers are on their way: without a task, nobody knows after a crash whether they
 *     have arrived
 */
public record RemoteCall(
    String server,
    @Nullable String taskId,
    long untilMs,
    long pollMs,
    int rounds,
    @Nullable String requestState,
    List<Input> inputs,
    boolean sending) {

  /**
   * Something that the server wants to know.
   *
   * @param key the server's own
   * @param answer where nobody has to be asked for it; null when it is a question of the run: the
   *     questions of the call are in the order of these
   * @param sent whether the server has the answer
   */
  public record Input(String key, @Nullable Json answer, boolean sent) {
    private Input delivered() {
      return new Input(key, answer, true);
    }
  }

  /** One that was just made. */
  public static RemoteCall at(String server) {
    return new RemoteCall(server, null, 0, 0, 0, null, List.of(), false);
  }

  public boolean isTask() {
    return taskId != null;
  }

  /** What the server wants to know and has no answer to. */
  public List<Input> unsent() {
    return inputs.stream().filter(input -> !input.sent).toList();
  }

  public Set<String> keys() {
    return inputs.stream().map(Input::key).collect(Collectors.toSet());
  }

  /** Whether a crash in this state leaves nobody who knows what has happened. */
  public boolean isUncertain() {
    return sending && taskId == null;
  }

  /**
   * It became a task. What the server asked before is over: a task may call what it asks by the
   * same keys, and means something else.
   */
  public RemoteCall task(String id, long until, long poll) {
    List<Input> before =
        inputs.stream()
            .map(input -> input.sent ? new Input("", input.answer, true) : input)
            .toList();
    return new RemoteCall(server, id, until, poll, rounds, requestState, before, sending);
  }

  /** One more round of it. */
  public RemoteCall asked(List<Input> more, @Nullable String state) {
    List<Input> all = new ArrayList<>(inputs);
    all.addAll(more);
    return new RemoteCall(
        server, taskId, untilMs, pollMs, rounds + 1, state, List.copyOf(all), false);
  }

  /** The answers are about to be sent. */
  public RemoteCall sends() {
    return new RemoteCall(server, taskId, untilMs, pollMs, rounds, requestState, inputs, true);
  }

  /** The server has all answers. */
  public RemoteCall delivered() {
    return new RemoteCall(
        server,
        taskId,
        untilMs,
        pollMs,
        rounds,
        null,
        inputs.stream().map(Input::delivered).toList(),
        false);
  }
}
