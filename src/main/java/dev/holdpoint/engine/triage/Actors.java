package dev.holdpoint.engine.triage;

import dev.holdpoint.core.policy.Deliberation;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.Judgement;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may act on pending gates at one moment. It is made for one work or one read. */
public final class Actors {
  private final PolicyBook book;
  private @Nullable TriagedGate last;
  private @Nullable Deliberation judged;

  private Actors(PolicyBook book) {
    this.book = book;
  }

  public static Actors of(Queries queries, long nowMs) {
    return new Actors(PolicyBook.of(queries, nowMs));
  }

  static Actors in(Change change) {
    return new Actors(PolicyBook.in(change));
  }

  /**
   * The names that are meant in a tenant, as its policies mean them.
   *
   * @param whom {@code person:…} or {@code group:…}
   */
  public Collection<String> meant(String tenantId, String whom) {
    return whom.startsWith(GateAudience.PERSON)
        ? List.of(whom.substring(GateAudience.PERSON.length()))
        : book.people(tenantId).members(whom.substring(GateAudience.GROUP.length()));
  }

  public boolean mayAct(TriagedGate gate, String name) {
    return gate.gate().isPending() && now(gate).mayAct(name);
  }

  /** Several people are asked for at one gate after the other. */
  private Deliberation now(TriagedGate gate) {
    Deliberation known = judged;
    if (known == null || !gate.equals(last)) {
      known = Judgement.of(book, gate.run(), gate.gate()).now();
      judged = known;
      last = gate;
    }
    return known;
  }
}
