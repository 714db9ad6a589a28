package dev.holdpoint.blackbox;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * What campaigns choose by: another for every run of the tests, so that many runs cover what one
 * has no time for. {@code -Dholdpoint.seed=N} makes the choices of an earlier run again.
 */
public final class Seed {
  private static final long VALUE = Long.getLong("holdpoint.seed", System.currentTimeMillis());

  private Seed() {}

  /** Something whose course depends on chance. */
  public interface Campaign {
    void run() throws Exception;
  }

  /** Runs it. If it fails, the failure says how to see it again. */
  public static void campaign(Campaign campaign) {
    try {
      campaign.run();
    } catch (TestAbortedException e) {
      throw e;
    } catch (Throwable e) {
      String named = "with -Dholdpoint.seed=%d: ".formatted(VALUE);
      if (e instanceof AssertionError fault && String.valueOf(e.getMessage()).startsWith(named)) {
        throw fault;
      }
      throw new AssertionError(named + e.getMessage(), e);
    }
  }

  /** Lets the failures of a test class say the same. */
  public static final class Named implements TestExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable fault) {
      campaign(
          () -> {
            switch (fault) {
              case Exception e -> throw e;
              case Error e -> throw e;
              default -> throw new IllegalStateException(fault);
            }
          });
    }
  }

  /** A source of chance that is another for each {@code purpose}. */
  public static Random random(String purpose) {
    return new Random(VALUE ^ purpose.hashCode());
  }

  /**
   * So many of these, others with each seed and each turn; whoever takes some in many turns has had
   * all of them.
   */
  public static <T> List<T> someOf(List<T> all, int count, int turn) {
    int first = (int) Math.floorMod(VALUE + (long) turn * count, (long) all.size());
    return IntStream.range(0, Math.min(count, all.size()))
        .mapToObj(i -> all.get((first + i) % all.size()))
        .toList();
  }
}
