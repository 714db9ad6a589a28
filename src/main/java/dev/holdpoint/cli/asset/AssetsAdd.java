package dev.holdpoint.cli.asset;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.LocalFile;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "add",
    description = "Stores a file and prints its id. The same file always has the same id.",
    footer = {
      "  holdpoint assets add report.pdf",
      "  holdpoint assets add data --media-type text/csv"
    })
final class AssetsAdd extends DaemonCommand {
  @Parameters(paramLabel = "FILE", description = "the file")
  private String file;

  @Option(
      names = "--media-type",
      paramLabel = "TYPE",
      description = "media type, such as text/csv (default: by the file name)")
  private @Nullable String mediaType;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    AssetView asset = client.assets().add(LocalFile.read(file, mediaType));
    if (json()) {
      printJson(asset);
    } else {
      out().println(Visible.line(asset.assetId()));
    }
    return ExitCode.OK;
  }
}
