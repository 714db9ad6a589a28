package dev.holdpoint.cli;

import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.DaemonAddress;
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
          "URL of the daemon (default: HOLDPOINT_URL, then the running daemon of the data folder,"
              + " then the configuration, then "
              + DaemonAddress.DEFAULT_URL
              + ")")
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "file with the token (default: HOLDPOINT_TOKEN, then the admin token)")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description =
          "issuer of the daemon's certificate, in PEM (default: HOLDPOINT_CA_FILE, "
              + "then Java's trust store)")
  private @Nullable Path caFile;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "the daemon's data folder, with its holdpoint.yaml and admin token")
  private @Nullable Path data;

  /** The issuer that was named with a flag; null for none. */
  public @Nullable Path caFile() {
    return caFile;
  }

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
