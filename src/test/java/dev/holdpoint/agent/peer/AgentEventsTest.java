package dev.holdpoint.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AgentEventsTest {
  private final AgentEvents happenings = new AgentEvents();

  @Test
  void pieces_are_put_together_and_everything_else_keeps_its_place() throws Exception {
    AgentEvent began = new AgentEvent.Began("c", "bash", Json.EMPTY_OBJECT);
    happenings.add(new AgentEvent.Said("a"));
    happenings.add(new AgentEvent.Said("b"));
    happenings.add(began);
    happenings.add(new AgentEvent.Said("c"));
    assertThat(happenings.peek()).isEqualTo(new AgentEvent.Said("ab"));
    assertThat(happenings.next()).isEqualTo(new AgentEvent.Said("ab"));
    assertThat(happenings.next()).isEqualTo(began);
    assertThat(happenings.next()).isEqualTo(new AgentEvent.Said("c"));
    assertThat(happenings.peek()).isNull();
  }

  @Test
  void nothing_comes_after_the_end() throws Exception {
    happenings.add(new AgentEvent.Gone("first"));
    happenings.add(new AgentEvent.Gone("second"));
    happenings.add(new AgentEvent.Said("late"));
    assertThat(happenings.next()).isEqualTo(new AgentEvent.Gone("first"));
    assertThat(happenings.peek()).isNull();
  }

  @Test
  void who_comes_late_is_told_and_who_waits_is_woken() throws Exception {
    AtomicInteger told = new AtomicInteger();
    happenings.onNews(told::incrementAndGet);
    assertThat(told).hasValue(0);
    happenings.add(new AgentEvent.Said("a"));
    assertThat(told).hasValue(1);
    happenings.onNews(told::incrementAndGet);
    assertThat(told).hasValue(2);
    happenings.next();
    Thread adds = Thread.ofVirtual().start(() -> happenings.add(new AgentEvent.Said("b")));
    assertThat(happenings.next()).isEqualTo(new AgentEvent.Said("b"));
    adds.join();
  }

  @Test
  void there_is_room_for_so_much_and_for_whatever_somebody_has_to_act_on() throws Exception {
    AgentEvent large = new AgentEvent.Said("x".repeat(AgentEvents.MAX_TEXT));
    happenings.add(large);
    happenings.add(new AgentEvent.Said("y"));
    happenings.add(new AgentEvent.Ended(AgentEvent.Ended.Reason.DONE, ""));
    happenings.add(new AgentEvent.Gone("full"));
    assertThat(happenings.dropped()).isEqualTo(1);
    assertThat(happenings.next()).isEqualTo(large);
    assertThat(happenings.next()).isInstanceOf(AgentEvent.Ended.class);
    assertThat(happenings.next()).isEqualTo(new AgentEvent.Gone("full"));
    assertThat(happenings.next())
        .as("nobody waits for what cannot come")
        .isEqualTo(new AgentEvent.Gone("full"));
  }
}
