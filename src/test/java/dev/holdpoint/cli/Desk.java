package dev.holdpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.SessionClient;
import dev.holdpoint.client.http.ClientJson;
import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.TestDaemon;
import dev.holdpoint.daemon.TypedHere;
import dev.holdpoint.daemon.TypedHere.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A daemon inside this JVM and somebody who types commands. */
public final class Desk implements AutoCloseable {
  private static final AtomicInteger SESSIONS = new AtomicInteger();

  private final Path folder;
  private volatile TestDaemon daemon;

  public Desk(Path folder) {
    this(folder, Map.of());
  }

  public Desk(Path folder, Map<String, String> settings) {
    this.folder = folder;
    this.daemon = TestDaemon.start(folder, settings);
  }

  /** The daemon stops and comes back, at another address. */
  void restart() {
    daemon.close();
    daemon = TestDaemon.start(folder, Map.of());
  }

  public Outcome type(String... args) {
    return typeAt(daemon.address(), args);
  }

  Outcome typeAt(String url, String... args) {
    return TypedHere.at(url, daemon.tokenFile().toString(), args);
  }

  /** A command that must succeed; gives its JSON. */
  public JsonNode json(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--json";
    Outcome outcome = type(all);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return ClientJson.parseTree(outcome.out());
  }

  String address() {
    return daemon.address();
  }

  public Http http() {
    return daemon.http();
  }

  HoldpointClient client() {
    try {
      return new HoldpointClient(
          DaemonAddress.of(daemon.address(), Files.readString(daemon.tokenFile()).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String session() throws Exception {
    return client().sessions().create("desk-" + SESSIONS.incrementAndGet()).sessionId();
  }

  /** Runs the script until it parks or ends; gives the run's id. */
  String park(String sessionId, String... lines) throws Exception {
    HoldpointClient client = client();
    client
        .sessions()
        .input(sessionId, SessionClient.input("#!script\n" + String.join("\n", lines)), 30_000);
    return client.runs().list(sessionId, null).getFirst().runId();
  }

  /** A script's line with so many commands in one turn, each of which must be approved. */
  static String commands(String... commands) {
    return """
    {"tools":[%s]}"""
        .formatted(
            String.join(
                ",",
                Arrays.stream(commands)
                    .map(
                        command ->
                            """
                            {"tool":"bash","input":{"command":"%s"}}"""
                                .formatted(command))
                    .toList()));
  }

  static final String ASK =
      """
      {"ask":{"questions":[{"id":"db","header":"Store","question":"Which database?","options":\
      [{"id":"pg","label":"PostgreSQL","description":"for many"},{"id":"lite","label":"SQLite"}]}]}}""";

  @Override
  public void close() {
    daemon.close();
  }
}
