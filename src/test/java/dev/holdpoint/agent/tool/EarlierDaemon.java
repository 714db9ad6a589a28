package dev.holdpoint.agent.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that runs one command and is killed meanwhile: the daemon before the crash. */
public final class EarlierDaemon {
  private EarlierDaemon() {}

  public static ProcessBuilder with(Path folder, String command) throws IOException {
    Files.writeString(folder.resolve("command"), command);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            EarlierDaemon.class.getName(),
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("daemon.log").toFile());
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    // From a file, since arguments would suffer in a locale that is not UTF-8.
    String command = Files.readString(folder.resolve("command"));
    System.out.println(new ToolBench(folder).call("bash", "command", command));
  }
}
