package dev.holdpoint.agent.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.agent.peer.AgentEvent;
import dev.holdpoint.agent.peer.AgentEvents;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.agent.peer.AgentSelf;
import dev.holdpoint.agent.peer.Peer;
import dev.holdpoint.agent.peer.PeerFailure;
import dev.holdpoint.agent.peer.PeerSession;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.AgentCall;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.port.AgentTests.Outcome;
import dev.holdpoint.engine.port.AgentTests.Tested;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a test of an agent finds out, with agents that do one thing each. */
class AgentProbeTest {
  private static final Duration SHORT = Duration.ofSeconds(30);
  private static final AgentEvent.Ended DONE =
      new AgentEvent.Ended(AgentEvent.Ended.Reason.DONE, "");
  private static final AgentRequest.Permission ASK =
      new AgentRequest.Permission(
          "k",
          "call",
          "touch x",
          new Json("{\"command\":\"touch x\"}"),
          "",
          new Offer(
              List.of(
                  new Offer.Choice("yes", "Allow", Offer.Kind.ALLOW_ONCE),
                  new Offer.Choice("no", "Reject", Offer.Kind.REJECT_ONCE)),
              false),
          AgentCall.shell("execute", "touch x"),
          null);

  private final List<String> told = new ArrayList<>();
  private @Nullable Path folder;
  private boolean closed;

  /** An agent that does the same whatever it is prompted. */
  private interface Deed {
    void prompted(Path folder, String text, AgentEvents events);
  }

  private final class Actor implements Peer, PeerSession {
    private final Deed deed;
    private final AgentEvents events = new AgentEvents();

    Actor(Deed deed) {
      this.deed = deed;
    }

    @Override
    public PeerSession open(Opening opening) {
      folder = opening.folder();
      return this;
    }

    @Override
    public String id() {
      return "talk";
    }

    @Override
    public AgentSelf self() {
      return new AgentSelf("codex-acp", "2.6.0", "agent", List.of(new AgentSelf.Mode("a", "A")));
    }

    @Override
    public boolean isLasting() {
      return false;
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public void prompt(String text) {
      deed.prompted(java.util.Objects.requireNonNull(folder), text, events);
    }

    @Override
    public AgentEvent next() throws InterruptedException {
      return events.next();
    }

    @Override
    public @Nullable AgentEvent peek() {
      return events.peek();
    }

    @Override
    public void onNews(Runnable news) {
      events.onNews(news);
    }

    @Override
    public void answer(AgentRequest ask, GateDecision decision) {
      told.add(decision instanceof GateDecision.Denied denied ? "no:" + denied.choiceId() : "?");
    }

    @Override
    public void cancel() {
      told.add("cancel");
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private Tested test(Deed deed, Duration timeout) throws InterruptedException {
    Tested tested = new AgentProbe(Map.of("a", () -> new Actor(deed))).test("a", timeout);
    assertThat(closed).isTrue();
    assertThat(folder).doesNotExist();
    return tested;
  }

  private static void act(Path folder, String text) {
    try {
      Files.createFile(folder.resolve(text.substring(text.lastIndexOf(' ') + 1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("AG-54 an agent that asks is denied, and what it asked is shown")
  void one_that_asks() throws InterruptedException {
    Tested tested = test((_, _, events) -> events.add(new AgentEvent.Asked(ASK)), SHORT);
    assertThat(tested.outcome()).isEqualTo(Outcome.ASKS);
    assertThat(tested.self().name() + " " + tested.self().version()).isEqualTo("codex-acp 2.6.0");
    assertThat(tested.self().mode()).isEqualTo("agent");
    assertThat(tested.self().modes()).containsExactly(Map.entry("a", "A"));
    assertThat(Objects.requireNonNull(tested.asked()).patternKeys())
        .containsExactly("touch x", "touch x *");
    assertThat(Objects.requireNonNull(tested.asked()).choices()).hasSize(2);
    assertThat(told).containsExactly("no:no", "cancel");
  }

  @Test
  @DisplayName("AG-54 an agent that acts, refuses, ends, fails or is silent is told apart")
  void the_others_are_told_apart() throws InterruptedException {
    assertThat(
            test(
                    (in, text, events) -> {
                      act(in, text);
                      events.add(DONE);
                    },
                    SHORT)
                .outcome())
        .isEqualTo(Outcome.ACTS_UNASKED);
    assertThat(
            test(
                    (_, _, events) -> {
                      events.add(new AgentEvent.Finished("c", false, new Json("{}")));
                      events.add(DONE);
                    },
                    SHORT)
                .outcome())
        .isEqualTo(Outcome.ACTS_UNASKED);
    Tested ends =
        test(
            (_, _, events) -> {
              events.add(new AgentEvent.Said("I would rather not."));
              events.add(new AgentEvent.Finished("c", true, new Json("{}")));
              events.add(DONE);
            },
            SHORT);
    assertThat(ends.outcome()).isEqualTo(Outcome.ENDS);
    assertThat(ends.said()).isEqualTo("I would rather not.");
    assertThat(
            test(
                    (_, _, events) ->
                        events.add(new AgentEvent.Ended(AgentEvent.Ended.Reason.REFUSED, "")),
                    SHORT)
                .outcome())
        .isEqualTo(Outcome.REFUSES);
    assertThat(test((_, _, events) -> events.add(new AgentEvent.Gone("code 1")), SHORT).outcome())
        .isEqualTo(Outcome.FAILS);
    assertThat(test((_, _, _) -> {}, Duration.ofMillis(50)).outcome()).isEqualTo(Outcome.SILENT);
  }

  @Test
  @DisplayName("AG-54 an agent that does not start is a failure with its last words")
  void one_that_does_not_start() {
    Peer broken =
        new Peer() {
          @Override
          public PeerSession open(Opening opening) throws PeerFailure {
            throw new PeerFailure("no key: log in first");
          }

          @Override
          public void close() {
            closed = true;
          }
        };
    assertThatThrownBy(() -> new AgentProbe(Map.of("a", () -> broken)).test("a", SHORT))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("no key: log in first");
    assertThat(closed).isTrue();
    assertThatThrownBy(() -> new AgentProbe(Map.of()).test("b", SHORT))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("There is no agent 'b'");
  }

  @Test
  @DisplayName("AG-55 one test of an agent at a time")
  void one_at_a_time() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AgentProbe probe =
        new AgentProbe(
            Map.of(
                "a",
                () ->
                    new Actor(
                        (_, _, events) -> {
                          begun.countDown();
                          try {
                            release.await();
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                          events.add(DONE);
                        })));
    CompletableFuture<Tested> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return probe.test("a", SHORT);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    assertThatThrownBy(() -> probe.test("a", SHORT))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is being tested");
    release.countDown();
    assertThat(first.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ENDS);
    assertThat(probe.test("a", SHORT).outcome()).isEqualTo(Outcome.ENDS);
  }
}
