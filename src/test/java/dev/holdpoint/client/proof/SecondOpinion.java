package dev.holdpoint.client.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The verifier in Python, which shares no line with ours. */
public final class SecondOpinion {
  private static final Path PROGRAM = Path.of("docs/verify_audit.py");

  private SecondOpinion() {}

  /**
   * @param places where something is wrong; empty when nothing is
   */
  public record Opinion(boolean whole, List<String> places, String text) {}

  /** Ends the test, saying why, where the programs it needs are missing. */
  public static void assumeThatItCanBeHad() {
    for (String program : List.of("python3", "openssl")) {
      boolean there;
      try {
        there = run(List.of(program, program.equals("openssl") ? "version" : "-V")).whole();
      } catch (IOException _) {
        there = false;
      }
      if (!there) {
        System.out.println("skipped: " + program + " is not installed; ./test installs it");
      }
      Assumptions.assumeTrue(there, program + " is not installed");
    }
  }

  public static Opinion on(Path export, String... further) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("python3", PROGRAM.toString(), export.toString()));
    command.addAll(List.of(further));
    return run(command);
  }

  /**
   * @param key a public key, or a file with a key set
   * @param input a file with the input of the call, or none
   */
  public static Opinion onReceipt(Path receipt, String key, String... input) throws IOException {
    List<String> command =
        new ArrayList<>(List.of("python3", PROGRAM.toString(), "receipt", receipt.toString(), key));
    command.addAll(List.of(input));
    return run(command);
  }

  private static Opinion run(List<String> command) throws IOException {
    Path out = Files.createTempFile("opinion", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command + " does not come to an end");
      }
      String text = Files.readString(out, StandardCharsets.UTF_8);
      if (process.exitValue() > 1 || text.contains("Traceback")) {
        throw new IllegalStateException(text);
      }
      return new Opinion(
          process.exitValue() == 0,
          text.lines()
              .filter(l -> l.contains("\t"))
              .map(l -> l.substring(0, l.indexOf('\t')))
              .toList(),
          text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      Files.delete(out);
    }
  }
}
