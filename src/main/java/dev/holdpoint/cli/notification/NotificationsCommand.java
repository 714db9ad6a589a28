package dev.holdpoint.cli.notification;

import dev.holdpoint.cli.CommandGroup;
import dev.holdpoint.cli.ExitCode;
import picocli.CommandLine.Command;

/** {@code holdpoint notifications}. */
@Command(
    name = "notifications",
    description = "Notifications about pending requests and failures.",
    subcommands = {
      NotificationsList.class,
      NotificationsAdd.class,
      NotificationsGet.class,
      NotificationsRemove.class
    },
    footer = {
      "  holdpoint notifications add slack:work/C024BE91L",
      "  holdpoint notifications add https://example.com/hook --event run_failed",
      "  holdpoint notifications list",
      "",
      ExitCode.TABLE
    })
public final class NotificationsCommand extends CommandGroup {}
