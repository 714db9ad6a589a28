package dev.holdpoint.bench;

import dev.holdpoint.bench.Options.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Starts a daemon on each database, measures it, and tells what came of it. */
final class Bench {
  private Bench() {}

  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--help")) {
      System.out.print(Options.HELP);
      return;
    }
    Path root = Path.of(System.getProperty("holdpoint.root")).toAbsolutePath();
    Options options;
    try {
      options = Options.parse(arguments, root);
    } catch (IllegalArgumentException e) {
      System.err.println("bench: " + e.getMessage() + "; --help tells what there is");
      System.exit(2);
      return;
    }
    // Whatever ends this process ends what it started.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () ->
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
    limitTime(options.patienceMinutes());
    Files.createDirectories(options.folder());
    String machine =
        "%d × %s, Java %s, load %s at the start"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                Proc.processorName(),
                Runtime.version(),
                Proc.loadAverage());
    List<String> results = new ArrayList<>();
    StringBuilder tables = new StringBuilder(machine).append('\n');
    if (options.nodes().isEmpty()) {
      for (String database : options.databases()) {
        report(name(database), measure(root, options, database), results, tables);
      }
    } else {
      report("one ledger, several daemons", NodesBench.measure(root, options), results, tables);
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String json =
        "{\"time\":%s,\"machine\":%s,\"runs\":%d,\"clients\":%d,\"results\":[\n  %s]}\n"
            .formatted(
                Json.text(now.toString()),
                Json.text(machine),
                options.runs(),
                options.clients(),
                String.join(",\n  ", results));
    Path kept = root.resolve("target/bench").resolve(now.toString().replace(":", "") + ".json");
    Files.writeString(kept, json);
    System.out.print(options.json() ? json : tables);
    if (options.earlier() != null) {
      // JSON on stdout stays JSON.
      (options.json() ? System.err : System.out).print(options.earlier().beside(json));
    }
    Progress.say("kept in %s", kept);
    System.exit(0);
  }

  private static void report(
      String name, Figures figures, List<String> results, StringBuilder tables) {
    results.add("{\"database\":%s,\"figures\":%s}".formatted(Json.text(name), figures.json()));
    tables.append("\n== ").append(name).append(" ==\n").append(figures.table());
  }

  static String name(String database) {
    return database.replaceAll("//[^@/]*@", "//");
  }

  private static Figures measure(Path root, Options options, String database)
      throws IOException, SQLException, InterruptedException {
    Path folder = Files.createTempDirectory(options.folder(), "data-");
    Figures figures = new Figures();
    Progress.say("starting a daemon on %s", name(database));
    try (Place place = Place.of(database, folder);
        Daemon daemon = Daemon.start(root.resolve("bin/holdpoint"), folder, place.arguments())) {
      StartPart.measure(figures, daemon);
      addPolicies(daemon, options.policies());
      figures.part("Floors: the machine without us");
      Progress.say("measuring the disk, the database and bare HTTP");
      Floors floors = Floors.measure(figures, place, daemon, options);
      if (options.parts().contains(Part.FLAT)) {
        FlatPart.measure(figures, daemon, place, options);
        return figures;
      }
      Disk disk = new Disk(daemon, place);
      Parked parked =
          ParkPart.measure(
              figures, daemon, disk, floors, options, options.parts().contains(Part.HELD));
      double warm = 0;
      if (options.parts().contains(Part.RESOLVE)) {
        warm = ResolvePart.measure(figures, daemon, disk, parked, floors, options);
      }
      if (options.parts().contains(Part.LATENCY)) {
        Progress.say("resolving %d a second", LatencyPart.PER_SECOND);
        LatencyPart.measure(figures, daemon, parked, floors, options.latencySeconds());
      }
      if (options.parts().contains(Part.RULES)) {
        RulePart.measure(figures, daemon, floors, options);
      }
      if (options.parts().contains(Part.EXPIRY)) {
        Progress.say("waiting for %d deadlines", ExpiryPart.GATES);
        ExpiryPart.measure(figures, daemon);
      }
      if (options.parts().contains(Part.STREAMS)) {
        StreamsPart.measure(figures, daemon, options);
      }
      if (options.parts().contains(Part.COLD)) {
        ColdPart.measure(figures, daemon, warm, options);
      }
      return figures;
    } finally {
      delete(folder);
    }
  }

  private static void addPolicies(Daemon daemon, int count) throws IOException {
    if (count == 0) {
      return;
    }
    Progress.say("writing %,d policies", count);
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      for (int number = 1; number <= count; number++) {
        HttpConnection.Answer answer = connection.send(daemon.requests().policy(number));
        if (answer.status() != 201) {
          throw new IllegalStateException("no policy was made: " + answer.body());
        }
      }
    }
  }

  private static void limitTime(int minutes) {
    Thread.ofPlatform()
        .daemon()
        .name("time-limit")
        .start(
            () -> {
              try {
                Thread.sleep(minutes * 60_000L);
              } catch (InterruptedException e) {
                return;
              }
              Progress.say("gave up after %d minutes", minutes);
              System.exit(1);
            });
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
