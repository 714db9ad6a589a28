package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.store.Samples;
import dev.holdpoint.store.Stores;
import dev.holdpoint.store.Writing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Several runs of one session that wait and hold its slot, as no running daemon would leave them:
 * the ledger is written by hand, then the daemon starts on it.
 */
@OnBothDatabases
class RestartRepairTest {
  private static final List<RunKind> EXTRA =
      List.of(
          RunKind.INPUT,
          RunKind.SCHEDULED_INPUT,
          RunKind.MAILBOX_DELIVERY,
          RunKind.OBSERVATION_MATERIALIZATION,
          RunKind.SCHEDULED_OBSERVATION_MATERIALIZATION,
          RunKind.CHANNEL_DELIVERY,
          RunKind.PARENT_CLARIFICATION);

  private final Path folder = Database.newFolder();
  private final Map<String, String> settings;

  RestartRepairTest(Database database) {
    this.settings = database.settings(Map.of());
  }

  @Test
  // K4-314, K4-315, K4-316, K4-317, K4-319, K4-320
  void K4_314_K4_315_K4_316_K4_317_K4_319_K4_320_Q48_the_first_keeps_the_slot_and_the_others_go() {
    Run first = waiting(10, RunKind.INPUT);
    List<Run> extra = EXTRA.stream().map(kind -> waiting(11 + EXTRA.indexOf(kind), kind)).toList();
    try (Store store = Stores.open(settings.get("HOLDPOINT_DATABASE"), folder)) {
      Writing writing = new Writing().add(Samples.session(1));
      write(writing, first);
      extra.forEach(run -> write(writing, run));
      try (Store.Transaction transaction = store.begin()) {
        transaction.write(writing.writes());
        transaction.commit();
      }
    }

    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      assertThat(status(http, first)).isEqualTo("waiting_for_approval");
      assertThat(http.get("/v1/sessions/session-1").json().at("/snapshot/active_run_id").asString())
          .isEqualTo(first.id());
      for (Run run : extra) {
        String wanted =
            switch (run.head().originKind()) {
              case INPUT -> "interrupted";
              case PARENT_CLARIFICATION -> "waiting_for_approval";
              default -> "queued";
            };
        assertThat(status(http, run)).as(run.head().originKind().wire()).isEqualTo(wanted);
      }
      JsonNode interrupted = http.get("/v1/runs/" + extra.getFirst().id()).json();
      assertThat(Acceptance.text(interrupted, "error")).contains("another run");
      assertThat(interrupted.path("pending_approvals").isEmpty()).isTrue();
      assertThat(http.get("/v1/approvals").expect(200).json().size())
          .as("only the first and the clarification still ask")
          .isEqualTo(2);
    }
  }

  @Test
  // K4-310, K4-321
  void
      K4_310_K4_321_what_the_daemon_made_and_had_begun_goes_back_to_the_queue_and_input_does_not() {
    Run input = of(Samples.run(20, 1, new RunState.Running()), RunKind.INPUT).onTrail(200);
    List<Run> own = new ArrayList<>();
    for (RunKind kind : EXTRA) {
      if (kind != RunKind.INPUT && kind != RunKind.PARENT_CLARIFICATION) {
        long key = 30L + own.size();
        Run run = Samples.run(key, 2 + own.size(), new RunState.Running());
        own.add(of(run, kind).onTrail(10 * key));
      }
    }
    List<Run> all = Stream.concat(Stream.of(input), own.stream()).toList();
    try (Store store = Stores.open(settings.get("HOLDPOINT_DATABASE"), folder);
        Store.Transaction transaction = store.begin()) {
      Writing writing = new Writing().add(Samples.session(1));
      own.forEach(run -> writing.add(Samples.session(run.head().sessionKey())));
      for (Run run : all) {
        writing
            .addRunnable(run)
            .add(Samples.journal(run.trail().last(), run, new LedgerEvent.Started()));
      }
      transaction.write(writing.writes());
      transaction.commit();
    }

    try (TestDaemon daemon = TestDaemon.start(folder, settings)) {
      Http http = daemon.http();
      for (Run run : all) {
        http.awaitRun(run.id(), "completed");
        List<String> types =
            http.events(run.id()).stream()
                .map(entry -> entry.at("/event/type").asString())
                .filter(type -> !type.equals("output"))
                .toList();
        assertThat(types)
            .isEqualTo(
                run.head().originKind() == RunKind.INPUT
                    ? List.of("started", "completed")
                    : List.of("started", "queued", "started", "completed"));
      }
    }
  }

  private static String status(Http http, Run run) {
    return Acceptance.status(http.get("/v1/runs/" + run.id()).expect(200).json());
  }

  private static Run waiting(long key, RunKind kind) {
    return of(Samples.parked(key, 1, 100 + key, null), kind);
  }

  private static Run of(Run run, RunKind kind) {
    RunHead head = run.head();
    return new Run(
        new RunHead(
            head.key(),
            head.id(),
            head.sessionKey(),
            head.sessionId(),
            head.agentId(),
            head.tenantId(),
            kind,
            RunHead.Driver.LOOP,
            head.submittedAtMs(),
            head.submittedBy(),
            head.sourcePlugin(),
            head.sourceKind(),
            head.actorId(),
            head.textPreview(),
            head.provider(),
            head.model(),
            head.attachments(),
            head.metadata(),
            RunSettings.NONE,
            head.principal(),
            null,
            head.trace(),
            null,
            null),
        kind,
        run.state(),
        run.updatedAtMs(),
        run.startedAtMs(),
        run.approvalCount(),
        run.questionCount(),
        run.steps(),
        run.stepsBefore(),
        run.calls(),
        run.approvals(),
        run.questions(),
        run.clarifications(),
        run.outputs(),
        run.filesBefore(),
        run.usage(),
        run.trail());
  }

  private static void write(Writing writing, Run run) {
    String approval = run.approvals().getFirst().id();
    writing
        .add(run)
        .add(
            new GateRow(
                Ulid.keyOf("apr_", approval).orElseThrow(),
                GateKind.APPROVAL,
                GateState.Status.PENDING,
                run.key(),
                run.head().sessionKey(),
                null,
                0))
        .add(
            Samples.journal(
                run.key() * 10, run, new LedgerEvent.WaitingForApproval(List.of(approval))));
  }
}
