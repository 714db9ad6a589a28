package dev.holdpoint.cli;

import dev.holdpoint.client.DaemonAddress;
import dev.holdpoint.client.HoldpointClient;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which daemon a command calls, and as whom: {@code @Mixin DaemonFlags daemon}. */
public final class DaemonFlags {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "the daemon; else HOLDPOINT_URL, else as it is configured, else "
              + DaemonAddress.DEFAULT_URL)
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "a file that holds the token; else HOLDPOINT_TOKEN, else the admin token")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description =
          "who issued the daemon's certificate, in PEM; else HOLDPOINT_CA_FILE, else whom Java trusts")
  private @Nullable Path caFile;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "the daemon's data folder, with its holdpoint.yaml and admin token")
  private @Nullable Path data;

  public HoldpointClient client() {
    try {
      return new HoldpointClient(
          DaemonAddress.find(
              new DaemonAddress.Wishes(url, tokenFile, caFile, data, System.getenv())));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
