package dev.holdpoint.daemon;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** A command as somebody types it, run inside this JVM: all of it but the launcher. */
public final class TypedHere {
  private TypedHere() {}

  public record Outcome(int exitCode, String out, String err) {}

  /**
   * @param url where the command finds its daemon
   * @param token the text of an admin's token file, by path
   */
  public static Outcome at(String url, String token, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--url", url, "--token-file", token));
    return run(all.toArray(String[]::new));
  }

  public static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(args);
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int exitCode = command.execute(args);
    return new Outcome(exitCode, out.toString(), err.toString());
  }
}
