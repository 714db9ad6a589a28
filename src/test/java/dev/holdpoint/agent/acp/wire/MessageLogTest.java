package dev.holdpoint.agent.acp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.AcpServers.Message;
import dev.holdpoint.engine.port.AcpServers.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageLogTest {
  private final MessageLog ring = new MessageLog(100);

  private static List<Long> numbers(Page page) {
    return page.messages().stream().map(Message::number).toList();
  }

  @Test
  void what_came_after_a_number_comes_in_pages() {
    for (int i = 0; i < 5; i++) {
      ring.add(new Json("" + i));
    }
    Page first = ring.after(101, 2);
    assertThat(numbers(first)).containsExactly(102L, 103L);
    assertThat(first.more()).isTrue();
    assertThat(first.gap()).isFalse();
    Page rest = ring.after(first.last(), 10);
    assertThat(numbers(rest)).containsExactly(104L, 105L);
    assertThat(rest.more()).isFalse();
    assertThat(numbers(ring.after(0, 10))).hasSize(5);
    assertThat(ring.after(0, 10).gap()).isFalse();
  }

  @Test
  void a_number_of_another_process_is_a_gap() {
    ring.add(new Json("1"));
    assertThat(ring.after(99, 10).gap()).isTrue();
    assertThat(numbers(ring.after(99, 10))).containsExactly(101L);
    Page unknown = ring.after(1_000, 10);
    assertThat(unknown.gap()).isTrue();
    assertThat(unknown.last()).isEqualTo(101);
  }

  @Test
  void many_messages_and_many_bytes_push_the_oldest_out() {
    for (int i = 0; i < 1_001; i++) {
      ring.add(new Json("1"));
    }
    assertThat(ring.after(0, 5_000).messages()).hasSize(1_000);
    assertThat(ring.after(0, 5_000).gap()).isTrue();
    Json large = new Json("\"" + "x".repeat(5 << 20) + "\"");
    ring.add(large);
    ring.add(large);
    assertThat(ring.after(0, 5_000).messages()).hasSize(1);
  }

  @Test
  void the_end_comes_behind_the_last_message() throws Exception {
    int[] woken = {0};
    AutoCloseable listening = ring.onNews(() -> woken[0]++);
    ring.add(new Json("1"));
    ring.add(new Json("2"));
    ring.end();
    assertThat(woken[0]).isEqualTo(3);
    assertThat(ring.after(100, 1).ended()).isFalse();
    assertThat(ring.after(101, 1).ended()).isTrue();
    listening.close();
    ring.end();
    assertThat(woken[0]).isEqualTo(3);
  }
}
