package dev.holdpoint.blackbox;

import dev.holdpoint.blackbox.Lives.Moment;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;

/** Submitters at work, each on one mission after the other, while the daemon is killed. */
final class Missions {
  static final int SESSIONS = 8;

  private static final List<Mission.Kind> KINDS = List.of(Mission.Kind.values());
  private static final int SUBMITTERS = 12;
  private static final int FEWEST_ANSWERS = 20;
  private static final int MOST_ANSWERS = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Random random = Seed.random("missions");
  private final Queue<Mission> ended = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean enough = new AtomicBoolean();
  private final CompletableFuture<List<Mission>> all = new CompletableFuture<>();

  static String session(int number) {
    return "s" + number;
  }

  /** Carries out missions until the daemon was killed so often and none is left half done. */
  void carryOut(Lives lives, int kills) throws Exception {
    for (int i = 0; i < SESSIONS; i++) {
      lives.http().session(session(i));
    }
    MortalDaemon daemon = lives.daemon();
    try {
      try (ExecutorService threads = Executors.newFixedThreadPool(SUBMITTERS)) {
        for (int i = 0; i < SUBMITTERS; i++) {
          int submitter = i;
          Random own = new Random(random.nextLong());
          threads.execute(() -> submit(submitter, own, daemon));
        }
        try {
          for (int kill = 0; kill < kills; kill++) {
            int answers = random.nextInt(FEWEST_ANSWERS, MOST_ANSWERS);
            lives.killed(Moment.any().once(() -> await(daemon, answers)));
          }
        } finally {
          enough.set(true);
        }
      }
      if (!faults.isEmpty()) {
        throw new AssertionError(faults.element().getMessage(), faults.element());
      }
      all.complete(List.copyOf(ended));
    } finally {
      all.completeExceptionally(new IllegalStateException("the missions did not end well"));
    }
  }

  private void await(MortalDaemon daemon, int answers) {
    long target = daemon.acknowledged() + answers;
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> !faults.isEmpty() || daemon.acknowledged() >= target);
  }

  private void submit(int submitter, Random own, MortalDaemon daemon) {
    try {
      for (int i = 0; !enough.get(); i++) {
        Mission.Kind kind = KINDS.get(own.nextInt(KINDS.size()));
        Mission mission =
            new Mission(kind, session(own.nextInt(SESSIONS)), "m-" + submitter + "-" + i);
        mission.carryOut(daemon);
        ended.add(mission);
      }
    } catch (Throwable fault) {
      faults.add(fault);
      daemon.abandon();
    }
  }

  /** Whether no new one is begun. */
  boolean areOver() {
    return enough.get();
  }

  /** All of them, once they have come to their end. */
  List<Mission> ended() {
    return all.join();
  }
}
