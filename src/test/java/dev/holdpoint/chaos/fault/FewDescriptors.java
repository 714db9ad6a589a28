package dev.holdpoint.chaos.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The daemon at work may suddenly have no more files open than it has, and later as many again. */
public final class FewDescriptors implements Fault {
  private static final int MOST_MORE = 4;
  private static final int SHORT_MS = 500;

  @Override
  public String name() {
    return "out of descriptors";
  }

  @Override
  public @Nullable String missing() {
    try {
      return Daemons.run(List.of("prlimit", "--version")).exitCode() == 0
          ? null
          : "prlimit (util-linux) does not work here";
    } catch (IOException e) {
      return "there is no prlimit (util-linux): " + e.getMessage();
    }
  }

  @Override
  public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
    long pid = victim.pid();
    OptionalInt port = Daemons.port(pid);
    if (port.isEmpty()) {
      return Outcome.SKIPPED;
    }
    String before = limit(pid);
    set(pid, open(pid) + random.nextInt(MOST_MORE) + ":");
    List<Socket> callers = new ArrayList<>();
    boolean wasMet = false;
    try {
      for (int i = MOST_MORE + random.nextInt(MOST_MORE); i > 0; i--) {
        wasMet |= !isHeard(port.getAsInt(), callers);
      }
    } finally {
      if (Daemons.isAlive(pid)) {
        set(pid, before + ":");
      }
      for (Socket caller : callers) {
        caller.close();
      }
    }
    Daemons.recover(victim);
    return wasMet ? Outcome.SURVIVED : Outcome.SKIPPED;
  }

  /** A caller who stays, answered or not. */
  private static boolean isHeard(int port, List<Socket> callers) {
    try {
      Socket caller = new Socket();
      callers.add(caller);
      caller.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), SHORT_MS);
      caller.setSoTimeout(SHORT_MS);
      caller
          .getOutputStream()
          .write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
      return caller.getInputStream().read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static int open(long pid) {
    String[] files = new File("/proc/" + pid + "/fd").list();
    return files == null ? 0 : files.length;
  }

  /** The soft limit; the hard one stays, or there would be no way back. */
  private static String limit(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "limits")).stream()
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.substring("Max open files".length()).strip().split("\\s+", -1)[0])
        .findFirst()
        .orElseThrow();
  }

  private static void set(long pid, String limit) throws IOException {
    Daemons.Said said =
        Daemons.run(List.of("prlimit", "--pid", Long.toString(pid), "--nofile=" + limit));
    if (said.exitCode() != 0) {
      throw new IOException(said.text());
    }
  }
}
