package dev.holdpoint.cli.access;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalSignature;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.client.http.ClientJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Signs an approval with a local key and prints the assertion, without a "
          + "network connection.",
      "The assertion is valid only for this decision on this approval."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint sign apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key",
      "  holdpoint sign apr_01M7EP4BTA0000D5JFGYZTA0B9 --key ada.key --key-id"
          + " apk_01M7EP4BTA0000D5JFGYZTA0B9 --deny --expires 1m --json"
    })
public final class SignCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private KeyFlags key;

  @Option(
      names = "--json",
      description =
          "print the assertion as JSON for a request body (default: only its "
              + "value, with its exp on standard error)")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    ApprovalSignature signature = key.mint(key.read());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ClientJson.pretty(signature));
    } else {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "%s %s, key %s, exp %d"
              .formatted(
                  key.approves() ? "Approves" : "Denies",
                  key.approvalId(),
                  signature.keyId(),
                  signature.exp()));
      err.flush();
      out.println(signature.value());
    }
    out.flush();
    return ExitCode.OK;
  }
}
