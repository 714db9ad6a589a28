package dev.holdpoint.agent.process;

import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The commands under way, in a folder that outlives the daemon. Each is a file: its first line
 * names the run and the call and is there before anything starts; its second line, the command's
 * own line of {@code /proc}, is written by the very process that then becomes the command. So there
 * is no moment in which a command runs that a later daemon could not find.
 */
public final class Processes {
  private static final Pattern OURS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final String MARK = "HOLD_CALL";
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Path registry;

  public Processes(Path registryFolder) throws IOException {
    this.registry = Files.createDirectories(registryFolder).toRealPath();
  }

  /** A command that is about to run, until it is closed. */
  public record Registration(Path file, String id) implements AutoCloseable {
    public String variable() {
      return MARK;
    }

    public CommandProcesses processes(long pid) {
      return new CommandProcesses(pid, MARK + "=" + id);
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }

  public Registration register(String runId, String callId) throws IOException {
    String id = UUID.randomUUID().toString();
    Path file = registry.resolve(id);
    String line =
        JsonTree.write(
                JsonTree.object()
                    .put("run_id", runId)
                    .put("call_id", callId)
                    .put("boot_id", ProcessTable.bootId()))
            .text();
    Files.writeString(file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    return new Registration(file, id);
  }

  /**
   * Ends what an earlier daemon left running and forgets it. To be called once, before any command
   * starts.
   */
  public List<Leftover> endLeftovers() throws IOException {
    List<Leftover> leftovers = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(registry)) {
      for (Path file : files) {
        if (!isOurs(file)) {
          continue;
        }
        Leftover leftover = end(file);
        if (leftover != null) {
          leftovers.add(leftover);
        }
        Files.deleteIfExists(file);
      }
    }
    return leftovers;
  }

  // What somebody else keeps here is neither read nor removed, and stops nobody.
  private static boolean isOurs(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && OURS.matcher(String.valueOf(file.getFileName())).matches();
  }

  // A file without a whole first line was being made: its command had not started.
  private static @Nullable Leftover end(Path file) throws IOException {
    // Leniently: a damaged entry is one that tells nothing, not a reason to stay down.
    List<String> lines =
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    JsonNode entry;
    try {
      entry = JsonTree.read(lines.isEmpty() ? "" : lines.getFirst());
    } catch (NotJson e) {
      return null;
    }
    boolean running = false;
    if (entry.path("boot_id").asString("").equals(ProcessTable.bootId())) {
      Registration registration = new Registration(file, String.valueOf(file.getFileName()));
      CommandProcesses processes =
          registration.processes(lines.size() < 2 ? 0 : leader(lines.get(1), registration));
      running = !processes.alive().isEmpty();
      if (running) {
        processes.end(GRACE);
      }
    }
    return new Leftover(
        entry.path("run_id").asString(""), entry.path("call_id").asString(""), running);
  }

  /**
   * The pid, if it is still that of the command and not of a process that got the number later: the
   * same process by its start time, or one of its group with the mark. Otherwise 0, and only what
   * carries the mark is ended.
   */
  private static long leader(String stat, Registration registration) {
    ProcessTable.Entry written = ProcessTable.parse(stat);
    if (written == null) {
      return 0;
    }
    CommandProcesses group = registration.processes(0);
    Optional<ProcessTable.Entry> proof =
        ProcessTable.alive().stream()
            .filter(entry -> entry.belongsTo(written.pid()))
            .filter(
                entry ->
                    (entry.pid() == written.pid() && entry.startTicks() == written.startTicks())
                        || entry.hasInEnvironment(group.mark()))
            .findAny();
    return proof.isPresent() ? written.pid() : 0;
  }
}
