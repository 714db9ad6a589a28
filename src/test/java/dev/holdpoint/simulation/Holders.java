package dev.holdpoint.simulation;

import dev.holdpoint.core.access.Role;
import dev.holdpoint.core.access.Tenants;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Denial;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.port.store.Writes.RunRow;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * People whose decisions take effect a moment later: they change their minds, undo their own and
 * those of others, deny what others have allowed, and lose their tokens meanwhile.
 */
final class Holders {
  private static final List<String> NAMES = List.of("ada", "bob", "cyd");
  private static final int TOKENS_EACH = 2;
  private static final int LONGEST_MS = 900;
  private static final long KEY = Ulid.key(1_763_100_000_000L, 100);

  private final RandomGenerator random;
  private final MemoryTables tables;
  private final Worlds worlds;

  Holders(RandomGenerator random, MemoryTables tables, Worlds worlds) {
    this.random = random;
    this.tables = tables;
    this.worlds = worlds;
  }

  /** Tokens beside those of {@link Council}: a person who loses one of these still has another. */
  static void found(MemoryTables tables) {
    long key = KEY;
    for (String name : NAMES) {
      for (int i = 0; i < TOKENS_EACH; i++) {
        tables.tokens.add(
            new Token(
                ++key,
                Ulid.id("tok_", key, 1),
                name,
                Role.OPERATOR,
                Tenants.ROOT,
                name + i,
                0,
                "admin",
                null,
                null,
                null));
      }
    }
  }

  private static boolean isOurs(Token token) {
    return token.key() > KEY && token.key() <= KEY + (long) NAMES.size() * TOKENS_EACH;
  }

  /** Anyone of them, by one of their tokens, or by none where no token is left. */
  private Voter voter() {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    List<Token> theirs =
        tables.tokens().stream()
            .filter(Holders::isOurs)
            .filter(token -> token.name().equals(name))
            .toList();
    return theirs.isEmpty()
        ? Voter.named(name)
        : new Voter(name, Role.OPERATOR, theirs.get(random.nextInt(theirs.size())).id());
  }

  /** What a person says of an approval: mostly held, at times at once. */
  Decision decide(Run run, Approval approval) {
    boolean allow = random.nextInt(3) > 0;
    boolean plain = allow || random.nextBoolean();
    return new Decision(
        run,
        worlds.decides(approval),
        voter(),
        allow,
        plain ? null : Denial.CHANGES_REQUESTED,
        // Under a policy a word at once is a vote, which others look at.
        random.nextInt(4) == 0 && !Council.isUnder(run) ? 0 : 1 + random.nextInt(LONGEST_MS));
  }

  /** A decision that may be held. */
  record Decision(
      Run run, String approvalId, Voter by, boolean allow, @Nullable Denial kind, long holdMs) {

    Wish.Asking asking(int number) {
      SentDecision decision =
          new SentDecision(
              approvalId,
              allow,
              kind,
              null,
              allow ? null : "not so",
              null,
              null,
              null,
              null,
              sent(number),
              false,
              holdMs);
      return (life, key) ->
          List.of(
              life.approvals
                  .resolve(new GateTarget.OfRun(run.id()), List.of(decision), by, key)
                  .run()
                  .id());
    }
  }

  static Json sent(int number) {
    return new Json("{\"wish\":" + number + ",\"reason\":\"not so\"}");
  }

  static String undoer(int number) {
    return "undoer " + number;
  }

  /** An approval, and the run that it is of. */
  record Of(Run run, Approval approval) {}

  /** Something that is held, or was a moment ago; null where nothing is. */
  @Nullable Of anyHeld(Holding holding) {
    List<Of> held =
        tables.runs.values().stream()
            .map(RunRow::run)
            .flatMap(run -> run.approvals().stream().map(approval -> new Of(run, approval)))
            .filter(of -> holding.wasEverHeld(of.approval.id()))
            .filter(of -> of.approval.held() != null || random.nextInt(6) == 0)
            .toList();
    return held.isEmpty() ? null : held.get(random.nextInt(held.size()));
  }

  static Wish.Asking undo(Approval approval, int number) {
    return (life, _) -> {
      life.holds.takeBack(approval.id(), undoer(number), null);
      return List.of();
    };
  }

  /** Somebody's token is revoked, and what it holds must not take effect. */
  Wish.@Nullable Asking revoke() {
    List<Token> all = tables.tokens().stream().filter(Holders::isOurs).toList();
    if (all.isEmpty()) {
      return null;
    }
    Token token = all.get(random.nextInt(all.size()));
    return (life, _) -> {
      life.revoke(token.id());
      return List.of();
    };
  }
}
