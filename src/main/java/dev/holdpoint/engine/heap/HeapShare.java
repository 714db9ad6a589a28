package dev.holdpoint.engine.heap;

import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;

/**
 * What one request has of a budget: its body and what is made of it, or the largest list that was
 * read for its answer. Lists that were read before are no longer in memory as they were read.
 */
public final class HeapShare {
  /** Bound while a request that only reads is answered; of one that writes the body is counted. */
  public static final ScopedValue<HeapShare> NOW = ScopedValue.newInstance();

  /** The text from the database, the records in it, and the answer that is made of them. */
  private static final int SHOWN = 6;

  /** As it was read, and on its way out. */
  private static final int FILE = 2;

  /** Less is not worth counting. */
  private static final int FREE = 64 * 1024;

  private final HeapBudget budget;
  private long taken;
  private long list;
  private long largest = FREE;

  public HeapShare(HeapBudget budget) {
    this.budget = budget;
  }

  /** Takes so much in all, if it has less; refuses with 503 when others have it. */
  public synchronized void grow(long to) {
    if (to > taken) {
      if (!budget.take(to - taken)) {
        throw busy();
      }
      taken = to;
    }
  }

  /** The most that a share can be. */
  public long most() {
    return budget.total();
  }

  public synchronized void giveBack() {
    budget.giveBack(taken);
    taken = 0;
  }

  /** Rows are read from here on. */
  public static void listBegins() {
    if (NOW.isBound()) {
      NOW.get().begin();
    }
  }

  /** One more of them has this many characters. */
  public static void read(int characters) {
    if (NOW.isBound()) {
      NOW.get().more(characters);
    }
  }

  /** A file of this length is read whole, checked and sent. */
  public static void file(long bytes) {
    if (NOW.isBound()) {
      NOW.get().needs(FILE * bytes);
    }
  }

  private synchronized void begin() {
    list = 0;
  }

  private synchronized void more(long characters) {
    list += characters;
    if (list <= largest) {
      return;
    }
    needs(list * SHOWN);
    largest = list;
  }

  private synchronized void needs(long need) {
    if (need > most()) {
      throw Problem.UNAVAILABLE
          .because(
              "This answer does not fit into the daemon's memory for requests, %d bytes. Request less at once (limit)."
                  .formatted(most()))
          .asException();
    }
    grow(need);
  }

  private static Refused busy() {
    return Problem.UNAVAILABLE
        .because("Too many large requests at once. Retry in a moment.")
        .asException();
  }
}
