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
