package dev.holdpoint.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Appends a line for each test class that has ended to a file of this JVM, in the folder that
 * {@code holdpoint.test.times} names: its name, its tests, how many failed and were skipped, its
 * milliseconds, and the milliseconds of processor time that this JVM and all that it started have
 * used. {@code ./test} adds the lines up. The reports of Surefire do not tell: a class that runs
 * once on each database overwrites its own.
 */
public final class ClassTimes implements TestExecutionListener {
  private static final @Nullable Path FILE = file();

  private final Map<String, Count> open = new ConcurrentHashMap<>();
  private @Nullable TestPlan plan;

  /** What is known of a class that has begun. */
  private record Count(
      long beganAt, long cpu, AtomicInteger tests, AtomicInteger failed, AtomicInteger skipped) {}

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier identifier) {
    if (isClass(identifier)) {
      open.put(
          identifier.getUniqueId(),
          new Count(
              System.nanoTime(),
              ProcessorTime.ofTree(),
              new AtomicInteger(),
              new AtomicInteger(),
              new AtomicInteger()));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    Count count = of(identifier);
    if (count != null) {
      count.skipped.incrementAndGet();
      count.tests.incrementAndGet();
    } else {
      write(name(identifier), 1, 0, 1, 0, 0);
    }
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    Count count = of(identifier);
    if (count == null) {
      return;
    }
    boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
    if (identifier.isTest()) {
      count.tests.incrementAndGet();
      if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
        count.skipped.incrementAndGet();
      }
    }
    // A container that fails, fails before its tests are counted.
    if (failed) {
      count.failed.incrementAndGet();
    }
    if (open.remove(identifier.getUniqueId(), count)) {
      write(
          name(identifier),
          count.tests.get(),
          count.failed.get(),
          count.skipped.get(),
          (System.nanoTime() - count.beganAt) / 1_000_000,
          ProcessorTime.ofTree() - count.cpu);
    }
  }

  private static boolean isClass(TestIdentifier identifier) {
    return identifier.getUniqueIdObject().getSegments().size() == 2
        && identifier.getSource().orElse(null) instanceof ClassSource;
  }

  /** The class that this is part of; null if none has begun. */
  private @Nullable Count of(TestIdentifier identifier) {
    @Nullable TestIdentifier at = identifier;
    while (at != null) {
      Count count = open.get(at.getUniqueId());
      if (count != null) {
        return count;
      }
      at = plan == null ? null : plan.getParent(at).orElse(null);
    }
    return null;
  }

  private static String name(TestIdentifier identifier) {
    return identifier.getSource().orElse(null) instanceof ClassSource source
        ? source.getClassName()
        : identifier.getDisplayName();
  }

  private static void write(
      String name, int tests, int failed, int skipped, long wallMs, long cpuMs) {
    if (FILE == null) {
      return;
    }
    String line = "%s\t%d\t%d\t%d\t%d\t%d%n".formatted(name, tests, failed, skipped, wallMs, cpuMs);
    try {
      Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Path file() {
    String folder = System.getProperty("holdpoint.test.times");
    if (folder == null) {
      return null;
    }
    try {
      return Files.createDirectories(Path.of(folder))
          .resolve(ProcessHandle.current().pid() + ".tsv");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
