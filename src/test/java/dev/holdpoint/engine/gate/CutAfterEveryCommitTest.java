package dev.holdpoint.engine.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.delivery.NoticeEvent;
import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.policy.PolicyDraft;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.triage.TriageMove;
import dev.holdpoint.engine.cache.IdempotencyKey;
import dev.holdpoint.engine.commit.Bench;
import dev.holdpoint.engine.commit.CommitListener;
import dev.holdpoint.engine.delivery.Notifications;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.external.ExternalGates;
import dev.holdpoint.engine.policy.Groups;
import dev.holdpoint.engine.policy.Policies;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.DeliveryQueries.DeliveryFilter;
import dev.holdpoint.engine.port.store.GateRow;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Queries.GateFilter;
import dev.holdpoint.engine.run.Slots;
import dev.holdpoint.engine.standing.Judgement;
import dev.holdpoint.engine.timer.DueWork;
import dev.holdpoint.engine.triage.GateTimer;
import dev.holdpoint.engine.triage.TriageTimes;
import dev.holdpoint.engine.triage.Triages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of a ledger as kill -9 leaves them after each commit in the life of a gate: what they
 * hold is what was there before, a daemon that starts on them tells nothing once more, and who asks
 * again because no answer came changes nothing.
 */
final class CutAfterEveryCommitTest {
  private static final long HOUR = 3_600_000;
  private static final String NEEDS =
      "2 of group:finance within 1h else 1 of group:security within 1h else extend 1h 1 times"
          + " else deny";

  @TempDir private Path folder = Path.of("");
  private final List<Cut> cuts = new ArrayList<>();
  private long passedMs;

  /** What somebody does, here and once more after the restart. */
  private record Deed(String name, Consumer<Node> todo) {}

  /** The files after one commit of a deed, and what could be read at that moment. */
  private record Cut(Deed deed, Path files, long passedMs, String known) {}

  /** An engine on a ledger with all that rings. */
  private static final class Node implements AutoCloseable {
    private final Bench bench;
    private final Triages triages;
    private final GateTimer timer;
    private final DueWork sweep;

    Node(Path folder) {
      Slots slots = Clarifications.slots(() -> true);
      bench = new Bench(folder);
      triages =
          new Triages(bench.commits, slots, OutboundPolicy.USUAL, new TriageTimes(HOUR, HOUR));
      timer = new GateTimer(bench.commits, OutboundPolicy.USUAL, StageMoments.opening(slots));
      sweep = StageMoments.sweep(bench.commits);
    }

    /** As the start does before anybody is served. */
    void ring() {
      bench.deadlines.expireDue();
      timer.ring();
      sweep.ring();
    }

    /** The newest gate. */
    Run run() {
      return Objects.requireNonNull(
          bench.engine.<@Nullable Run>read(
              queries ->
                  queries
                      .gates(new GateFilter(GateKind.APPROVAL, null, null), Long.MAX_VALUE, 1)
                      .stream()
                      .findFirst()
                      .map(row -> queries.run(row.runKey()))
                      .orElse(null)));
    }

    Approval gate() {
      return run().approvals().getFirst();
    }

    String known() {
      return bench.engine.read(queries -> CutAfterEveryCommitTest.known(queries, bench));
    }

    @Override
    public void close() {
      bench.close();
    }
  }

  /** Standing, due row, deadline and log of every gate, and how much was told so far. */
  private static String known(Queries queries, Bench bench) {
    StringBuilder all = new StringBuilder();
    long nowMs = bench.engine.nowMs();
    PolicyBook book = PolicyBook.of(queries, nowMs);
    for (GateRow row :
        queries.gates(new GateFilter(GateKind.APPROVAL, null, null), Long.MAX_VALUE, 100)) {
      Run run = Objects.requireNonNull(queries.run(row.runKey()));
      Approval gate = run.approvals().getFirst();
      Triage triage = queries.kept(Triage.KIND, gate.key());
      all.append(row).append('\n').append(gate).append('\n');
      if (gate.isPending()) {
        all.append(
                Judgement.of(book, run, gate, triage == null ? Map.of() : triage.looks())
                    .now()
                    .standing())
            .append('\n');
      }
      all.append(triage == null ? "untouched" : triage + " due " + triage.dueAtMs()).append('\n');
      all.append(queries.keptBelow(TriageEntry.KIND, gate.id(), Long.MAX_VALUE, 100)).append('\n');
    }
    return all.append("told ")
        .append(queries.lastEventId())
        .append(", sent ")
        .append(queries.countDeliveries(new DeliveryFilter(null, null, null, null)))
        .append(", to walk ")
        .append(queries.countKept(PolicySweep.KIND, null))
        .toString();
  }

  private void furnish(Bench bench) {
    bench.session("s");
    for (String name : List.of("fay", "fin", "sue")) {
      bench.person(name, Role.OPERATOR);
    }
    Groups groups = new Groups(bench.commits, (word, _) -> word);
    groups.create(new Groups.Spec("finance", null, List.of("fay", "fin")), "admin", null);
    groups.create(new Groups.Spec("security", null, List.of("sue")), "admin", null);
    new Policies(bench.commits, (word, _) -> word)
        .create(new Policies.Spec("releases", null, true, PolicyDraft.of(NEEDS)), "admin", null);
    new Notifications(bench.commits)
        .add(
            new Notifications.Spec(
                List.of(
                    NoticeEvent.APPROVAL_REQUESTED,
                    NoticeEvent.ESCALATED,
                    NoticeEvent.EXPIRING_SOON,
                    NoticeEvent.APPROVAL_RESOLVED),
                null,
                null,
                new ReplyHandle("mail", "ada"),
                null),
            Tenants.ROOT,
            "admin",
            null);
  }

