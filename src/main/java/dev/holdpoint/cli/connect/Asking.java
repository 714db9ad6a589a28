package dev.holdpoint.cli.connect;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a program shall ask a daemon.
 *
 * @param moments when it asks
 * @param matcher of tools; null where the program has none
 * @param only names of tools, or empty for all
 * @param skip names of tools that are left to the program
 * @param then what is answered when nobody decides in time; null for what is usual
 * @param tokenVariable names the variable of the token, which is never written down
 * @param caFile the issuer of the daemon's certificate; null for a public one
 * @param results whether it also says what became of the tools that it used
 */
record Asking(
    AgentProgram program,
    URI daemon,
    List<AgentProgram.Moment> moments,
    @Nullable String matcher,
    List<String> only,
    List<String> skip,
    Duration patience,
    @Nullable String then,
    String tokenVariable,
    @Nullable Path caFile,
    boolean results) {
  /** Of a program that only asks. */
  Asking(
      AgentProgram program,
      URI daemon,
      List<AgentProgram.Moment> moments,
      @Nullable String matcher,
      List<String> only,
      List<String> skip,
      Duration patience,
      @Nullable String then,
      String tokenVariable,
      @Nullable Path caFile) {
    this(
        program,
        daemon,
        moments,
        matcher,
        only,
        skip,
        patience,
        then,
        tokenVariable,
        caFile,
        false);
  }

  /** The daemon ends the wait, then whoever calls it, then the program. */
  private static final Duration TO_CALL = Duration.ofSeconds(20);

  private static final Duration TO_PROGRAM = Duration.ofSeconds(60);

  Asking {
    moments = List.copyOf(moments);
    only = List.copyOf(only);
    skip = List.copyOf(skip);
  }

  /** The same at another daemon, and with another token. */
  Asking at(URI otherDaemon, String otherVariable) {
    return new Asking(
        program,
        otherDaemon,
        moments,
        matcher,
        only,
        skip,
        patience,
        then,
        otherVariable,
        caFile,
        results);
  }

  String url(AgentProgram.Moment moment) {
    List<String> query = new ArrayList<>();
    query.add("wait_ms=" + patience.toMillis());
    if (then != null) {
      query.add("then=" + then);
    }
    if (!only.isEmpty()) {
      query.add("only=" + String.join(",", only));
    }
    if (!skip.isEmpty()) {
      query.add("skip=" + String.join(",", skip));
    }
    return place(moment.event().word()) + "?" + String.join("&", query);
  }

  /** Where the program says that something was settled in itself. */
  String overUrl() {
    return place("over");
  }

  /** Where it says what became of a tool use. */
  String resultUrl() {
    return place("post-tool-use");
  }

  private String place(String word) {
    return daemon + "/hooks/" + program.hook + "/" + word;
  }

  Duration callTimeout() {
    return patience.plus(TO_CALL);
  }

  Duration programTimeout() {
    return patience.plus(TO_PROGRAM);
  }
}
