package dev.holdpoint.cli.content;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Facts;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.LocalFile;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.cli.content.AssetsCommand.AssetsAdd;
import dev.holdpoint.cli.content.AssetsCommand.AssetsDownload;
import dev.holdpoint.cli.content.AssetsCommand.AssetsGet;
import dev.holdpoint.cli.content.AssetsCommand.AssetsList;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdpoint assets}. */
@Command(
    name = "assets",
    description = "Stored files, for use in input and output.",
    subcommands = {AssetsAdd.class, AssetsList.class, AssetsGet.class, AssetsDownload.class},
    footer = {
      "  ID=$(holdpoint assets add report.pdf)",
      "  holdpoint sessions send deploys 'Read this' --asset $ID",
      "",
      ExitCode.TABLE
    })
public final class AssetsCommand extends CommandGroup {
  @Command(
      name = "add",
      description = "Stores a file and prints its id. The same file always has the same id.",
      footer = {
        "  holdpoint assets add report.pdf",
        "  holdpoint assets add data --media-type text/csv"
      })
  static final class AssetsAdd extends DaemonCommand {
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

  @Command(
      name = "list",
      description = "Lists stored files, the newest first.",
      footer = {"  holdpoint assets list", "  holdpoint assets list --all --json"})
  static final class AssetsList extends ListCommand<AssetView> {
    @Override
    protected Page<AssetView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
      return client.assets().page(wish);
    }

    @Override
    protected Table table(List<AssetView> rows) {
      Table table = new Table("ASSET", "BYTES", "TYPE", "FILE");
      for (AssetView row : rows) {
        table.row(row.assetId(), Long.toString(row.byteLength()), row.mediaType(), row.fileName());
      }
      return table;
    }

    @Override
    protected String nothing() {
      return "No stored files. Add one with: holdpoint assets add FILE";
    }
  }

  @Command(
      name = "get",
      aliases = "show",
      description = "Shows the type, size and name of a stored file.",
      footer = "  holdpoint assets get ast_…")
  static final class AssetsGet extends DaemonCommand {
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
  static final class AssetsDownload extends DaemonCommand {
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
}
