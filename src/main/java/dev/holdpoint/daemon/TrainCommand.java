package dev.holdpoint.daemon;

import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import dev.holdpoint.daemon.log.Logs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Does what a start does, so that the JVM can note which classes that takes; the launcher calls it
 * once after a build. It uses a folder of its own and leaves nothing behind.
 */
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
  @Override
  public Integer call() throws Exception {
    Path scratch = Files.createTempDirectory("holdpoint-train");
    Path data = scratch.resolve("data");
    try {
      run("--help");
      run("config", "show", "--data", data.toString());
      run("config", "show", "--json", "--data", data.toString());
      Logs.start(LogFormat.JSON, LogLevel.INFO);
      try (DataFolder folder = DataFolder.open(data)) {
        LoggerFactory.getLogger(TrainCommand.class).info("trained on {}", folder.path());
      }
      return 0;
    } finally {
      delete(scratch);
    }
  }

  private static void run(String... args) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(Writer.nullWriter()));
    command.setErr(new PrintWriter(Writer.nullWriter()));
    command.execute(args);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (var paths = Files.walk(folder)) {
      deepestFirst = paths.toList().reversed();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}
