package dev.holdpoint.daemon;

import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.ConfigSources;
import dev.holdpoint.daemon.log.LogFormat;
import dev.holdpoint.daemon.log.LogLevel;
import dev.holdpoint.daemon.log.Logs;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.start.Scratch;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Does once what daemons and commands do, so that the JVM can note which classes that takes; the
 * launcher calls it after a build. It uses a folder of its own and leaves nothing behind.
 */
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private final Function<String[], CommandLine> program;

  /**
   * @param program the whole command line, as a person types it
   */
  TrainCommand(Function<String[], CommandLine> program) {
    this.program = program;
  }

  @Override
  public Integer call() throws Exception {
    Thread watch = Thread.ofPlatform().daemon().name("watch").start(TrainCommand::giveUpInTime);
    try (Scratch scratch = Scratch.create("holdpoint-train")) {
      rehearse(scratch.path().resolve("data"));
      return 0;
    } finally {
      watch.interrupt();
    }
  }

  private void rehearse(Path data) throws Exception {
    run("--help");
    run("config", "show", "--data", data.toString());
    // People see the first format, machines the second.
    Logs.start(LogFormat.TEXT, LogLevel.INFO);
    LoggerFactory.getLogger(TrainCommand.class).info("training on {}", data);
    Logs.start(LogFormat.JSON, LogLevel.INFO);
    // Not the configuration of the person who happened to build: its database is not ours.
    Config config =
        Config.load(
            new ConfigSources(
                null, Map.of(), Map.of("port", "0", "data", data.toString()), Path.of("/")));
    try (Daemon daemon = Daemon.start(config, Version.text(), InstantSource.system())) {
      LoggerFactory.getLogger(TrainCommand.class).info("ready on {}", daemon.address());
      String token = Files.readString(data.resolve(AdminToken.FILE)).strip();
      TrainingRun rehearsal =
          new TrainingRun(new HoldpointClient(DaemonAddress.of(daemon.address(), token)));
      rehearsal.run();
      rehearsal.often();
      new TrainingCommands(program, "--url", daemon.address(), "--data", data.toString()).run();
    }
  }

  /** A cache is a convenience; nobody should wait for one that does not come. */
  private static void giveUpInTime() {
    try {
      Thread.sleep(PATIENCE); // the alarm that ends a rehearsal that hangs
      Runtime.getRuntime().halt(ExitCode.FAILED);
    } catch (InterruptedException _) {
      // It was done in time.
    }
  }

  private void run(String... args) {
    CommandLine command = program.apply(args);
    command.setOut(new PrintWriter(Writer.nullWriter()));
    command.setErr(new PrintWriter(Writer.nullWriter()));
    command.execute(args);
  }
}
