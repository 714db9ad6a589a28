package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TokenBodies.SignInLink;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdpoint open}. */
@Command(
    name = "open",
    description = {
      "Opens the inbox in a browser, signed in as the owner of this command's token.",
      "Without a terminal or a screen it prints the link, which can be used "
          + "once within five minutes.",
      "While the browser starts, the link is visible in this machine's process "
          + "list: on a shared machine, use --print."
    },
    footer = {
      "  holdpoint open                  the inbox, in the browser of this machine",
      "  holdpoint open --qr             a code for the camera of a phone",
      "  holdpoint open --print          prints only the link",
      "  holdpoint open --token-file ada.token",
      "",
      ExitCode.TABLE
    })
public final class OpenCommand extends DaemonCommand {
  @Option(names = "--print", description = "print the link and do not open a browser")
  private boolean print;

  @Option(names = "--qr", description = "draw the link as a QR code, for a phone")
  private boolean qr;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    SignInLink link = client.webSessions().link();
    String url = link.url();
    if (json()) {
      printJson(link);
    } else if (qr) {
      PhoneLink.draw(url, out(), this::note);
      show(link);
    } else if (!print && SystemBrowser.ofProcess().opens(url)) {
      out().println("The browser opens the inbox at " + Visible.line(withoutCode(url)));
    } else {
      show(link);
    }
    return ExitCode.OK;
  }

  /** The link alone goes to standard output, so that a script can take it as it is. */
  private void show(SignInLink link) {
    note("Can be used once, until " + Times.at(link.expiresAtMs()) + ":");
    out().println(Visible.line(link.url()));
  }

  private static String withoutCode(String url) {
    int code = url.indexOf("/sign-in#");
    return code < 0 ? url : url.substring(0, code);
  }
}
