package dev.holdpoint.cli.connect;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.ApprovalClient;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts the program itself, denies what it asks, and looks whether it did it all the same. */
record LiveCheck(AgentProgram program, Surroundings around, HoldpointClient client) {
  private static final String NAME = "live";
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final int CONFLICT = 409;
  private static final Duration BETWEEN = Duration.ofMillis(250);

  /**
   * @param project whose settings are tested; null for those of the person
   * @param file those settings
   */
  Check of(@Nullable Path project, Path file) throws CallFailed, IOException, InterruptedException {
    Optional<Path> executable = around.program(program.versions.executable());
    if (executable.isEmpty()) {
      return Check.bad(
          NAME, "no program '" + program.versions.executable() + "' on the PATH: install it");
    }
    String nonce = "holdpoint-" + ConnectCheck.nonce();
    Path folder = Files.createTempDirectory("holdpoint-live");
    try {
      if (project != null) {
        Path copy = folder.resolve(project.toAbsolutePath().relativize(file.toAbsolutePath()));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
      List<String> command = new ArrayList<>(List.of(executable.get().toString()));
      command.addAll(program.once);
      command.add("Run the shell command: echo " + nonce);
      try (Subprocess process = Subprocess.start(command, around.environment(), folder, "")) {
        return judged(process, nonce);
      }
    } finally {
      Subprocess.clear(folder);
    }
  }

  private Check judged(Subprocess process, String nonce)
      throws CallFailed, IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    boolean denied = deny(nonce);
    // To the end: a program that was told no may ask for the same in another way.
    while (process.isAlive() && System.nanoTime() < end) {
      process.awaitEnd(BETWEEN);
      denied |= deny(nonce);
    }
    Subprocess.Ended ended = process.await(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
    boolean ran = (ended.out() + "\n" + ended.err()).lines().anyMatch(nonce::equals);
    if (ran) {
      return Check.bad(
          NAME,
          program.title
              + (denied
                  ? " ran the command although it was denied. "
                  : " ran the command unasked. ")
              + "Its hook is not called, or not trusted: "
              + program.notes.getFirst());
    }
    if (!denied) {
      return Check.bad(
          NAME,
          program.title
              + (ended.isLate() ? " asked nothing in 120 s" : " ended and asked nothing")
              + ". It said: "
              + Visible.line(lastWords(ended)));
    }
    return ended.isLate()
        ? Check.bad(NAME, program.title + " asked, was denied, and did not end in 120 s")
        : Check.good(NAME, program.title + " asked, was denied, and did not run the command");
  }

  private static String lastWords(Subprocess.Ended ended) {
    String all = (ended.out() + ended.err()).strip();
    return all.isEmpty() ? "nothing" : all.substring(Math.max(0, all.length() - 300));
  }

  /** Whether there was something to deny. */
  private boolean deny(String nonce) throws CallFailed {
    boolean asked = false;
    for (ApprovalRow row : client.approvals().list(null, null)) {
      if (row.request().input().toString().contains(nonce)) {
        asked = true;
        try {
          client
              .approvals()
              .resolve(
                  row.runId(),
                  ApprovalClient.deny(row.request().id(), "This is a test by holdpoint connect."));
        } catch (CallFailed e) {
          // The program has left it meanwhile, or somebody was faster.
          if (e.status() != CONFLICT) {
            throw e;
          }
        }
      }
    }
    return asked;
  }
}
