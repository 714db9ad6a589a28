package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Events from before the gates were kept with the run: they name what was asked, and no more. */
class OlderEventsTest {
  private final Path folder = Database.newFolder();

  @Test
  // K4-401, K4-408
  void K4_401_K4_408_events_that_hold_ids_alone_can_still_be_read() {
    Run run = Samples.run(10, 1, new RunState.Cancelled(Samples.NOW)).onTrail(2);
    try (Store store = Stores.open(null, folder);
        Store.Transaction transaction = store.begin()) {
      transaction.write(
          new Writing()
              .add(Samples.session(1))
              .add(run)
              .add(
                  new JournalRow(
                      2,
                      Samples.NOW,
                      1,
                      run.head().sessionId(),
                      run,
                      List.of(
                          new LedgerEvent.WaitingForApproval(List.of("apr_old")),
                          new LedgerEvent.WaitingForUserQuestion(List.of("qst_old"))),
                      List.of()))
              .writes());
      transaction.commit();
    }
    try (TestDaemon daemon = TestDaemon.start(folder, Map.of())) {
      JsonNode events = daemon.http().get("/v1/runs/" + run.id() + "/events").expect(200).json();
      assertThat(events).hasSize(2);
      for (JsonNode entry : events) {
        assertThat(entry.at("/event/request_ids")).hasSize(1);
        assertThat(entry.at("/event/requests")).isEmpty();
        assertThat(entry.at("/event/run/run_id").asString()).isEqualTo(run.id());
      }
    }
  }
}
