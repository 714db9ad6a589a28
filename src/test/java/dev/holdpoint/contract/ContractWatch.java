package dev.holdpoint.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the daemons of this JVM answer, on a thread of its own. {@link ContractExtension}
 * asks after each class what was found; which answers were seen is noted in a file of this JVM, and
 * {@code ./test} compares all of them with the document.
 */
public final class ContractWatch {
  private static final int SHOWN = 30;
  private static final String DOCUMENTED = "documented";

  private static @Nullable ContractWatch shared;

  private final Checker checker;
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Set<String> large = ConcurrentHashMap.newKeySet();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final List<Finding> findings = new ArrayList<>();
  private final AtomicLong checked = new AtomicLong();
  private final Thread thread;
  private final @Nullable Path notes;

  ContractWatch(Checker checker, @Nullable Path notes) {
    this.checker = checker;
    this.notes = notes;
    this.thread = Thread.ofPlatform().daemon().name("contract").start(this::work);
  }

  /** An answer begins. */
  public static Pieces begins(Answered head) {
    return shared().begin(head);
  }

  private static synchronized ContractWatch shared() {
    ContractWatch watch = shared;
    if (watch == null) {
      watch = new ContractWatch(new Checker(Checker.document()), file());
      watch.tellDocumented();
      shared = watch;
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(watch::tellCost));
    }
    return watch;
  }

  /** What was found since this was last asked; nothing where no daemon has answered. */
  static synchronized List<Finding> found() {
    return shared == null ? List.of() : shared.settle();
  }

  /** The same in words, for those who plant something. */
  public static List<String> told() {
    return found().stream().map(Finding::toString).toList();
  }

  Pieces begin(Answered head) {
    check(() -> checker.head(head));
    if (head.operation() != null && seen.add(head.operation() + " " + head.status())) {
      note(head.operation() + "\t" + head.status());
    }
    return new Pieces(this, head);
  }

  Checker checker() {
    return checker;
  }

  boolean takesLarge(Answered head) {
    return large.add(head.operation() + " " + head.status());
  }

  void check(Supplier<List<Finding>> check) {
    work.add(
        () -> {
          checked.incrementAndGet();
          List<Finding> found = check.get();
          if (!found.isEmpty()) {
            keep(found);
          }
        });
  }

  private void keep(List<Finding> found) {
    synchronized (findings) {
      for (Finding finding : found) {
        if (known.add(finding.key())) {
          findings.add(finding);
        }
      }
    }
  }

  /** Waits for what is under way. */
  List<Finding> settle() {
    CountDownLatch done = new CountDownLatch(1);
    work.add(done::countDown);
    try {
      if (!done.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("answers come faster than they can be checked");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    synchronized (findings) {
      List<Finding> all = List.copyOf(findings);
      findings.clear();
      return all;
    }
  }

  static String told(List<Finding> findings) {
    StringBuilder text =
        new StringBuilder(
            "%d answers are not as docs/openapi.json says:".formatted(findings.size()));
    findings.stream().limit(SHOWN).forEach(one -> text.append("\n- ").append(one));
    return text.toString();
  }

  private void work() {
    while (true) {
      try {
        work.take().run();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | StackOverflowError e) {
        keep(List.of(new Finding("the checker", 0, "itself", e.toString())));
      }
    }
  }

  /** Every JVM writes the same. */
  private void tellDocumented() {
    if (notes != null) {
      try {
        Path draft = notes.resolveSibling(notes.getFileName() + ".draft");
        Files.write(draft, checker.documented());
        Files.move(draft, notes.resolveSibling(DOCUMENTED), StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void tellCost() {
    long nanos = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
    note("#\t" + checked.get() + "\t" + Math.max(0, nanos) / 1_000_000);
  }

  private void note(String line) {
    if (notes == null) {
      return;
    }
    try {
      Files.writeString(notes, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Path file() {
    String folder = System.getProperty("holdpoint.test.contract");
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
