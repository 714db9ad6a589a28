package dev.holdpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.blackbox.DaemonProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command as somebody types it: the real launcher, in a folder and an environment of its own. */
public record Typed(Path folder) {
  public record Outcome(int exitCode, String out, String err) {}

  /** {@code input} is all that standard input ever holds. */
  public Outcome run(Map<String, String> environment, String input, String... args)
      throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Path in = Files.writeString(folder.resolve("in"), input);
    ProcessBuilder builder =
        builder(environment, command(args))
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroy();
      throw new AssertionError("it did not end; it had printed:\n" + Files.readString(out));
    }
    return new Outcome(
        process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /** With what this shell happens to have configured taken out. */
  public ProcessBuilder builder(Map<String, String> environment, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("HOLDPOINT_"));
    builder.environment().remove("NO_COLOR");
    builder.environment().put("TERM", "xterm");
    builder.environment().put("XDG_DATA_HOME", folder.resolve("xdg").toString());
    // Where the demo puts its folder, so that a test can see it gone.
    builder
        .environment()
        .put("HOLDPOINT_JAVA_OPTS", DaemonProcess.SHORT_LIVED + " -Djava.io.tmpdir=" + folder);
    builder.environment().putAll(environment);
    return builder;
  }

  public static List<String> command(String... args) {
    List<String> command = new ArrayList<>(List.of(DaemonProcess.launcher().toString()));
    command.addAll(List.of(args));
    return command;
  }
}
