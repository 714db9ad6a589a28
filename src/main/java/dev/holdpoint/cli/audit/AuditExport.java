package dev.holdpoint.cli.audit;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    description = "Exports the whole ledger, one record a line, for verification anywhere.",
    footer = {
      "  holdpoint audit export --to ledger.ndjson",
      "  holdpoint audit export | gzip > l.gz"
    })
final class AuditExport extends DaemonCommand {
  @Option(
      names = "--to",
      paramLabel = "FILE",
      description = "target file (default: standard output)")
  private @Nullable String to;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    if (to == null) {
      client.audit().export(System.out);
      System.out.flush();
      return ExitCode.OK;
    }
    Path file = Path.of(to).toAbsolutePath();
    // A half of an export must not be taken for one: the name is given to the whole only.
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    long bytes;
    Files.deleteIfExists(draft);
    try (OutputStream out = Files.newOutputStream(draft, CREATE_NEW, WRITE)) {
      bytes = client.audit().export(out);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    if (json()) {
      printJson(Map.of("file", to, "bytes", bytes));
    } else {
      out().println(Visible.line(to));
    }
    return ExitCode.OK;
  }
}
