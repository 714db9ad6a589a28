package dev.holdpoint.cli.asset;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "get",
    aliases = "show",
    description = "Shows the type, size and name of a stored file.",
    footer = "  holdpoint assets get ast_…")
final class AssetsGet extends DaemonCommand {
  @Parameters(paramLabel = "ASSET", description = "its id")
  private String assetId;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    AssetView asset = client.assets().find(assetId);
    if (json()) {
      printJson(asset);
    } else {
      new Facts(out(), paint())
          .line("asset", asset.assetId())
          .line("file", asset.fileName())
          .line("type", asset.mediaType())
          .line("bytes", Long.toString(asset.byteLength()))
          .line("sha256", asset.sha256())
          .time("created", asset.createdAtMs());
    }
    return ExitCode.OK;
  }
}
