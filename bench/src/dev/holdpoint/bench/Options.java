package dev.holdpoint.bench;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the command line asks for.
 *
 * @param earlier the run to compare with, or null
 */
record Options(
    List<String> databases,
    List<Integer> nodes,
    Set<Part> parts,
    int runs,
    int clients,
    int latencySeconds,
    int streams,
    int policies,
    Path folder,
    boolean json,
    Earlier earlier) {

  static final String HELP =
      """
      Measures the daemon from outside, over HTTP, and the machine beside it.

        bench/run [--quick | --full] [--only PART,...] [--database WHERE,...] [--compare FILE] [--json]

        --quick           20 000 parked runs, 2 000 streams (the default; a few minutes)
        --full            100 000 parked runs, 10 000 streams
        --runs N          another number of parked runs
        --streams N       another number of streams
        --policies N      first so many policies that no measured gate matches (0)
        --clients N       clients that resolve at the same time (64)
        --only PART,...   some of the parts below; all but flat without it
        --database WHERE  sqlite (the default), postgres (a server started for the purpose), or the
                          URL of an empty database, as postgres://user:secret@host:5432/name;
                          several with commas
        --nodes N,...     instead of all that: SQLite with one daemon, and one PostgreSQL with so many
                          daemons each, beside a bare loop of one statement; as --nodes 1,2,3.
                          With the URL of a database: that alone, with the first of these numbers
        --folder DIR      where the data lies while it is measured: the disk that counts (target/bench)
        --compare FILE    prints beside each figure what it was in an earlier run, whose JSON this is
        --json            prints the JSON, which is kept in target/bench either way

      Parts. The floors, the start and parking are always measured; flat goes alone.

        park      sessions made, runs submitted and parked; what they take on the disk
        held      memory and processor time of parked runs, kill -9, the first resume after it
        resolve   resolved and resumed by all clients at once, in order and in random order
        latency   decision to answer, to SSE frame and to the run's end, at 20 a second
        rules     calls that a permission rule decides, with no person
        expiry    deadlines to their SSE frames
        streams   idle event streams, and one event to all of them
        cold      the first 10 seconds after a kill -9 beside a warm daemon; does resolve too
        flat      a resolve with 1 000, 10 000, 100 000, 1 000 000 others parked, up to --runs.
                  A million takes long, since each is parked over HTTP, and some 7 GB

      Examples

        bench/run
        bench/run --full --database sqlite,postgres
        bench/run --only resolve,rules --runs 40000
        bench/run --only flat --runs 1000000
        bench/run --nodes 1,2,3
        bench/run --compare target/bench/2026-11-17T174031Z.json

      HOLDPOINT_JAVA_OPTS reaches the daemon, as always; bounds are meant without it.
      """;

  enum Part {
    PARK,
    HELD,
    RESOLVE,
    LATENCY,
    RULES,
    EXPIRY,
    STREAMS,
    COLD,
    FLAT
  }

  static Options parse(String[] arguments, Path root) {
    List<String> databases = List.of("sqlite");
    List<Integer> nodes = List.of();
    Set<Part> parts = EnumSet.complementOf(EnumSet.of(Part.FLAT));
    int runs = 20_000;
    int streams = 2_000;
    int clients = 64;
    int policies = 0;
    Path folder = root.resolve("target/bench");
    boolean json = false;
    Earlier earlier = null;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--quick" -> {
          runs = 20_000;
          streams = 2_000;
        }
        case "--full" -> {
          runs = 100_000;
          streams = 10_000;
        }
        case "--runs" -> runs = positive(arguments, ++i);
        case "--streams" -> streams = positive(arguments, ++i);
        case "--clients" -> clients = positive(arguments, ++i);
        case "--policies" -> policies = positive(arguments, ++i);
        case "--only" -> parts = parts(value(arguments, ++i));
        case "--database" -> databases = List.of(value(arguments, ++i).split(","));
        case "--nodes" -> nodes = numbers(arguments, ++i);
        case "--folder" -> folder = Path.of(value(arguments, ++i)).toAbsolutePath();
        case "--compare" -> earlier = Earlier.read(Path.of(value(arguments, ++i)));
        case "--json" -> json = true;
        default -> throw new IllegalArgumentException("unknown argument " + arguments[i]);
      }
    }
    if (runs < 1_000) {
      throw new IllegalArgumentException("fewer than 1000 runs show nothing");
    }
    return new Options(
        databases, nodes, parts, runs, clients, 10, streams, policies, folder, json, earlier);
  }

  private static Set<Part> parts(String names) {
    Set<Part> parts = EnumSet.noneOf(Part.class);
    for (String name : names.split(",")) {
      parts.add(part(name));
    }
    if (parts.contains(Part.FLAT)) {
      if (parts.size() > 1) {
        throw new IllegalArgumentException("flat goes alone: it begins with an empty ledger");
      }
      return parts;
    }
    parts.add(Part.PARK);
    if (parts.contains(Part.COLD)) {
      // What cold is compared with.
      parts.add(Part.RESOLVE);
    }
    return parts;
  }

  private static Part part(String name) {
    return Stream.of(Part.values())
        .filter(part -> part.name().toLowerCase(Locale.ROOT).equals(name))
        .findAny()
        .orElseThrow(() -> new IllegalArgumentException("there is no part " + name));
  }

  /** After which a measurement has failed; ten thousand runs more may take a minute more. */
  int patienceMinutes() {
    return 45 + runs / 10_000;
  }

  private static int positive(String[] arguments, int at) {
    return numbers(arguments, at).getFirst();
  }

  private static List<Integer> numbers(String[] arguments, int at) {
    List<Integer> numbers =
        Stream.of(value(arguments, at).split(",")).map(Integer::parseInt).toList();
    if (numbers.stream().anyMatch(number -> number < 1)) {
      throw new IllegalArgumentException(arguments[at - 1] + " takes a number above 0");
    }
    return numbers;
  }

  private static String value(String[] arguments, int at) {
    if (at >= arguments.length) {
      throw new IllegalArgumentException(arguments[at - 1] + " takes a value");
    }
    return arguments[at];
  }
}
