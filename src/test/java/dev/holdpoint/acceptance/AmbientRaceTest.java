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
 * with the first frame, or as one of its own.
 *
 * <p>This test has failed when it should: with a stream that asks for news only after it has read
 * how things stand, some clients wait for their prompt until the test gives up.
 */
@OnBothDatabases
class AmbientRaceTest extends AmbientAcceptance {
  private static final int AT_A_TIME = 16;
  private static final int PATIENCE_MS = 20_000;

  /** How much earlier than the other one of the two may be, in turns of an empty loop. */
  private static final int HEAD_START = 40_000;

  private final AtomicInteger inFirst = new AtomicInteger();
  private final AtomicInteger live = new AtomicInteger();

  AmbientRaceTest(Database database) {
    super(database);
  }

  @Test
  // H3-06
  void H3_06_of_1000_prompts_each_is_seen_once_by_whoever_subscribes_meanwhile() throws Exception {
    race(1_000);
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
        long seed = i;
        all.add(pairs.submit(() -> meet(new Random(seed), raisers)));
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
    assertThat(inFirst.get()).as("seen with the first frame").isGreaterThan(sessions / 50);
    assertThat(live.get()).as("seen as a frame of its own").isGreaterThan(sessions / 50);
  }

  /** One client and one prompt, as close to each other as chance will have it. */
  private Void meet(Random chance, ExecutorService raisers) throws Exception {
    String kind = chance.nextBoolean() ? "approval" : "clarify";
    String session = session();
    CyclicBarrier together = new CyclicBarrier(2);
    int head = chance.nextInt(HEAD_START);
    boolean raisedLater = chance.nextBoolean();
    try (Client client = new Client(kind, session)) {
      Future<String> raised =
          raisers.submit(
              () -> {
                together.await();
                spin(raisedLater ? head : 0);
                return requestId(
                    kind.equals("approval") ? raise(session, "true") : ask(session, "Sure?"));
              });
      together.await();
      spin(raisedLater ? 0 : head);
      client.subscribe();

      JsonNode first = client.frame("initial");
      JsonNode seen = first.path("pending");
      boolean atOnce = !seen.isNull();
      assertThat(first.path("pending_count").asInt()).isEqualTo(atOnce ? 1 : 0);
      if (!atOnce) {
        seen = client.frame(kind);
      }
      String id = raised.get();
      assertThat(text(seen, kind + "_id")).isEqualTo(id);
      // Whatever might have been sent twice lies before the frame that says that it is gone.
      (kind.equals("approval") ? click(session, "once", id) : tell(session, "x", id)).expect(200);
      assertThat(client.frame(kind).toString()).isEqualTo(NOTHING);
      (atOnce ? inFirst : live).incrementAndGet();
    }
    return null;
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

    void subscribe() throws IOException {
      socket.getOutputStream().write(request);
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
