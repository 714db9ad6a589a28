package dev.holdpoint.daemon;

import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.demo.Demo;
import dev.holdpoint.cli.demo.DemoAnswers;
import dev.holdpoint.cli.demo.DemoScreen;
import dev.holdpoint.daemon.start.Scratch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Starts a daemon for the demo and clears up after it; the demo itself is a client's. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the main use: an agent asks to run a command, then asks a "
          + "question, and you answer.",
      "It starts a daemon in a temporary folder, and removes both at the end."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint demo                          you answer",
      "  holdpoint demo --yes                    answers by itself, and kills "
          + "the daemon in between",
      "  printf 'k\\na\\n1\\n' | holdpoint demo      answers from a file or a "
          + "program, one a line"
    })
final class DemoCommand implements Callable<Integer> {
  private final Class<?> program;

  @Spec private CommandSpec spec;

  @Option(names = "--yes", description = "answer automatically, with a kill -9 in between")
  private boolean yes;

  /**
   * @param program whose {@code serve} the demo starts, where it does not run from a jar
   */
  DemoCommand(Class<?> program) {
    this.program = program;
  }

  @Override
  public Integer call() throws Exception {
    boolean terminal = Boolean.getBoolean("holdpoint.stdout.terminal");
    DemoScreen screen = new DemoScreen(spec.commandLine().getOut(), Paint.ofProcess(), terminal);
    Scratch scratch = Scratch.create("holdpoint-demo");
    ChildDaemon daemon = new ChildDaemon(program, scratch.path());
    Thread onCtrlC = Thread.ofPlatform().name("demo-end").unstarted(() -> end(daemon, scratch));
    Runtime.getRuntime().addShutdownHook(onCtrlC);
    // The hook does it on every way out: at the end, on a failure and on Ctrl-C.
    return Demo.run(daemon, screen, yes ? DemoAnswers.automatic() : person());
  }

  private static DemoAnswers person() {
    String encoding = System.getProperty("stdin.encoding", Charset.defaultCharset().name());
    return DemoAnswers.from(
        new BufferedReader(new InputStreamReader(System.in, Charset.forName(encoding))),
        Boolean.getBoolean("holdpoint.stdin.terminal"));
  }

  private static void end(ChildDaemon daemon, Scratch scratch) {
    try {
      // First: it must not write into a folder that is being removed.
      daemon.end();
      scratch.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      System.err.println(
          "holdpoint: " + scratch.path() + " could not be removed: " + e.getMessage());
    }
  }
}
