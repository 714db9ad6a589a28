package dev.holdpoint.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs that wait for an approval, oldest first; whoever resolves some takes them out. */
final class Parked {
  private static final Pattern GATE =
      Pattern.compile("\"run_id\":\"(run_\\w+)\".*?\"request\":\\{\"id\":\"(apr_\\w+)\"");
  private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

  private final List<Gate> gates;
  private int taken;

  record Gate(String runId, String approvalId) {}

  private Parked(List<Gate> gates) {
    this.gates = gates;
  }

  /** Reads them from the daemon's list, page by page. */
  static Parked read(Daemon daemon) throws IOException {
    List<Gate> gates = new ArrayList<>();
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      String cursor = "";
      while (true) {
        String path = "/v1/approvals?page=true&limit=100" + cursor;
        String page = connection.send(daemon.requests().get(path)).body();
        Matcher gate = GATE.matcher(page);
        while (gate.find()) {
          gates.add(new Gate(gate.group(1), gate.group(2)));
        }
        Matcher next = CURSOR.matcher(page);
        if (!next.find()) {
          return new Parked(gates);
        }
        cursor = "&cursor=" + next.group(1);
      }
    }
  }

  /** The one of a session. */
  static Gate of(Daemon daemon, String session) {
    return first(daemon.ask(ofSession(session)).body());
  }

  /** Those of some sessions, one each; for when there are too many to read them all. */
  static Parked of(Daemon daemon, List<String> sessions) throws IOException {
    List<Gate> gates = new ArrayList<>();
    try (HttpConnection connection = new HttpConnection(daemon.port())) {
      for (String session : sessions) {
        byte[] request = daemon.requests().get(ofSession(session));
        gates.add(first(connection.send(request).body()));
      }
    }
    return new Parked(gates);
  }

  private static String ofSession(String session) {
    return "/v1/approvals?session_id=" + session;
  }

  private static Gate first(String page) {
    Matcher gate = GATE.matcher(page);
    if (!gate.find()) {
      throw new IllegalStateException("nothing is parked there: " + page);
    }
    return new Gate(gate.group(1), gate.group(2));
  }

  int left() {
    return gates.size() - taken;
  }

  /** The next oldest ones. */
  List<Gate> take(int count) {
    List<Gate> some = List.copyOf(gates.subList(taken, taken + count));
    taken += count;
    return some;
  }
}
