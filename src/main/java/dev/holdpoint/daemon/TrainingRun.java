package dev.holdpoint.daemon;

import dev.holdpoint.api.event.RunEvent;
import dev.holdpoint.api.event.StreamFrame;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRequestView;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolutionsRequest;
import dev.holdpoint.api.gate.QuestionBodies.QuestionAnswer;
import dev.holdpoint.api.gate.QuestionBodies.UserQuestionRequestView;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.QuestionClient;
import dev.holdpoint.client.SessionClient;
import dev.holdpoint.client.http.CallFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The life of one run, asked for through the doors that most callers use. */
final class TrainingRun {
  private static final String SESSION = "rehearsal";
  private static final int PATIENCE_MS = 10_000;
  private static final String SCRIPT =
      """
      #!script
      {"say":"hello"}
      {"tool":"request_approval","input":{"reason":"may I?","requested_items":[{"kind":"action","description":"go on"}]}}
      {"ask":{"questions":[{"id":"q","question":"which?","options":[{"id":"a","label":"A"}]}]}}
      {"say_last_result":true}
      """;

  private static final String GATE_SCRIPT =
      """
      #!script
      {"tool":"request_approval","input":{"reason":"may I?"}}
      {"say":"done"}
      """;
  private static final int CALLERS = 8;
  private static final Duration OFTEN = Duration.ofSeconds(4);

  private final HoldpointClient client;

  TrainingRun(HoldpointClient client) {
    this.client = client;
  }

  void run() throws CallFailed {
    client.sessions().create(SESSION);
    SessionView parked = client.sessions().input(SESSION, SessionClient.input(SCRIPT), PATIENCE_MS);
    ApprovalRequestView approval = parked.snapshot().pendingApprovals().getFirst();
    client.approvals().list(SESSION, "pending");
    client.approvals().await(approval.id(), 1);
    parked =
        client
            .approvals()
            .resolveAndAwait(
                SESSION,
                new ApprovalResolutionsRequest(
                    null, List.of(ApprovalClient.allow(approval.id(), approval.digest(), null))),
                PATIENCE_MS);
    UserQuestionRequestView question = parked.snapshot().pendingQuestions().getFirst();
    client.questions().list(SESSION);
    QuestionAnswer answer =
        new QuestionAnswer(question.questions().getFirst().id(), List.of("a"), null);
    client
        .questions()
        .resolveAndAwait(SESSION, QuestionClient.answer(question.id(), answer), PATIENCE_MS);
    client.events().ofSession(SESSION, "0").follow((_, frame) -> !isEnd(frame));
    look();
  }

  /**
   * The way from a decision to the end of its run, again and again, as it is walked all day: the
   * cache then also tells the JVM what is worth compiling, and a daemon is fast soon after its
   * start.
   */
  void often() throws InterruptedException {
    long end = System.nanoTime() + OFTEN.toNanos();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(Thread.ofPlatform().daemon().start(() -> parkAndAllow(end)));
    }
    for (Thread caller : callers) {
      caller.join();
    }
  }

  private void parkAndAllow(long end) {
    try {
      while (System.nanoTime() < end) {
        String session = client.sessions().create((String) null).sessionId();
        SessionView parked =
            client.sessions().input(session, SessionClient.input(GATE_SCRIPT), PATIENCE_MS);
        ApprovalRequestView approval = parked.snapshot().pendingApprovals().getFirst();
        String runId = String.valueOf(parked.snapshot().activeRunId());
        client.approvals().resolve(runId, ApprovalClient.allow(approval.id(), null, null));
      }
    } catch (CallFailed e) {
      LoggerFactory.getLogger(TrainingRun.class)
          .warn("the rehearsal ended early: {}", e.toString());
    }
  }

  private static boolean isEnd(StreamFrame frame) {
    return frame instanceof StreamFrame.RunHappened(var entry)
        && entry.event() instanceof RunEvent.Completed;
  }

  private void look() throws CallFailed {
    String runId = client.sessions().submit(SESSION, "hello").runId();
    client.runs().list(SESSION, null);
    client.runs().events(runId);
    client.status();
    client.ready();
    client.metrics();
    client.openapi();
  }
}
