package dev.holdpoint.blackbox;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lives of a daemon that several stories share. Each story is told as if the daemon were its
 * own; where it wants it dead, it waits for the others, and the daemon is killed and started again
 * once for all of them.
 */
final class Lives {
  /** What must happen happens in this time, though all stories want the processor at once. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Random CHANCE = Seed.random("lives");

  private final MortalDaemon daemon;

  /** Stories that are not over. */
  private int present;

  /** Those of them that wait for the daemon's death. */
  private final List<Wish> wishes = new ArrayList<>();

  private boolean oneWantsToBeAlone;

  Lives(MortalDaemon daemon, int stories) {
    this.daemon = daemon;
    this.present = stories;
  }

  /** What is done to a daemon, and what it must still know afterwards. */
  interface Story {
    void tell(Lives lives) throws Exception;
  }

  /** Part of a story that is told at a death. */
  interface Step {
    void take() throws Exception;
  }

  /**
   * When the daemon dies. All stories have taken one kind of step before any takes the next.
   *
   * @param first what comes before the end, however long it takes
   * @param last what comes at the very end: all stories do it at once, and then the daemon is dead
   * @param sharp what is acknowledged at the very end, after all the others: one story alone, which
   *     the seed names, does it then, and the daemon is dead before it could do more. Among many at
   *     once, what was told too early would mostly have become true before the last of them is told
   * @param down what comes while there is no daemon
   */
  record Moment(
      @Nullable Step first, @Nullable Step last, @Nullable Step sharp, @Nullable Step down) {
    /** Whenever it comes. */
    static Moment any() {
      return new Moment(null, null, null, null);
    }

    Moment once(Step step) {
      return new Moment(step, last, sharp, down);
    }

    Moment rightAfter(Step step) {
      return new Moment(first, step, sharp, down);
    }

    Moment theMomentAfter(Step step) {
      return new Moment(first, last, step, down);
    }

    Moment whileDown(Step step) {
      return new Moment(first, last, sharp, step);
    }
  }

  /** A story that waits, and what it waits for. */
  private static final class Wish {
    private final Moment moment;
    private final CompletableFuture<Http> next = new CompletableFuture<>();

    Wish(Moment moment) {
      this.moment = moment;
    }

    private CompletableFuture<Void> begin(Function<Moment, @Nullable Step> which) {
      Step step = which.apply(moment);
      if (step == null || next.isDone()) {
        return CompletableFuture.completedFuture(null);
      }
      CompletableFuture<Void> taken = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  step.take();
                } catch (Throwable fault) {
                  next.completeExceptionally(fault);
                } finally {
                  taken.complete(null);
                }
              });
      return taken;
    }
  }

  /** A caller with all rights, in the life that there is. */
  Http http() throws IOException {
    return daemon.alive().http();
  }

  DaemonProcess process() {
    return daemon.process();
  }

  /** For callers who do not take a death for an answer. */
  MortalDaemon daemon() {
    return daemon;
  }

  /** Kills the daemon when every story wants it; gives a caller of its next life. */
  Http killed() throws Exception {
    return killed(Moment.any());
  }

  Http killed(Moment moment) throws Exception {
    Wish wish = new Wish(moment);
    List<Wish> all;
    synchronized (this) {
      wishes.add(wish);
      all = allIfComplete();
    }
    die(all);
    try {
      return wish.next.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case Error fault -> throw fault;
        case Exception fault -> throw fault;
        case null, default -> throw e;
      }
    }
  }

  /** Waits until all other stories are over, and gives the daemon for whatever comes. */
  DaemonProcess alone() throws Exception {
    List<Wish> all;
    synchronized (this) {
      oneWantsToBeAlone = true;
      all = allIfComplete();
    }
    die(all);
    synchronized (this) {
      while (present > 1) {
        wait();
      }
    }
    return daemon.process();
  }

  /** A story is over, one way or the other. */
  void leave() {
    List<Wish> all;
    synchronized (this) {
      present--;
      notifyAll();
      all = allIfComplete();
    }
    die(all);
  }

  private List<Wish> allIfComplete() {
    if (wishes.isEmpty() || wishes.size() < present - (oneWantsToBeAlone ? 1 : 0)) {
      return List.of();
    }
    List<Wish> all = List.copyOf(wishes);
    wishes.clear();
    return all;
  }

  private void die(List<Wish> all) {
    if (all.isEmpty()) {
      return;
    }
    try {
      take(all, Moment::first);
      List<Wish> sharp = all.stream().filter(wish -> wish.moment.sharp != null).toList();
      List<Wish> one = sharp.isEmpty() ? sharp : List.of(sharp.get(CHANCE.nextInt(sharp.size())));
      List<CompletableFuture<Void>> taken = new ArrayList<>(begin(all, Moment::last));
      taken.addAll(
          begin(sharp.stream().filter(wish -> !one.contains(wish)).toList(), Moment::sharp));
      taken.forEach(CompletableFuture::join);
      take(one, Moment::sharp);
      daemon.die(() -> take(all, Moment::down));
      Http next = daemon.process().http();
      all.forEach(wish -> wish.next.complete(next));
    } catch (IOException | RuntimeException fault) {
      all.forEach(wish -> wish.next.completeExceptionally(fault));
    }
  }

  private static void take(List<Wish> all, Function<Moment, @Nullable Step> which) {
    begin(all, which).forEach(CompletableFuture::join);
  }

  private static List<CompletableFuture<Void>> begin(
      List<Wish> all, Function<Moment, @Nullable Step> which) {
    return all.stream().map(wish -> wish.begin(which)).toList();
  }
}
