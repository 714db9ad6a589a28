package dev.holdpoint.cli.access;

import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.access.TokenBodies.SessionAccess;
import dev.holdpoint.api.access.TokenBodies.TokenRow;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.api.json.Wire;
import dev.holdpoint.cli.DaemonFlags;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.Table;
import dev.holdpoint.cli.Times;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.ClientJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code holdpoint tokens}. */
@Command(
    name = "tokens",
    mixinStandardHelpOptions = true,
    description = "Creates, lists, changes and revokes access tokens of a daemon.",
    subcommands = {
      TokensCommand.Add.class,
      TokensCommand.Show.class,
      TokensChange.class,
      TokensCommand.Revoke.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint tokens add ada --role operator --expires-in 30d",
      "  TOKEN=$(holdpoint tokens add ci --role agent)",
      "  holdpoint tokens list",
      "  holdpoint tokens change tok_01M7EMXDDB0000FCSAB3WH0YGH --expires-in 90d",
      "  holdpoint tokens revoke tok_01M7EMXDDB0000FCSAB3WH0YGH",
      "",
      ExitCode.TABLE
    })
public final class TokensCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Creates a token and prints it on standard output. It is shown only once.",
        "Roles: admin (everything), operator (everything except keys), agent "
            + "(submits work and asks), viewer (reads)."
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  holdpoint tokens add ada --role operator --expires-in 30d",
        "  TOKEN=$(holdpoint tokens add ci --role agent)"
      })
  static final class Add implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private DaemonFlags daemon;

    @Parameters(paramLabel = "NAME", description = "owner of the token; shown with their decisions")
    private String name;

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        converter = RoleNames.class,
        completionCandidates = RoleNames.class,
        description = "${COMPLETION-CANDIDATES}")
    private Role role = Role.VIEWER;

    @Option(
        names = "--expires-in",
        paramLabel = "TIME",
        converter = Spans.class,
        description = "lifetime: 45s, 90m, 12h, 30d or 2w (default: tokens.default_ttl_ms)")
    private @Nullable Duration expiresIn;

    @Option(names = "--never-expires", description = "no limit of its lifetime")
    private boolean neverExpires;

    @Option(
        names = "--principal",
        paramLabel = "NAME",
        description = "the person whom its decisions are counted for (default: NAME)")
    private @Nullable String principal;

    @Option(
        names = "--sessions",
        paramLabel = "WHICH",
        converter = SessionWords.class,
        completionCandidates = SessionWords.class,
        description =
            "for role agent: own (those that it creates or that are shared with it) or all "
                + "(default: tokens.agent_sessions)")
    private @Nullable SessionAccess sessions;

    @Option(
        names = "--tenant-id",
        paramLabel = "ID",
        description = "bind the token to the sessions of this tenant (default: all tenants)")
    private @Nullable String tenantId;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      checkOneExpiry(spec, expiresIn, neverExpires);
      CreatedToken created =
          daemon
              .client()
              .tokens()
              .create(
                  new CreateTokenRequest(
                      name, role, tenantId, atMs(expiresIn), principal, sessions),
                  neverExpires);
      Long expiresAtMs = created.expiresAtMs();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(ClientJson.pretty(created));
      } else {
        // Only the token goes to standard output, so that a script can take it as it is.
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            "Token of %s (%s)%s. It is shown only once. Revoke it with: holdpoint tokens revoke %s"
                .formatted(
                    Visible.line(created.name()),
                    Wire.name(created.role()),
                    expiresAtMs == null ? "" : ", expires " + Times.at(expiresAtMs),
                    created.tokenId()));
        err.flush();
        out.println(created.token());
      }
      out.flush();
      return ExitCode.OK;
    }
  }

  static void checkOneExpiry(CommandSpec spec, @Nullable Duration expiresIn, boolean neverExpires) {
    if (neverExpires && expiresIn != null) {
      throw new ParameterException(
          spec.commandLine(), "Give --expires-in or --never-expires, not both");
    }
  }

  static @Nullable Long atMs(@Nullable Duration expiresIn) {
    return expiresIn == null ? null : System.currentTimeMillis() + expiresIn.toMillis();
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Lists the tokens, without their secrets.",
      footerHeading = "%nExamples:%n",
      footer = "  holdpoint tokens list --json")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private DaemonFlags daemon;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      List<TokenRow> tokens = daemon.client().tokens().list();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(ClientJson.pretty(tokens));
      } else if (tokens.isEmpty()) {
        out.println(
            "No tokens except the admin token. Add one with: holdpoint tokens add "
                + "NAME --role operator");
      } else {
        table(tokens).print(out, Paint.ofProcess());
      }
      out.flush();
      return ExitCode.OK;
    }

    private static Table table(List<TokenRow> tokens) {
      long nowMs = System.currentTimeMillis();
      Table table = new Table("ID", "NAME", "PERSON", "ROLE", "SESSIONS", "CREATED", "EXPIRES");
      for (TokenRow token : tokens) {
        Long expiresAtMs = token.expiresAtMs();
        table.row(
            token.tokenId(),
            token.name(),
            token.principal(),
            Wire.name(token.role()),
            token.sessionAccess() == null ? "all" : Wire.name(token.sessionAccess()),
            Times.from(nowMs, token.createdAtMs()),
            expiresAtMs == null ? "never" : Times.from(nowMs, expiresAtMs));
      }
      return table;
    }
  }

  @Command(
      name = "revoke",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Revokes a token. The daemon rejects it immediately.",
      footerHeading = "%nExamples:%n",
      footer = "  holdpoint tokens revoke tok_01M7EMXDDB0000FCSAB3WH0YGH")
  static final class Revoke implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private DaemonFlags daemon;

    @Parameters(paramLabel = "ID", description = "the token's id, from 'holdpoint tokens list'")
    private String tokenId;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      HoldpointClient client = daemon.client();
      client.tokens().revoke(tokenId);
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          json
              ? ClientJson.pretty(Map.of("revoked", tokenId))
              : "Revoked " + Visible.line(tokenId) + ".");
      out.flush();
      return ExitCode.OK;
    }
  }

  /** As on the wire. */
  static final class SessionWords implements ITypeConverter<SessionAccess>, Iterable<String> {
    @Override
    public SessionAccess convert(String text) {
      return Arrays.stream(SessionAccess.values())
          .filter(access -> Wire.name(access).equals(text))
          .findFirst()
          .orElseThrow(() -> new TypeConversionException("'" + text + "' is neither own nor all"));
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(SessionAccess.values()).map(Wire::name).iterator();
    }
  }

  /** Roles are written as on the wire. */
  static final class RoleNames implements ITypeConverter<Role>, Iterable<String> {
    @Override
    public Role convert(String text) {
      return Arrays.stream(Role.values())
          .filter(role -> Wire.name(role).equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + text + "' is not a role; use admin, operator, agent or viewer"));
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Role.values()).map(Wire::name).iterator();
    }
  }
}
