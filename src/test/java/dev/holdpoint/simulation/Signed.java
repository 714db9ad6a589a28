package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.core.access.Algorithm;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.access.Assertion;
import dev.holdpoint.core.access.Tenant;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Endorsement;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.gate.VerifiedAssertion;
import dev.holdpoint.engine.port.store.RecordChange;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A tenant in which two of three have to sign, and what holds there: nothing is approved by fewer,
 * an approved request has the secret that came with a yes, and any other end leaves none of it.
 */
final class Signed {
  static final String SESSION = "session-3";
  static final String ALIAS = "KEY";
  private static final int REQUIRED = 2;
  private static final long KEY = Ulid.key(1_763_100_000_000L, 0);
  private static final Tenant TENANT =
      new Tenant(
          KEY,
          Ulid.id(Tenant.PREFIX, KEY, 1),
          "two of three",
          null,
          Tenants.ROOT,
          0,
          "admin",
          null,
          new ApprovalPolicy(true, REQUIRED, false, ApprovalPolicy.LONGEST_MS));
  private static final List<ApproverKey> KEYS = List.of(key(1), key(2), key(3));

  private final MemoryTables tables;
  private final Set<String> supplied = new HashSet<>();
  private int approved;

  Signed(MemoryTables tables) {
    this.tables = tables;
    tables.records.write(new RecordChange<>(Tenant.KIND, TENANT, false));
    KEYS.forEach(key -> tables.records.write(new RecordChange<>(ApproverKey.KIND, key, false)));
  }

  private static ApproverKey key(int number) {
    long key = KEY + number;
    return new ApproverKey(
        key,
        Ulid.id(ApproverKey.PREFIX, key, 1),
        TENANT.id(),
        Algorithm.ED25519,
        "approver " + number,
        null,
        "unused",
        ApproverKey.State.ACTIVE,
        null,
        0,
        "admin",
        null);
  }

  /** Whose a session is that has this name. */
  static String tenantOf(String session) {
    return session.equals(SESSION) ? TENANT.id() : Tenants.ROOT;
  }

  static boolean isSigned(Run run) {
    return run.head().tenantId().equals(TENANT.id());
  }

  /**
   * Somebody who has not approved yet, if anybody is left; what a signature is worth is shown
   * elsewhere.
   */
  static VerifiedAssertion attested(
      RandomGenerator random, Approval approval, boolean approve, boolean surely) {
    ApproverKey key = KEYS.get(random.nextInt(KEYS.size()));
    if (surely && approval.state() instanceof ApprovalState.Pending pending) {
      key =
          KEYS.stream()
              .filter(
                  one ->
                      pending.endorsements().stream()
                          .noneMatch(yes -> yes.principal().equals(one.principal())))
              .findFirst()
              .orElse(key);
    }
    return new VerifiedAssertion(
        new Assertion(key.id(), Algorithm.ED25519, Long.MAX_VALUE, "v"),
        approval.id(),
        approve,
        surely || random.nextInt(5) > 0);
  }

  /** What is sent with a yes to a request for a secret is known by its note. */
  void supplies(String note) {
    supplied.add(note);
  }

  void check(Run run) {
    if (isSigned(run)) {
      run.approvals().forEach(approval -> check(run, approval));
    }
  }

  private void check(Run run, Approval approval) {
    Session session = Objects.requireNonNull(tables.session(run.head().sessionKey()));
    List<Secret> all = tables.safe().of(session.conversationId());
    boolean held = all.stream().anyMatch(secret -> approval.id().equals(secret.heldFor()));
    switch (approval.state()) {
      case ApprovalState.Pending pending ->
          hold(
              held == isSupplied(pending.endorsements()) || session.isEnded(),
              "%s waits, and of its secret one says %b",
              approval.id(),
              held);
      case ApprovalState.Allowed allowed -> {
        long principals =
            allowed.endorsements().stream().map(Endorsement::principal).distinct().count();
        hold(
            principals >= REQUIRED && allowed.by().startsWith(ApproverKey.BY),
            "%s was approved by %s",
            approval.id(),
            allowed);
        hold(
            !isSupplied(allowed.endorsements())
                || session.isEnded()
                || all.stream().anyMatch(Secret::isLive),
            "%s was approved and its secret is not there",
            approval.id());
        hold(!held, "%s was approved and its secret is still held", approval.id());
        approved++;
      }
      case ApprovalState.Denied _, ApprovalState.Expired _, ApprovalState.Withdrawn _ ->
          hold(!held, "%s is over and has left a secret", approval.id());
    }
  }

  private boolean isSupplied(List<Endorsement> yeses) {
    return yeses.stream().map(Endorsement::sent).anyMatch(this::isSupplied);
  }

  private boolean isSupplied(Json sent) {
    return supplied.stream().anyMatch(note -> sent.text().contains("\"" + note + "\""));
  }

  /** How many decisions carry this note. */
  static long decisions(Run run, String note) {
    return run.approvals().stream()
        .filter(
            approval ->
                carries(approval.sent(), note)
                    || endorsements(approval.state()).stream()
                        .anyMatch(yes -> carries(yes.sent(), note)))
        .count();
  }

  private static List<Endorsement> endorsements(ApprovalState state) {
    return switch (state) {
      case ApprovalState.Pending pending -> pending.endorsements();
      case ApprovalState.Allowed allowed -> allowed.endorsements();
      case ApprovalState.Denied _, ApprovalState.Expired _, ApprovalState.Withdrawn _ -> List.of();
    };
  }

  private static boolean carries(@Nullable Json sent, String note) {
    return sent != null && sent.text().contains("\"" + note + "\"");
  }

  int approved() {
    return approved;
  }
}
