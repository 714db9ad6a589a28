package dev.holdpoint.http.hooks;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.external.ClientGates;
import dev.holdpoint.http.server.Call;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A hook that waits. Now and then a blank is sent in front of the answer, which JSON allows: it
 * shows when nobody is there any more, so that whoever is started anew finds what was asked.
 */
final class HookWait {
  private static final long BETWEEN_BLANKS_MS = 5_000;

  private final HookGate asking;
  private final Call call;
  private final HookGate.Use use;
  private final ClientGates.Asked asked;
  private final Semaphore news = new Semaphore(0);
  private volatile boolean doubted;

  HookWait(HookGate asking, Call call, HookGate.Use use, ClientGates.Asked asked) {
    this.asking = asking;
    this.call = call;
    this.use = use;
    this.asked = asked;
    asked
        .vigil()
        .onDoubt(
            () -> {
              doubted = true;
              news.release();
            });
  }

  void write(OutputStream out, Function<HookOutcome, byte[]> words) throws IOException {
    try {
      out.write(words.apply(given(checked(told(out)))));
      out.flush();
    } catch (IOException e) {
      if (!use.comesBack()) {
        var _ = asking.left(call.caller(), asked);
      }
      throw e;
    }
  }

  private HookOutcome told(OutputStream out) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(use.waitMs());
    while (true) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      Optional<HookOutcome> decided = decided(Math.clamp(leftMs, 0, BETWEEN_BLANKS_MS));
      if (decided.isPresent()) {
        return decided.get();
      }
      if (asking.waits().isLeaving() || Thread.currentThread().isInterrupted()) {
        return new HookOutcome(
            new HookVerdict.Open(),
            "",
            "Holdpoint is stopping before a decision was made. The request is still "
                + "pending; try again later.");
      }
      if (end - System.nanoTime() <= 0) {
        return asking.late(call.caller(), use, asked);
      }
      out.write(' ');
      out.flush();
    }
  }

  /** Empty when nobody has decided in that time, and when somebody wants to know who is there. */
  private Optional<HookOutcome> decided(long withinMs) {
    Optional<HookOutcome> seen =
        asking
            .waits()
            .until(
                asked.run().key(),
                withinMs,
                () ->
                    Optional.of(asking.latest(use, asked.run().key()))
                        .filter(told -> !told.isOpen() || doubted),
                news);
    doubted = false;
    return seen.filter(told -> !told.isOpen());
  }

  /** What cannot be noted as given is not given: after the answer nobody would know. */
  private HookOutcome given(HookOutcome told) {
    try {
      asking.given(call.caller(), use, asked.run(), told);
      return told;
    } catch (Refused e) {
      return HookOutcome.no(
          "There is a decision in Holdpoint that could not be recorded as given; try again.");
    }
  }

  /** A yes is for whoever may ask, and that may have ended during the wait. */
  private HookOutcome checked(HookOutcome told) {
    return told.isAllow() && !call.isWelcome()
        ? HookOutcome.no("The token of this hook is no longer valid.")
        : told;
  }
}
