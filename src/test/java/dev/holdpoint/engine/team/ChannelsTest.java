package dev.holdpoint.engine.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.loop.Advance;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChannelsTest {
  @TempDir private Path folder = Path.of("");
  private Bench bench;

  @BeforeEach
  void open() {
    bench = new Bench(folder);
    bench.session("one");
    bench.session("two");
    bench.channels.create(new Channels.Spec("plaza", "Plaza", List.of("one", "two")), "ada", null);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private ChannelMessage post(String content, String... to) {
    return bench.channels.post("plaza", "ada", content, List.of(to), "ada", null, null).message();
  }

  private List<ChannelMessage> messages() {
    return bench.store.read(
        queries -> {
          Channel channel = queries.named(Channel.KIND, "plaza");
          return channel == null
              ? List.of()
              : queries.keptBelow(ChannelMessage.KIND, channel.messageGroup(), Long.MAX_VALUE, 999);
        });
  }

  private Run run(String id) {
    long key = dev.holdpoint.core.record.Ulid.keyOf("run_", id).orElseThrow();
    Run run = bench.store.read(queries -> queries.run(key));
    if (run == null) {
      throw new AssertionError("there is no run " + id);
    }
    return run;
  }

  private void speak(Run run, String text) {
    bench.progress.advance(
        new Advance(run)
            .output(
                new Output(
                    Output.Source.ASSISTANT_TEXT,
                    "daemon",
                    run.head().sessionId(),
                    text,
                    new Json("[]"),
                    new Json("[]")))
            .complete());
  }

  @Test
  void who_is_asked_speaks_in_public() {
    ChannelMessage asked = post("well?", "one", "two", "one");
    assertThat(asked.to()).containsExactly("one", "two");
    assertThat(asked.runIds()).hasSize(2);
    speak(run(asked.runIds().getFirst()), "fine");
    assertThat(messages().stream().map(ChannelMessage::author)).containsExactly("one", "ada");
    ChannelMessage said = messages().getFirst();
    assertThat(said.content()).isEqualTo("fine");
    assertThat(said.runId()).isEqualTo(asked.runIds().getFirst());
    assertThat(said.to()).isEmpty();
  }

  @Test
  void one_who_cannot_be_asked_stops_the_whole_message() {
    bench.sessions.end("two", null, "ada");
    assertThatThrownBy(() -> post("well?", "one", "two")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> post("well?", "stranger")).isInstanceOf(Refused.class);
    assertThat(messages()).isEmpty();
    assertThat(bench.submit("one").status()).isEqualTo(dev.holdpoint.core.run.RunStatus.RUNNING);
  }

  /** The daemon dies around the commit of the message, or of the end of the run that speaks. */
  @ParameterizedTest(name = "commit {0}, durable: {1}")
  @CsvSource({"0, false", "0, true", "1, false", "1, true"})
  void a_death_around_a_commit_loses_and_doubles_nothing(int at, boolean durable) {
    IdempotencyKey key = new IdempotencyKey("scope", "print");
    if (at == 1) {
      bench.channels.post("plaza", "ada", "well?", List.of("one"), "ada", null, key);
    }
    if (durable) {
      bench.store.lostAnswers = 1;
    } else {
      bench.store.failingCommits = 1;
    }
    assertThatThrownBy(
            () -> {
              if (at == 0) {
                bench.channels.post("plaza", "ada", "well?", List.of("one"), "ada", null, key);
              } else {
                speak(run(messages().getFirst().runIds().getFirst()), "fine");
              }
            })
        .isInstanceOf(Refused.class);
    for (int i = 0; i < 3; i++) {
      bench.close();
      bench = new Bench(folder);
      ChannelMessage asked =
          bench.channels.post("plaza", "ada", "well?", List.of("one"), "ada", null, key).message();
      Run run = run(asked.runIds().getFirst());
      if (run.isLoopWork()) {
        speak(run, "fine");
      }
    }
    assertThat(messages().stream().map(ChannelMessage::content)).containsExactly("fine", "well?");
  }

  @Test
  void one_that_is_removed_goes_with_all_that_was_said_and_its_name_is_free() {
    for (int i = 0; i < 250; i++) {
      post("m" + i);
    }
    ChannelMessage asked = post("well?", "one");
    Channel old =
        Objects.requireNonNull(bench.store.read(queries -> queries.named(Channel.KIND, "plaza")));
    bench.channels.remove("plaza");
    assertThatThrownBy(() -> post("late")).isInstanceOf(Refused.class);
    bench.channels.create(new Channels.Spec("plaza", "New", List.of("one")), "ada", null);
    speak(run(asked.runIds().getFirst()), "too late");
    assertThat(messages()).isEmpty();
    while (bench.channels.ring() > 0) {
      // Each portion is one commit.
    }
    Channel gone = bench.store.read(queries -> queries.kept(Channel.KIND, old.key()));
    assertThat(gone).isNull();
    long left =
        bench.store.read(queries -> queries.countKept(ChannelMessage.KIND, old.messageGroup()));
    assertThat(left).isZero();
    post("first");
    assertThat(messages()).hasSize(1);
  }
}
