package dev.holdpoint.cli.audit;

import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "receipt",
    description = {
      "Gets the signed receipt of a decided approval, for verification anywhere.",
      "The read is recorded in the audit ledger."
    },
    footer = {
      "  holdpoint audit receipt apr_01J… --out receipt.json",
      "  holdpoint audit receipt apr_01J… | jq .receipt.decision"
    })
final class AuditReceipt extends DaemonCommand {
  @Parameters(paramLabel = "ID", description = "the approval, apr_…")
  private String id = "";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "target file (default: standard output)")
  private @Nullable String to;

  @Override
  protected int run(HoldpointClient client) throws CallFailed, IOException {
    byte[] receipt = client.audit().receipt(id);
    if (to == null) {
      // As it was signed: other white space would do no harm, another text would.
      System.out.write(receipt);
      System.out.flush();
      return ExitCode.OK;
    }
    Path file = Path.of(to).toAbsolutePath();
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    Files.write(draft, receipt);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    if (json()) {
      printJson(Map.of("file", to, "bytes", receipt.length));
    } else {
      out().println(Visible.line(to));
    }
    return ExitCode.OK;
  }
}
