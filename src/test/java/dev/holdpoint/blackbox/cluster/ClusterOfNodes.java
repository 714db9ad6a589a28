package dev.holdpoint.blackbox.cluster;

import static org.awaitility.Awaitility.await;

import dev.holdpoint.store.MortalPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.pollinterval.IterativePollInterval;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Some daemons with data folders of their own, and the one PostgreSQL that they share. */
final class ClusterOfNodes implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  static final String DATABASE = "ledger";

  /** What must happen happens in this time, or never. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What takes long is looked at less and less often: looking takes the processor from it. */
  private static final Duration FIRST_LOOK = Duration.ofMillis(5);

  private static final Duration LONGEST_BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Path folder;
  private final List<MortalPostgres> servers = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final Guard guard;

  ClusterOfNodes(Path folder, int size, Duration lease) throws IOException {
    this.folder = folder;
    MortalPostgres postgres = MortalPostgres.start();
    servers.add(postgres);
    postgres.execute("postgres", "CREATE DATABASE " + DATABASE);
    Map<String, String> settings = new HashMap<>();
    settings.put("HOLDPOINT_ADMIN_TOKEN", "one-token-for-all-nodes");
    settings.put("HOLDPOINT_VAULT_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    settings.put("HOLDPOINT_AUDIT_KEY_FILE", auditKey().toString());
    settings.put("HOLDPOINT_CLUSTER_LEASE_MS", Long.toString(lease.toMillis()));
    // Nobody answers what a killed node leaves; EffectKillIT has that.
    settings.put("HOLDPOINT_EFFECTS_ON_CRASH", "interrupt");
    // The first makes the tables; the others come together.
    members.add(new Member("node-1", folder, postgres.port(), settings));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Member>> others = new ArrayList<>();
      for (int i = 2; i <= size; i++) {
        String name = "node-" + i;
        others.add(threads.submit(() -> new Member(name, folder, postgres.port(), settings)));
      }
      for (Future<Member> other : others) {
        members.add(other.get());
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    }
    guard = new Guard(this);
  }

  private Path auditKey() throws IOException {
    Path file = folder.resolve("audit-key");
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      byte[] key =
          KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      Files.writeString(
          file, "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  /** The server that is written to. */
  MortalPostgres postgres() {
    return servers.getLast();
  }

  /** The server is gone for good; the standby takes its place, and all nodes are led to it. */
  void failOver(MortalPostgres standby) throws IOException {
    postgres().kill();
    standby.promote();
    servers.add(standby);
    members.forEach(member -> member.wire.lead(standby.port()));
  }

  /** Of what happens from now on. */
  History history() throws IOException {
    String last = column("SELECT last_event_id FROM head").getFirst();
    return new History(Long.parseLong(last), effectLines().size());
  }

  /** The first column of what the ledger says to this. */
  List<String> column(String sql) {
    return postgres().column(DATABASE, sql);
  }

  List<Member> members() {
    return members;
  }

  /** Counted from 1. */
  Member member(int number) {
    return members.get(number - 1);
  }

  Member any(Random random) {
    return members.get(random.nextInt(members.size()));
  }

  /** Where commands leave what they did, for all nodes. */
  Path effects() {
    return folder.resolve("effects");
  }

  List<String> effectLines() throws IOException {
    return Files.exists(effects()) ? Files.readAllLines(effects()) : List.of();
  }

  /** What no node may do whatever happens to it. */
  Guard guard() {
    return guard;
  }

  static void until(String what, Callable<Boolean> condition) {
    await(what)
        .atMost(PATIENCE)
        .pollInterval(
            IterativePollInterval.iterative(
                pause -> Collections.min(List.of(pause.multipliedBy(2), LONGEST_BETWEEN_LOOKS)),
                FIRST_LOOK))
        .ignoreExceptions()
        .until(condition);
  }

  /** The node as the ledger has it at this moment: its latest row. */
  JsonNode row(Member member) {
    String row =
        column(
                """
                SELECT json_build_object('epoch', epoch, 'state', state, 'settled', settled)
                FROM public.nodes WHERE name = '%s' ORDER BY epoch DESC LIMIT 1\
                """
                    .formatted(member.name))
            .getFirst();
    return JSON.readTree(row);
  }

  boolean isLive(Member member) {
    return row(member).path("state").asInt() == 0;
  }

  long epoch(Member member) {
    return row(member).path("epoch").asLong();
  }

  /** The name of the node that is at work on the session's run; empty for none. */
  String owner(String session) {
    return String.join(
        "",
        column(
            """
            SELECT nodes.name FROM runs JOIN nodes ON nodes.epoch = runs.owner
              JOIN sessions ON sessions.key = runs.session_key
            WHERE runs.owner > 0 AND sessions.id = '%s'\
            """
                .formatted(session)));
  }

  @Override
  public void close() throws IOException {
    for (Member member : members) {
      member.close();
    }
    servers.forEach(MortalPostgres::close);
  }
}
