package dev.holdpoint.acceptance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A prompt is raised at the very moment at which its session comes on a screen. It is seen once:
 * with the first frame, or as one of its own. Chance decides which of the two happens first; on a
 * busy machine it may always be the same, so some pairs are made to meet in either order.
 *
 * <p>This test has failed when it should: with a stream that asks for news only after it has read
 * how things stand, some clients wait for their prompt until the test gives up.
 */
@OnBothDatabases
class AmbientRaceTest extends AmbientAcceptance {
  private static final int AT_A_TIME = 16;
  private static final int PATIENCE_MS = 20_000;

  /** Of how many one has an agent of the loop for a raiser; the others ask from outside. */
  private static final int ONE_AGENT_IN = 8;

  /** How much earlier than the other one of the two may be, in turns of an empty loop. */
  private static final int HEAD_START = 40_000;

  private enum Order {
    SCREEN_FIRST,
    PROMPT_FIRST,
    BY_CHANCE;

    static Order of(int pair) {
      return switch (pair % 4) {
        case 0 -> SCREEN_FIRST;
        case 1 -> PROMPT_FIRST;
        default -> BY_CHANCE;
      };
    }
  }

  private final AtomicInteger inFirst = new AtomicInteger();
  private final AtomicInteger live = new AtomicInteger();

  private final Database database;

  AmbientRaceTest(Database database) {
    super(database);
    this.database = database;
  }

  @Test
  // H3-06
  void H3_06_of_many_prompts_each_is_seen_once_by_whoever_subscribes_meanwhile() throws Exception {
    // The streams are the same on both databases; what they wait for is the commit.
    race(database == Database.SQLITE ? 1_000 : 200);
  }

  @Test
  @Tag("long")
  // H3-06
  void H3_06_of_10_000_prompts_each_is_seen_once_by_whoever_subscribes_meanwhile()
      throws Exception {
    race(10_000);
  }

  private void race(int sessions) throws Exception {
    try (ExecutorService pairs = Executors.newFixedThreadPool(AT_A_TIME);
        ExecutorService raisers = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        int pair = i;
        all.add(pairs.submit(() -> meet(Order.of(pair), new Random(pair), raisers)));
      }
      try {
        for (Future<?> one : all) {
          one.get();
        }
      } finally {
        // Whoever has missed its prompt waits for long; after the first, the rest need not.
        pairs.shutdownNow();
        raisers.shutdownNow();
      }
    }
    assertThat(inFirst.get() + live.get()).isEqualTo(sessions);
    assertThat(inFirst.get()).as("seen with the first frame").isGreaterThanOrEqualTo(sessions / 4);
    assertThat(live.get()).as("seen as a frame of its own").isGreaterThanOrEqualTo(sessions / 4);
  }

  /** One client and one prompt. */
  private Void meet(Order order, Random chance, ExecutorService raisers) throws Exception {
    String kind = chance.nextBoolean() ? "approval" : "clarify";
    String session = session();
    boolean byAgent = chance.nextInt(ONE_AGENT_IN) == 0;
    Callable<String> raise = () -> byAgent ? asAgent(kind, session) : fromOutside(kind, session);
    try (Client client = new Client(kind, session)) {
      Meeting meeting =
          switch (order) {
            case SCREEN_FIRST -> new Meeting(client.look(), raisers.submit(raise));
            case PROMPT_FIRST -> {
              Future<String> raised = raisers.submit(raise);
              raised.get();
              yield new Meeting(client.look(), raised);
            }
            case BY_CHANCE -> byChance(chance, client, raisers, raise);
          };
      JsonNode seen = meeting.first.path("pending");
      boolean atOnce = !seen.isNull();
      if (order != Order.BY_CHANCE) {
        assertThat(atOnce).isEqualTo(order == Order.PROMPT_FIRST);
      }
      assertThat(meeting.first.path("pending_count").asInt()).isEqualTo(atOnce ? 1 : 0);
      if (!atOnce) {
        seen = client.frame(kind);
      }
      String id = meeting.raised.get();
      assertThat(text(seen, kind + "_id")).isEqualTo(id);
      // Whatever might have been sent twice lies before the frame that says that it is gone.
      (kind.equals("approval") ? click(session, "once", id) : tell(session, "x", id)).expect(200);
      assertThat(client.frame(kind).toString()).isEqualTo(NOTHING);
      (atOnce ? inFirst : live).incrementAndGet();
    }
    return null;
  }

  /**
   * @param first the first frame
   * @param raised gives the prompt's id once it is known to wait
   */
  private record Meeting(JsonNode first, Future<String> raised) {}

  /** As close to each other as chance will have it. */
  private static Meeting byChance(
      Random chance, Client client, ExecutorService raisers, Callable<String> raise)
      throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    int head = chance.nextInt(HEAD_START);
    boolean raisedLater = chance.nextBoolean();
    Future<String> raised =
        raisers.submit(
            () -> {
              together.await();
              spin(raisedLater ? head : 0);
              return raise.call();
            });
    together.await();
    spin(raisedLater ? 0 : head);
    return new Meeting(client.look(), raised);
  }

  private String fromOutside(String kind, String session) {
    return requestId(kind.equals("approval") ? raise(session, "true") : ask(session, "Sure?"));
  }

  /** By a run of the loop, which parks on it. */
  private String asAgent(String kind, String session) {
    return kind.equals("approval")
        ? http.awaitApproval(http.submit(session, Script.approval("Sure?")))
        : http.awaitQuestion(
            http.submit(session, Script.ask(json("{'id':'q','question':'Sure?'}"), "")));
  }

  private static void spin(int turns) {
    for (int i = 0; i < turns; i++) {
      Thread.onSpinWait();
    }
  }

  /** Connected beforehand, so that subscribing is a matter of microseconds. */
  private final class Client implements AutoCloseable {
    private final Socket socket;
    private final byte[] request;
    private final BufferedReader lines;

    Client(String kind, String session) throws IOException {
      socket = new Socket(http.address().getHost(), http.address().getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MS);
      lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      request =
          "GET /api/%s/stream?session_id=%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(kind, session, http.token())
              .getBytes(US_ASCII);
    }

    /** Subscribes, and gives the first frame. */
    JsonNode look() throws IOException {
      socket.getOutputStream().write(request);
      return frame("initial");
    }

    /** The data of the next frame, which must be of this type. */
    JsonNode frame(String type) throws IOException {
      String event = "";
      long end = System.nanoTime() + PATIENCE_MS * 1_000_000L;
      while (true) {
        String line = lines.readLine();
        assertThat(line).as("the stream ended").isNotNull();
        // Keepalives come for ever.
        assertThat(System.nanoTime()).as(type + " did not come").isLessThan(end);
        if (line.startsWith("event: ")) {
          event = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          assertThat(event).as(line).isEqualTo(type);
          return JSON.readTree(line.substring("data: ".length()));
        }
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
