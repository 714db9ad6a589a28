package dev.holdpoint.agent.tool;

import java.nio.file.Path;

/** A program that runs one command and is killed meanwhile: the daemon before the crash. */
final class EarlierDaemon {
  private EarlierDaemon() {}

  public static void main(String[] arguments) throws Exception {
    ToolBench bench = new ToolBench(Path.of(arguments[0]));
    System.out.println(bench.call("bash", "command", arguments[1]));
  }
}
