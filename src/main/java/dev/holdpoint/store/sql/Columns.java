package dev.holdpoint.store.sql;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Enrollment;
import dev.holdpoint.core.access.ExternalId;
import dev.holdpoint.core.access.FormerToken;
import dev.holdpoint.core.access.Passkey;
import dev.holdpoint.core.access.RefusedAssertion;
import dev.holdpoint.core.access.RootPolicy;
import dev.holdpoint.core.access.ServiceKey;
import dev.holdpoint.core.access.StoredAnswer;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.UsedChallenge;
import dev.holdpoint.core.access.WebSession;
import dev.holdpoint.core.agent.AgentBinding;
import dev.holdpoint.core.agent.ClientPrompt;
import dev.holdpoint.core.agent.ClientSession;
import dev.holdpoint.core.agent.ElicitationRecord;
import dev.holdpoint.core.agent.OwnedSession;
import dev.holdpoint.core.agent.ServedSession;
import dev.holdpoint.core.agent.WaitingNodes;
import dev.holdpoint.core.audit.ActionKind;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.audit.WitnessMark;
import dev.holdpoint.core.cluster.Checkup;
import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.content.Board;
import dev.holdpoint.core.content.BoardRevision;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.Reminder;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.gate.Aside;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.OpenEffect;
import dev.holdpoint.core.gate.Succession;
import dev.holdpoint.core.memory.Learning;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.permit.Permit;
import dev.holdpoint.core.policy.Group;
import dev.holdpoint.core.policy.PolicySweep;
import dev.holdpoint.core.policy.PolicyVersion;
import dev.holdpoint.core.policy.StoredPolicy;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.OwedCancel;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.schedule.Observation;
import dev.holdpoint.core.schedule.Schedule;
import dev.holdpoint.core.session.BindingKey;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Persona;
import dev.holdpoint.core.session.Removal;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.core.session.SessionOwners;
import dev.holdpoint.core.team.Channel;
import dev.holdpoint.core.team.ChannelMessage;
import dev.holdpoint.core.team.Project;
import dev.holdpoint.core.team.Task;
import dev.holdpoint.core.triage.Triage;
import dev.holdpoint.core.triage.TriageEntry;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.doc.Documents;
import dev.holdpoint.store.doc.JournalDoc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What stands in columns beside a document, for the database to find rows by. It follows from the
 * document, so a byte that has changed in it shows.
 */
final class Columns {
  private static final Map<Integer, RecordKind<?>> SHELVES =
      List.<RecordKind<?>>of(
              Persona.KIND,
              Board.KIND,
              BoardRevision.KIND,
              Asset.KIND,
              BindingKey.KIND,
              Learning.KIND,
              Schedule.KIND,
              Observation.KIND,
              Channel.KIND,
              ChannelMessage.KIND,
              Project.KIND,
              Task.KIND,
              Removal.KIND,
              Subscription.KIND,
              PermissionRule.KIND,
              Tenant.KIND,
              ExternalId.KIND,
              ServiceKey.KIND,
              ApproverKey.KIND,
              StoredAnswer.KIND,
              RefusedAssertion.KIND,
              AgentBinding.KIND,
              ServedSession.KIND,
              WebSession.KIND,
              ClientSession.KIND,
              ClientPrompt.KIND,
              FormerToken.KIND,
              OwnedSession.KIND,
              ElicitationRecord.KIND,
              Reminder.KIND,
              WaitingNodes.KIND,
              Checkup.KIND,
              Succession.KIND,
              Group.KIND,
              StoredPolicy.KIND,
              PolicyVersion.KIND,
              PolicySweep.KIND,
              Triage.KIND,
              TriageEntry.KIND,
              Aside.KIND,
              SessionOwners.KIND,
              RootPolicy.KIND,
              OpenEffect.KIND,
              Passkey.KIND,
              UsedChallenge.KIND,
              Enrollment.KIND,
              Permit.KIND,
              KeptTarget.KIND,
              OwedCancel.KIND,
              WitnessMark.KIND)
          .stream()
          .collect(Collectors.toMap(RecordKind::code, Function.identity()));

  private Columns() {}

  /**
   * @throws Damaged when it is not so
   */
  static void check(String table, long key, String column, boolean isSo) {
    if (!isSo) {
      throw Damaged.row(table, key, column);
    }
  }

  /** Finds the first column of a row that is not what the document says; null where all are. */
  @FunctionalInterface
  interface Judge {
    @Nullable String wrong(String document, ResultSet row) throws SQLException;
  }

  private static final class Comparison {
    private final ResultSet row;
    private @Nullable String wrong;

    Comparison(ResultSet row) {
      this.row = row;
    }

    private void note(String column, boolean isSo) {
      if (!isSo && wrong == null) {
        wrong = column;
      }
    }

    Comparison number(String column, @Nullable Long wanted) throws SQLException {
      long found = row.getLong(column);
      note(column, row.wasNull() ? wanted == null : wanted != null && found == wanted);
      return this;
    }

    Comparison flag(String column, boolean wanted) throws SQLException {
      return number(column, wanted ? 1L : 0L);
    }

    /** A run in the queue may wait for a worker, or for its turn. */
    Comparison flagUnless(boolean either, String column, boolean wanted) throws SQLException {
      return either ? this : flag(column, wanted);
    }

    Comparison text(String column, @Nullable String wanted) throws SQLException {
      note(column, Objects.equals(row.getString(column), wanted));
      return this;
    }

    @Nullable String wrong() {
      return wrong;
    }
  }

