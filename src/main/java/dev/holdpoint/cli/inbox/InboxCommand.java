package dev.holdpoint.cli.inbox;

import dev.holdpoint.api.access.TokenBodies.CallerView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.gate.InboxBodies.InboxRow;
import dev.holdpoint.api.gate.InboxBodies.InboxView;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.InboxFlags;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdpoint inbox}. */
@Command(
    name = "inbox",
    description = {
      "Shows pending requests on a live screen: allow, deny, edit, answer.",
      "It needs a terminal; --json prints the pending requests and needs none."
    },
    footer = {
      "  holdpoint inbox",
      "  holdpoint inbox --session deploys",
      "  holdpoint inbox --for me             only what waits for you",
      "  holdpoint inbox --risk high --sort deadline",
      "  holdpoint inbox --undo 10s           U undoes an allow for 10 s",
      "  EDITOR=nano holdpoint inbox          e opens the input of a call in this editor",
      "",
      ExitCode.TABLE
    })
public final class InboxCommand extends DaemonCommand {
  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "only requests of this session")
  private @Nullable String sessionId;

  @Option(
      names = "--for",
      paramLabel = "WHO",
      description =
          "only requests that these people can decide now: me, group:NAME or person:NAME; "
              + "with me, snoozed requests are hidden")
  private @Nullable String audience;

  @Mixin private InboxFlags which;

  @Option(
      names = "--undo",
      paramLabel = "DURATION",
      converter = Hold.class,
      description = "how long an allow can be undone, 60s at most (default: page.undo_ms)")
  private @Nullable Duration undo;

  /** A time span; {@code 0s} is none. */
  static final class Hold implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return text.equals("0s") || text.equals("0") ? Duration.ZERO : new Spans().convert(text);
    }
  }

  private Wish wish() {
    return new Wish(sessionId, Map.of(), which.searchOr(""), which.sortOr("oldest"))
        .with(Wish.Field.KIND, which.kind())
        .with(Wish.Field.RISK, which.risk())
        .with(Wish.Field.TOOL, which.tool())
        .with(Wish.Field.AUDIENCE, audience);
  }

  @Override
  protected int run(HoldpointClient client) throws CallFailed, InterruptedException {
    if (undo != null && undo.toMillis() > Limits.HOLD_MS) {
      throw usage("--undo must be 0s to " + Limits.HOLD_MS / 1_000 + "s");
    }
    Wish wish = wish();
    if (json()) {
      printJson(everything(client, wish));
      return ExitCode.OK;
    }
    if (!StandardInput.isTyped() || !Boolean.getBoolean("holdpoint.stdout.terminal")) {
      throw usage(
          "the inbox needs a terminal; use 'holdpoint approvals list' and 'holdpoint questions"
              + " list', or --json");
    }
    // A daemon that is not there, or does not let this person in, is told before the screen is
    // taken.
    CallerView me = client.webSessions().me();
    InboxReader reader = new InboxReader(client, sessionId, me.name());
    InboxSender mail =
        new InboxSender(client, reader, me.name(), undo == null ? me.undoMs() : undo.toMillis());
    try (Screen screen = Screen.open()) {
      Thread givesBack = Thread.ofPlatform().unstarted(screen::giveBack);
      Runtime.getRuntime().addShutdownHook(givesBack);
      new InboxScreen(
              reader,
              mail,
              screen,
              wish,
              client.daemon().url().toString(),
              me.role().may(Endpoint.Access.DECIDE))
          .run();
    } catch (IOException e) {
      throw usage("the inbox cannot use this terminal: " + e.getMessage());
    }
    return ExitCode.OK;
  }

  /** All rows, whatever their number. */
  private static Map<String, Object> everything(HoldpointClient client, Wish wish)
      throws CallFailed {
    List<InboxRow> rows = new ArrayList<>();
    Map<String, Object> json = new LinkedHashMap<>();
    String cursor = null;
    do {
      InboxView page = client.inbox().page(wish.filter(), new PageRequest(cursor, Limits.INBOX));
      rows.addAll(page.items());
      json.putIfAbsent("counts", page.counts());
      json.put("truncated", page.truncated());
      cursor = page.pagination().hasMore() ? page.pagination().nextCursor() : null;
    } while (cursor != null);
    json.put("items", rows);
    return json;
  }
}
