package dev.holdpoint.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A worker is interrupted where it waits, and never where it reads or commits. */
class WorkerTaskTest {
  private final WorkerTask job = new WorkerTask(1, null, Thread::sleep, new ConcurrentHashMap<>());

  @Test
  void what_waits_outside_is_interrupted() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                job.outside(
                    () -> {
                      waiting.countDown();
                      new CountDownLatch(1).await();
                      return true;
                    });
              } catch (InterruptedException e) {
                interrupted.complete(!Thread.currentThread().isInterrupted());
              }
            });
    waiting.await();

    job.cut();

    assertThat(interrupted.get()).as("and the thread is as it was before").isTrue();
  }

  @Test
  void a_read_is_not_interrupted_and_nothing_outside_is_begun_after_it() {
    job.cut();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThatThrownBy(() -> job.outside(() -> "begun")).isInstanceOf(InterruptedException.class);
    job.again();
    assertThat(job.isBehind(0)).isFalse();
  }

  @Test
  void a_read_within_an_errand_is_undisturbed_and_the_errand_is_interrupted_after_it()
      throws Exception {
    boolean after =
        job.outside(
            () -> {
              boolean during =
                  job.inside(
                      () -> {
                        job.cut();
                        return Thread.currentThread().isInterrupted();
                      });
              assertThat(during).isFalse();
              return Thread.currentThread().isInterrupted();
            });

    assertThat(after).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_commit_is_left_alone() {
    job.committing(true);
    job.cut();
    job.committing(false);

    assertThat(job.isBehind(0)).isFalse();
  }
}
