package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TokenBodies.ChangeTokenRequest;
import dev.holdpoint.api.access.TokenBodies.SessionAccess;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.cli.DaemonFlags;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.TokenClient;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code holdpoint tokens change}. */
@Command(
    name = "change",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Changes a token. Its secret, name and role stay the same.",
      "With --all-agents it changes every token of role agent."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint tokens change tok_01M7EMXDDB0000FCSAB3WH0YGH --expires-in 90d",
      "  holdpoint tokens change tok_01M7EMXDDB0000FCSAB3WH0YGH --principal ada",
      "  holdpoint tokens change --all-agents --sessions own"
    })
final class TokensChange implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private DaemonFlags daemon;

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "the token's id, from 'holdpoint tokens list'")
  private @Nullable String tokenId;

  @Option(names = "--all-agents", description = "change every token of role agent")
  private boolean allAgents;

  @Option(
      names = "--expires-in",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "lifetime from now: 45s, 90m, 12h, 30d or 2w")
  private @Nullable Duration expiresIn;

  @Option(names = "--never-expires", description = "no limit of its lifetime")
  private boolean neverExpires;

  @Option(
      names = "--principal",
      paramLabel = "NAME",
      description = "the person whom its decisions are counted for")
  private @Nullable String principal;

  @Option(
      names = "--sessions",
      paramLabel = "WHICH",
      converter = TokensCommand.SessionWords.class,
      completionCandidates = TokensCommand.SessionWords.class,
      description = "for role agent: own or all")
  private @Nullable SessionAccess sessions;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    check();
    TokenClient tokens = daemon.client().tokens();
    List<String> ids = tokenId == null ? agents(tokens) : List.of(tokenId);
    List<TokenRow> changed = new ArrayList<>();
    for (String id : ids) {
      changed.add(
          tokens.change(
              id,
              new ChangeTokenRequest(TokensCommand.atMs(expiresIn), principal, sessions),
              neverExpires));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ClientJson.pretty(tokenId == null ? changed : changed.getFirst()));
    } else {
      changed.forEach(
          token ->
              out.println(
                  "Changed %s (%s).".formatted(token.tokenId(), Visible.line(token.name()))));
      if (changed.isEmpty()) {
        out.println("There is no token of role agent.");
      }
    }
    out.flush();
    return ExitCode.OK;
  }

  private void check() {
    TokensCommand.checkOneExpiry(spec, expiresIn, neverExpires);
    if ((tokenId == null) != allAgents) {
      throw new ParameterException(spec.commandLine(), "Give the ID of a token, or --all-agents");
    }
    if (allAgents && principal != null) {
      throw new ParameterException(
          spec.commandLine(), "--principal is for one token: give its ID in place of --all-agents");
    }
    if (expiresIn == null && !neverExpires && principal == null && sessions == null) {
      throw new ParameterException(
          spec.commandLine(),
          "Give what to change: --expires-in, --never-expires, --principal or --sessions");
    }
  }

  private static List<String> agents(TokenClient tokens) throws Exception {
    return tokens.list().stream()
        .filter(token -> token.role() == Role.AGENT)
        .map(TokenRow::tokenId)
        .toList();
  }
}
