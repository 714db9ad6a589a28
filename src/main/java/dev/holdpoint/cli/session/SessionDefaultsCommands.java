package dev.holdpoint.cli.session;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.api.session.DefaultsBodies.CapabilityScope;
import dev.holdpoint.api.session.DefaultsBodies.CredentialScope;
import dev.holdpoint.api.session.DefaultsBodies.RoutePolicy;
import dev.holdpoint.api.session.InputBodies.Generation;
import dev.holdpoint.api.session.SessionBodies.SessionView;
import dev.holdpoint.cli.Targets;
import dev.holdpoint.client.SessionDefaultsClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.ClientJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a session holds for all of its runs. */
final class SessionDefaultsCommands {
  private SessionDefaultsCommands() {}

  @Command(
      name = "persona",
      description = {
        "Binds a session to a copy of a persona in its current version.",
        "The session must be idle."
      },
      footer = {
        "  holdpoint sessions persona deploys careful",
        "  holdpoint sessions persona deploys --clear"
      })
  static final class SessionsPersona extends DefaultCommand {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "PERSONA",
        description = "id of the persona (default: show the current one)")
    private @Nullable String persona;

    @Override
    boolean isGiven() {
      return persona != null;
    }

    @Override
    SessionView set(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.persona(persona);
    }