  private static void raise(Node node, String key, @Nullable String revises) {
    ToolCall call = new ToolCall("call_1", "deploy", Json.EMPTY_OBJECT);
    GateDraft.OfApproval draft = GateDraft.approval(call).because("release?");
    node.bench.outside.raise(
        "s",
        Bench.submission(RunHead.Driver.OUTSIDE),
        new ExternalGates.Gate(
            call, revises == null ? draft : draft.revising(new Revisions.Wish(revises, "again"))),
        null,
        new IdempotencyKey(key, "same"));
  }

  private static void say(Node node, String who, boolean allow) {
    Run run = node.run();
    node.bench.approvals.resolve(
        new GateTarget.OfRun(run.id()),
        List.of(
            new SentDecision(
                run.approvals().getFirst().id(),
                allow,
                null,
                "no",
                null,
                null,
                null,
                new Json("{\"by\":\"" + who + "\"}"))),
        new Voter(who, Role.OPERATOR),
        null);
  }

  /** With a copy of the files after every commit. */
  private void doing(Node node, Deed deed) {
    current = deed;
    deed.todo.accept(node);
    current = null;
  }

  private @Nullable Deed current;

  private void cut(Node node) {
    Deed deed = current;
    if (deed == null) {
      return;
    }
    try {
      Path copy = Files.createDirectory(folder.resolve("cut-" + cuts.size()));
      try (var files = Files.list(folder.resolve("live"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          // What maps the log is made anew at each start.
          if (!file.toString().endsWith("-shm")) {
            Files.copy(file, copy.resolve(file.getFileName()));
          }
        }
      }
      cuts.add(new Cut(deed, copy, passedMs, node.known()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pass(Node node, long ms) {
    passedMs += ms;
    node.bench.pass(ms);
  }

  @Test
  // DX-85
  void DX_85_what_was_committed_is_there_and_is_told_once() throws IOException {
    Path live = Files.createDirectory(folder.resolve("live"));
    try (Node node = new Node(live)) {
      furnish(node.bench);
      node.ring();
      node.bench.engine.onCommit(
          new CommitListener() {
            @Override
            public void rows(List<JournalRow> rows) {}

            @Override
            public void committed() {
              cut(node);
            }
          });
      doing(node, new Deed("raise", it -> raise(it, "first", null)));
      doing(node, new Deed("vote", it -> say(it, "fay", true)));
      Triages.Actor fin = new Triages.Actor("fin", null);
      doing(
          node,
          new Deed(
              "claim",
              it ->
                  it.triages.act(
                      it.gate().id(),
                      new TriageMove.Claim(HOUR, false),
                      fin,
                      new IdempotencyKey("claim", "same"))));
      pass(node, HOUR);
      doing(node, new Deed("stage", Node::ring));
      assertThat(Objects.requireNonNull(node.gate().progress()).stage()).isEqualTo(2);
      doing(
          node,
          new Deed(
              "extension",
              it ->
                  it.triages.extend(
                      it.gate().id(), HOUR / 2, fin, new IdempotencyKey("extend", "same"))));
      pass(node, HOUR + HOUR / 2);
      doing(node, new Deed("the policy's extension", Node::ring));
      assertThat(Objects.requireNonNull(node.gate().progress()).extensions()).isEqualTo(1);
      String first = node.gate().id();
      doing(node, new Deed("supersession", it -> raise(it, "second", first)));
      assertThat(node.gate().id()).isNotEqualTo(first);
      doing(node, new Deed("the next vote", it -> say(it, "fin", true)));
      doing(node, new Deed("the last vote", it -> say(it, "fay", true)));
      assertThat(node.gate().state()).isInstanceOf(GateState.Settled.class);
      doing(node, new Deed("another gate", it -> raise(it, "third", null)));
      pass(node, HOUR);
      doing(node, new Deed("its stage", Node::ring));
      pass(node, HOUR);
      doing(node, new Deed("its extension", Node::ring));
      pass(node, HOUR);
      doing(node, new Deed("its expiry", Node::ring));
      assertThat(node.gate().state()).isInstanceOf(GateState.Settled.class);
    }
    assertThat(cuts).hasSizeGreaterThanOrEqualTo(13);
    for (Cut cut : cuts) {
      try (Node node = new Node(cut.files)) {
        node.bench.pass(cut.passedMs);
        assertThat(node.known()).as("after %s", cut.deed.name).isEqualTo(cut.known);
      }
    }
    // The last commit of each deed: nothing of it is left to do, so nothing is told again.
    for (int i = 0; i < cuts.size(); i++) {
      if (i + 1 == cuts.size() || !cuts.get(i + 1).deed.equals(cuts.get(i).deed)) {
        again(cuts.get(i));
      }
    }
  }

  private static void again(Cut cut) {
    try (Node node = new Node(cut.files)) {
      node.bench.pass(cut.passedMs);
      node.ring();
      assertThat(node.known()).as("the start after %s", cut.deed.name).isEqualTo(cut.known);
      try {
        cut.deed.todo.accept(node);
      } catch (Refused refused) {
        assertThat(refused.refusal().settlement()).as(cut.deed.name).isNotNull();
      }
      assertThat(node.known()).as("%s once more", cut.deed.name).isEqualTo(cut.known);
    }
  }
}
