package dev.holdpoint.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.store.EmbeddedPostgres;
import dev.holdpoint.vault.AuditKey;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server lets nobody in: no transaction begins, and no work is at fault. */
final class NotBegunTest {
  private static final int WORKS = 7;

  private final EmbeddedPostgres server = EmbeddedPostgres.shared();
  private final String url = server.newDatabase();
  private final String database = url.substring(url.lastIndexOf('/') + 1);
  private final NodeBench node = new NodeBench(url, "here", AuditKey.generate());
  private final AtomicInteger failed = new AtomicInteger();

  {
    node.engine.measureWith(
        new CommitMetrics() {
          @Override
          public void committed(long nanos, int works) {}

          @Override
          public void failed() {
            failed.incrementAndGet();
          }
        });
  }

  @AfterEach
  void close() {
    refuse(false);
    node.close();
  }

  private void refuse(boolean all) {
    server.execute("postgres", "ALTER DATABASE " + database + " ALLOW_CONNECTIONS " + !all);
    server.execute(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
            + database
            + "'");
  }

  private static Work<String> makes(String session) {
    return change ->
        Sessions.create(change, new Sessions.Spec(session, null, null, null, null, null), null)
            .id();
  }

  private static void isRefused(ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            Refused.class,
            e -> {
              assertThat(e.refusal().problem()).isEqualTo(Problem.UNAVAILABLE);
              assertThat(e.refusal().detail()).contains("Nothing was changed", "again");
            });
  }

  private long sessions() {
    return node.store.<Long>read(queries -> queries.countSessions(null));
  }

  @Test
  void all_that_have_gathered_are_refused_at_once_and_the_next_succeed() {
    refuse(true);
    List<PendingWork<String>> works =
        IntStream.range(0, WORKS).mapToObj(i -> new PendingWork<>(makes("s" + i))).toList();
    node.engine.commit(works);
    works.forEach(work -> isRefused(work::await));
    assertThat(failed).as("one by one they would only wait as often").hasValue(1);
    assertThat(node.engine.storeHealth()).isEqualTo(StoreHealth.UNAVAILABLE);

    refuse(false);
    assertThat(sessions()).isZero();
    List<PendingWork<String>> again =
        IntStream.range(0, WORKS).mapToObj(i -> new PendingWork<>(makes("s" + i))).toList();
    node.engine.commit(again);
    assertThat(again).extracting(PendingWork::await).doesNotHaveDuplicates().hasSize(WORKS);
    assertThat(sessions()).isEqualTo(WORKS);
    assertThat(node.engine.storeHealth()).isEqualTo(StoreHealth.WELL);
  }

  @Test
  void nobody_who_comes_while_the_server_refuses_is_left_without_an_answer() {
    refuse(true);
    List<FutureTask<String>> callers =
        IntStream.range(0, WORKS)
            .mapToObj(i -> new FutureTask<>(() -> node.writer.commit(makes("s" + i))))
            .toList();
    callers.forEach(Thread.ofVirtual()::start);
    for (FutureTask<String> caller : callers) {
      isRefused(
          () -> {
            try {
              caller.get();
            } catch (java.util.concurrent.ExecutionException e) {
              throw e.getCause();
            }
          });
    }
    refuse(false);
    assertThat(node.writer.commit(makes("after"))).isEqualTo("after");
    assertThat(sessions()).isEqualTo(1);
  }
}