    @Override
    SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.persona(null);
    }
  }

  @Command(
      name = "reply-to",
      description = {
        "Sets the targets for outputs of the session's runs: a URL, slack:CONNECTOR/CHANNEL,",
        "telegram:CONNECTOR/CHAT, external:CONNECTOR/ROUTE or raw:PLUGIN/ADDRESS.",
        "Replaces the previous setting. Applies to runs that are submitted from now on."
      },
      footer = {
        "  holdpoint sessions reply-to deploys https://example.com/hook",
        "  holdpoint sessions reply-to deploys slack:work/C024BE91L telegram:ops/-100123",
        "  holdpoint sessions reply-to deploys --clear"
      })
  static final class SessionsReplyTo extends DefaultCommand {
    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "TARGET",
        description = "targets (default: show the current ones)")
    private List<String> targets = List.of();

    @Override
    boolean isGiven() {
      return !targets.isEmpty();
    }

    @Override
    SessionView set(SessionDefaultsClient defaults) throws CallFailed {
      List<ReplyTarget> read = new ArrayList<>();
      for (String target : targets) {
        read.add(target(target));
      }
      return defaults.replyTargets(read);
    }

    @Override
    SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.replyTargets(null);
    }

    private ReplyTarget target(String text) {
      try {
        return Targets.read(text);
      } catch (IllegalArgumentException e) {
        throw usage(String.valueOf(e.getMessage()));
      }
    }
  }

  @Command(
      name = "scope",
      description = {
        "Sets what the session can see or call. An empty allow list allows "
            + "everything; deny wins.",
        "Replaces the previous setting. The session must be idle."
      },
      footer = {
        "  holdpoint sessions scope deploys --allow-skill release,rollback",
        "  holdpoint sessions scope deploys --deny-mcp-tool '*'",
        "  holdpoint sessions scope deploys --clear"
      })
  static final class SessionsScope extends DefaultCommand {
    private static final String NAMES = "NAME[,NAME]";

    @Option(names = "--allow-skill", split = ",", paramLabel = NAMES, description = "only these")
    private List<String> skillAllow = List.of();

    @Option(names = "--deny-skill", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> skillDeny = List.of();

    @Option(
        names = "--allow-mcp-server",
        split = ",",
        paramLabel = NAMES,
        description = "only these")
    private List<String> serverAllow = List.of();

    @Option(names = "--deny-mcp-server", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> serverDeny = List.of();

    @Option(names = "--allow-mcp-tool", split = ",", paramLabel = NAMES, description = "only these")
    private List<String> toolAllow = List.of();

    @Option(names = "--deny-mcp-tool", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> toolDeny = List.of();

    @Override
    boolean isGiven() {
      return Stream.of(skillAllow, skillDeny, serverAllow, serverDeny, toolAllow, toolDeny)
          .anyMatch(names -> !names.isEmpty());
    }

    @Override
    SessionView set(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.capabilityScope(
          new CapabilityScope(skillAllow, skillDeny, serverAllow, serverDeny, toolAllow, toolDeny));
    }

    @Override
    SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.capabilityScope(null);
    }
  }

  @Command(
      name = "credentials",
      description = {
        "Sets which credentials the session can use. An empty allow list allows all; deny wins.",
        "Replaces the previous setting. The session must be idle."
      },
      footer = {
        "  holdpoint sessions credentials deploys --allow-route fast,cheap",
        "  holdpoint sessions credentials deploys --clear"
      })
  static final class SessionsCredentials extends DefaultCommand {
    private static final String NAMES = "NAME[,NAME]";

    @Option(names = "--allow-route", split = ",", paramLabel = NAMES, description = "only these")
    private List<String> routeAllow = List.of();

    @Option(names = "--deny-route", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> routeDeny = List.of();

    @Option(
        names = "--allow-connector",
        split = ",",
        paramLabel = NAMES,
        description = "only these")
    private List<String> connectorAllow = List.of();

    @Option(names = "--deny-connector", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> connectorDeny = List.of();

    @Option(
        names = "--allow-connector-credential",
        split = ",",
        paramLabel = NAMES,
        description = "only these; if connectors are restricted and this is not set, none")
    private List<String> credentialAllow = List.of();

    @Option(
        names = "--deny-connector-credential",
        split = ",",
        paramLabel = NAMES,
        description = "not these")
    private List<String> credentialDeny = List.of();

    @Option(
        names = "--allow-mcp-server",
        split = ",",
        paramLabel = NAMES,
        description = "only these")
    private List<String> serverAllow = List.of();

    @Option(names = "--deny-mcp-server", split = ",", paramLabel = NAMES, description = "not these")
    private List<String> serverDeny = List.of();

    @Override
    boolean isGiven() {
      return Stream.of(
              routeAllow,
              routeDeny,
              connectorAllow,
              connectorDeny,
              credentialAllow,
              credentialDeny,
              serverAllow,
              serverDeny)
          .anyMatch(names -> !names.isEmpty());
    }

    @Override
    SessionView set(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.credentialScope(
          new CredentialScope(
              routeAllow,
              routeDeny,
              connectorAllow,
              connectorDeny,
              credentialAllow,
              credentialDeny,
              serverAllow,
              serverDeny));
    }

    @Override
    SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.credentialScope(null);
    }
  }

  @Command(
      name = "route",
      description = {
        "Sets the model route of the session's runs, and its generation settings.",
        "Replaces the previous setting. Applies to runs that are submitted from now on."
      },
      footer = {
        "  holdpoint sessions route deploys --provider fast --temperature 0",
        "  holdpoint sessions route deploys --clear"
      })
  static final class SessionsRoute extends DefaultCommand {
    @Option(names = "--provider", paramLabel = "ROUTE", description = "a route of the daemon")
    private @Nullable String provider;

    @Option(names = "--model", paramLabel = "NAME", description = "the model")
    private @Nullable String model;

    @Option(
        names = "--fallback-model",
        paramLabel = "NAME",
        description = "model to use while the first one is unavailable")
    private @Nullable String fallbackModel;

    @Option(
        names = "--tool-choice",
        paramLabel = "CHOICE",
        description = "auto, none, required, or the name of a tool")
    private @Nullable String toolChoice;

    @Option(
        names = "--parallel-tool-calls",
        negatable = true,
        description = "whether the model may call several tools at once")
    private @Nullable Boolean parallel;

    @Option(
        names = "--max-output-tokens",
        paramLabel = "N",
        description = "maximum length of an answer")
    private @Nullable Integer maxOutputTokens;

    @Option(names = "--temperature", paramLabel = "T", description = "from 0 to 2")
    private @Nullable BigDecimal temperature;

    @Option(
        names = "--response-schema",
        paramLabel = "JSON",
        description = "JSON Schema that the answer must match")
    private @Nullable String schema;

    @Override
    boolean isGiven() {
      return provider != null || hasGeneration();
    }

    private boolean hasGeneration() {
      return Stream.of(
              model, fallbackModel, toolChoice, parallel, maxOutputTokens, temperature, schema)
          .anyMatch(Objects::nonNull);
    }

    @Override
    SessionView set(SessionDefaultsClient defaults) throws CallFailed {
      Generation generation =
          new Generation(
              model,
              fallbackModel,
              choice(),
              parallel,
              maxOutputTokens,
              temperature,
              responseFormat());
      return defaults.routePolicy(new RoutePolicy(provider, hasGeneration() ? generation : null));
    }

    private @Nullable JsonNode choice() {
      if (toolChoice == null) {
        return null;
      }
      return switch (toolChoice) {
        case "auto", "none", "required" ->
            JsonNodeFactory.instance.objectNode().put("type", toolChoice);
        default ->
            JsonNodeFactory.instance.objectNode().put("type", "specific").put("name", toolChoice);
      };
    }

    private @Nullable JsonNode responseFormat() {
      if (schema == null) {
        return null;
      }
      try {
        return JsonNodeFactory.instance
            .objectNode()
            .put("type", "structured_json")
            .set("schema", ClientJson.parseTree(schema));
      } catch (JacksonException e) {
        throw usage("--response-schema is not JSON: " + e.getOriginalMessage());
      }
    }

    @Override
    SessionView clear(SessionDefaultsClient defaults) throws CallFailed {
      return defaults.routePolicy(null);
    }
  }
}