  static @Nullable String ofSession(String document, ResultSet row) throws SQLException {
    Session session = Documents.session(document);
    Session.Parent parent = session.parent();
    return new Comparison(row)
        .number("key", session.key())
        .text("id", session.id())
        .number("parent_key", parent == null ? null : Long.valueOf(parent.key()))
        .text("persona_id", session.persona() == null ? null : session.persona().id())
        .text("tenant_id", Tenants.nullIfRoot(session.tenantId()))
        .wrong();
  }

  static @Nullable String ofRun(String document, ResultSet row) throws SQLException {
    Run run = Documents.run(document, row.getString("head"));
    return new Comparison(row)
        .number("key", run.key())
        .number("session_key", run.head().sessionKey())
        .number("status", (long) Codes.ofState(run))
        .flagUnless(run.isInQueue(), "runnable", run.isLoopWork())
        .flag("holds_slot", run.holdsSlot())
        .number("pending_approvals", (long) run.pendingApprovals().size())
        .number("pending_questions", (long) run.pendingQuestions().size())
        .wrong();
  }

  static @Nullable String ofJournal(String document, ResultSet row) throws SQLException {
    JournalDoc journal = Documents.journal(document, row.getString("head"));
    Run run = journal.run();
    return run == null
        ? null
        : new Comparison(row)
            .number("session_key", run.head().sessionKey())
            .number("run_key", run.key())
            .wrong();
  }

  static @Nullable String ofMail(String document, ResultSet row) throws SQLException {
    Mail mail = Documents.mail(document);
    return new Comparison(row)
        .number("key", mail.key())
        .number("session_key", mail.sessionKey())
        .wrong();
  }

  static @Nullable String ofToken(String document, ResultSet row) throws SQLException {
    var token = Documents.token(document);
    return new Comparison(row).number("key", token.key()).text("sha256", token.sha256()).wrong();
  }

  /** Of a kind that this program does not know nothing can be told. */
  static @Nullable String ofRecord(String document, ResultSet row) throws SQLException {
    RecordKind<?> shelf = SHELVES.get(row.getInt("kind"));
    if (shelf == null) {
      return null;
    }
    StoredRecord record = Documents.record(shelf.type(), document);
    return new Comparison(row)
        .number("key", record.key())
        .text("name", record.name())
        .text("grp", record.group())
        .number("due_at_ms", record.dueAtMs())
        .text("tenant_id", record.tenant())
        .wrong();
  }

  static @Nullable String ofDelivery(String document, ResultSet row) throws SQLException {
    Delivery delivery = Documents.delivery(document);
    return new Comparison(row)
        .number("key", delivery.key())
        .number("session_key", delivery.sessionKey())
        .number("run_key", delivery.runKey())
        .text("plugin", delivery.target().plugin())
        .text("lane", delivery.lane())
        .number("status", (long) Codes.of(delivery.status()))
        .flag("sending", delivery.state() instanceof DeliveryState.Sending)
        .flag("unresolved", delivery.isUnresolved())
        .number("due_at_ms", delivery.dueAtMs())
        .number("from_key", delivery.originKey() == 0 ? null : delivery.originKey())
        .wrong();
  }

  /** Rows of before have none of the columns. */
  static @Nullable String ofAction(String document, ResultSet row) throws SQLException {
    ExternalAction action = Documents.action(document);
    ExternalAction.Deed deed = action.deed();
    if (row.getString("kind") == null || !deed.kind().isCovered()) {
      return new Comparison(row).number("kind", null).number("place", null).wrong();
    }
    boolean administered = deed.kind() == ActionKind.ADMIN;
    return new Comparison(row)
        .number("run_key", deed.runKey())
        .number("sequence", (long) action.sequence())
        .number("kind", (long) Codes.of(deed.kind()))
        .number("place", AuditRows.place(action))
        .text("target", administered ? deed.target() : null)
        .text("principal", administered ? deed.principalId() : null)
        .wrong();
  }

  /**
   * A gate has no document of its own; its run says the same of it, until it has gone on. Gates of
   * one run follow each other: it is parsed once for all of them.
   */
  static Judge ofGates() {
    return new Judge() {
      private @Nullable String last;
      private @Nullable String lastHead;
      private @Nullable Run run;

      @Override
      public @Nullable String wrong(String document, ResultSet row) throws SQLException {
        Run known = run;
        String head = row.getString("head");
        if (known == null || !document.equals(last) || !Objects.equals(head, lastHead)) {
          known = Documents.run(document, head);
          run = known;
          last = document;
          lastHead = head;
        }
        return ofGate(known, row);
      }
    };
  }

  private static @Nullable String ofGate(Run run, ResultSet row) throws SQLException {
    long key = row.getLong("key");
    for (Gate gate : run.gates()) {
      if (gate.hasKey(key)) {
        return ofGate(run, gate, row);
      }
    }
    return row.getInt("status") == Codes.of(GateState.Status.PENDING) ? "status" : null;
  }

  private static @Nullable String ofGate(Run run, Gate gate, ResultSet row) throws SQLException {
    Comparison compared =
        new Comparison(row)
            .number("kind", (long) Codes.of(gate.kind()))
            .number("status", (long) Codes.of(gate.state().status()))
            .number("session_key", run.head().sessionKey())
            .text("tenant_id", Tenants.nullIfRoot(run.head().tenantId()));
    return gate.isPending()
        ? compared.number("expires_at_ms", gate.expiresAtMs()).wrong()
        : compared.wrong();
  }
}
