package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.delivery.NoticeDetail;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.delivery.Reminder;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.permit.PermitCommand.Outcome;
import dev.holdpoint.core.permit.PermitState;
import dev.holdpoint.core.permit.Redemption;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.schedule.Misfire;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.core.schedule.Overlap;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.core.triage.GateChange;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Schedules, observations, notifications, channels, projects and browsers' sessions on the way to
 * the store and back.
 */
class PlanDocumentsTest {
  static Stream<StoredRecord> records() {
    Schedule.Past past = new Schedule.Past("run_1", 5L, 1, 2, "no \u0000", List.of(3L, 4L));
    Json metadata = new Json("{\"n\":1.0E+2}");
    return Stream.<Stream<? extends StoredRecord>>of(
            EveryKind.TRIGGERS.stream()
                .flatMap(
                    trigger ->
                        Stream.of(
                            new Schedule(
                                1,
                                "sch_1",
                                "s",
                                "x",
                                trigger,
                                Overlap.QUEUE_ONE,
                                Misfire.SKIP,
                                true,
                                7L,
                                past,
                                8,
                                "ada"),
                            new Schedule(
                                1,
                                "sch_1",
                                "s",
                                "x",
                                trigger,
                                Overlap.SKIP,
                                Misfire.COALESCE,
                                false,
                                null,
                                Schedule.Past.NONE,
                                8,
                                "ada"))),
            EveryKind.PERMIT_STATES.stream()
                .map(
                    state ->
                        new Permit(
                            1,
                            "prm_1",
                            "apr_1",
                            "run_2",
                            3,
                            "s",
                            "tnt_1",
                            state,
                            new PermitState.Ready(2, 4, 5),
                            List.of(new Redemption(1, 6, "ci", "ef")),
                            List.of(new Permit.LateResult(1, Outcome.FAILED, 7, "ci")),
                            "qst_1",
                            null)),
            Stream.of(
                new Observation(1, "obs_1", "s", "src", "x", metadata, 9L, true, 2, "run_2", 3),
                new Observation(1, "obs_1", "s", "src", "x", Json.NULL, null, false, 2, "run_2", 3),
                new Subscription(
                    1,
                    "ntf_1",
                    List.of(NoticeEvent.values()),
                    "s",
                    "t",
                    new ReplyHandle("mail", "ada"),
                    "ada",
                    2,
                    "person:ada",
                    NoticeDetail.TITLE),
                new Subscription(
                    1,
                    "ntf_1",
                    List.of(),
                    null,
                    null,
                    new ReplyHandle("mail", "ada"),
                    "ada",
                    2,
                    null,
                    null),
                new Reminder(1, "apr_1", 2, 3),
                new Triage(
                    1,
                    "apr_1",
                    GateKind.APPROVAL,
                    2,
                    "run_2",
                    3,
                    "s",
                    "tnt_root",
                    List.of(new Triage.Look("ada", 4, 5)),
                    new Triage.Claim("ada", 6, 7, "bob"),
                    List.of(new Triage.Snooze("bob", 8)),
                    List.of("cy"),
                    1,
                    2,
                    3,
                    List.of(new Triage.LateAnswer("dee", 9)),
                    List.of(10L),
                    new Triage.Moments(11L, null, 12L)),
                TriageEntry.Draft.of("ada", GateChange.COMMENTED)
                    .saying("x")
                    .at("apr_1", 4, "tre_4", 5),
                TriageEntry.Draft.of("bob", GateChange.LATE_ANSWER)
                    .deciding(new Json("{\"behavior\":\"deny\"}"))
                    .at("apr_1", 6, "tre_6", 7),
                new Channel(1, "plaza", "Plaza", List.of("a", "b"), 2, "ada", null),
                new Channel(1, "plaza", "Plaza", List.of(), 2, "ada", 3L),
                new ChannelMessage(
                    1, "chm_1", 2, "ada", "x", List.of("a"), List.of("run_1"), null, 3),
                new ChannelMessage(1, "chm_1", 2, "a", "x", List.of(), List.of(), "run_1", 3),
                new WebSession(1, "web_1", "tok_1", null, "ab", 2, 3, null, null),
                new WebSession(1, "web_1", WebSession.ADMIN, "cd", "ab", 2, 3, 4L, "sid-1"),
                new Project(1, "move", "Move", List.of("a"), 2, "ada"),
                new Task(1, "tsk_1", "move", "t", "a", "x", null, 2, "ada"),
                new Task(
                    1, "tsk_1", "move", "t", "a", "x", new Task.Started(4, "run_4", 5), 2, "ada")))
        .flatMap(some -> some);
  }

  @ParameterizedTest
  @MethodSource("records")
  void a_record_comes_back_as_it_was(StoredRecord record) {
    assertThat(Documents.record(record.getClass(), Documents.text(record))).isEqualTo(record);
  }
}
