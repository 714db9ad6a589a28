package dev.holdpoint.cli.asset;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "download",
    description = {
      "Writes a stored file to this machine and prints its path.",
      "An existing file is overwritten only if --output names it."
    },
    footer = {
      "  holdpoint assets download ast_…",
      "  holdpoint assets download ast_… --output - | less"
    })
final class AssetsDownload extends DaemonCommand {
  @Parameters(paramLabel = "ASSET", description = "its id")
  private String assetId;

  @Option(
      names = {"--output", "-o"},
      paramLabel = "FILE",
      description =
          "target file; - is standard output (default: the asset's file name, in this folder)")
  private @Nullable String output;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    AssetView asset = client.assets().find(assetId);
    byte[] bytes = client.assets().bytes(assetId);
    if ("-".equals(output)) {
      System.out.write(bytes);
      System.out.flush();
      return ExitCode.OK;
    }
    Path file = output == null ? Path.of(ownName(asset)) : Path.of(output);
    try {
      if (output == null) {
        Files.write(file, bytes, StandardOpenOption.CREATE_NEW);
      } else {
        Files.write(file, bytes);
      }
    } catch (FileAlreadyExistsException _) {
      throw new IOException(file + " already exists; choose another file with --output");
    }
    if (json()) {
      printJson(asset);
    } else {
      out().println(Visible.line(file.toString()));
    }
    return ExitCode.OK;
  }

  /** What the daemon calls it must not lead anywhere else. */
  private static String ownName(AssetView asset) {
    Path name = Path.of(asset.fileName()).getFileName();
    String text = name == null ? "" : name.toString();
    return text.isEmpty() || text.equals(".") || text.equals("..") ? asset.assetId() : text;
  }
}
