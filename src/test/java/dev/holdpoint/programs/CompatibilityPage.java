package dev.holdpoint.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** docs/compatibility.md, made of what was proven. */
final class CompatibilityPage {
  private static final Path PINNED = Path.of("src", "test", "agents", "package.json");

  /** Cursor has no package; its documentation was read, and it was never run. */
  static final String CURSOR = "cursor";

  /** What a program has no way for, and why. */
  record Impossible(String npmPackage, Column column, String note) {}

  static final List<Impossible> IMPOSSIBLE =
      List.of(
          new Impossible(
              "@qwen-code/qwen-code",
              Column.EDIT,
              "it runs the original input when a hook answers with an edited one"),
          new Impossible(
              "@google/gemini-cli",
              Column.PROGRAM_KILLED,
              "killed as it asks, it may not have kept its session: then a no is taken, and a yes"
                  + " is refused"),
          new Impossible(
              "@agentclientprotocol/codex-acp",
              Column.EDIT,
              "ACP has no place for an edited input"),
          new Impossible(
              "@agentclientprotocol/claude-agent-acp",
              Column.EDIT,
              "ACP has no place for an edited input"));

  private CompatibilityPage() {}

  /** The packages with their versions, as {@code ./test --agents} installs them. */
  static Map<String, String> pinned() throws IOException {
    JsonNode file = JsonMapper.shared().readTree(Files.readString(PINNED));
    Map<String, String> versions = new TreeMap<>();
    file.path("optionalDependencies")
        .propertyStream()
        .forEach(entry -> versions.put(entry.getKey(), entry.getValue().asString()));
    return versions;
  }

  /** The programs of {@code holdpoint connect} that have a row, as they are typed there. */
  static Set<String> connected() throws IOException {
    Set<String> words = new TreeSet<>(Set.of(CURSOR));
    for (RealProgram program : RealProgram.values()) {
      if (pinned().containsKey(program.npmPackage())) {
        words.add(program.connectName());
      }
    }
    return words;
  }

  static String text() throws IOException {
    Map<String, JsonNode> proven = ProvenCells.read();
    List<String> lines = new ArrayList<>();
    lines.add(
        """
        # Compatibility

        What `./test --agents` has proven with the programs themselves, as npm has them, with only their model scripted.
        Each cell has the day of the last run that proved it. **not possible**: the program has no way for it (notes
        below). **read only**: built by its documentation, never run. A dash: not proven.
        """);
    lines.add(
        "| program | version | "
            + Stream.of(Column.values()).map(Column::title).collect(Collectors.joining(" | "))
            + " |");
    lines.add("|---|---" + "|---".repeat(Column.values().length) + "|");
    List<String> notes = new ArrayList<>();
    for (Map.Entry<String, String> one : pinned().entrySet()) {
      lines.add(row(one.getKey(), one.getValue(), proven.get(one.getKey()), notes));
    }
    lines.add("| " + CURSOR + " | – " + "| read only ".repeat(Column.values().length) + "|");
    lines.add("");
    for (int i = 0; i < notes.size(); i++) {
      lines.add((i + 1) + ". " + notes.get(i));
    }
    lines.add("");
    lines.add("How each is connected: [agents.md](agents.md), [mcp.md](mcp.md), [acp.md](acp.md).");
    return String.join("\n", lines) + "\n";
  }

  private static String row(
      String npmPackage, String version, @Nullable JsonNode proven, List<String> notes) {
    JsonNode current =
        proven != null && proven.path("version").asString().equals(version)
            ? proven
            : MissingNode.getInstance();
    List<String> cells = new ArrayList<>(List.of(npmPackage, version));
    for (Column column : Column.values()) {
      String day = current.path(ProvenCells.key(column)).asString("");
      String note = note(npmPackage, column);
      if (!day.isEmpty()) {
        cells.add("proven " + day);
      } else if (note != null) {
        if (!notes.contains(note)) {
          notes.add(note);
        }
        cells.add("not possible (" + (notes.indexOf(note) + 1) + ")");
      } else {
        cells.add("–");
      }
    }
    return "| " + String.join(" | ", cells) + " |";
  }

  private static @Nullable String note(String npmPackage, Column column) {
    return IMPOSSIBLE.stream()
        .filter(one -> one.npmPackage.equals(npmPackage) && one.column == column)
        .map(Impossible::note)
        .findFirst()
        .orElse(null);
  }

  /**
   * Cells that the page has neither a day for nor a note, although a test claims to prove them.
   *
   * @param claimed the columns of each package
   */
  static Set<String> lacking(Map<String, Set<Column>> claimed) throws IOException {
    Map<String, JsonNode> proven = ProvenCells.read();
    Map<String, String> pinned = pinned();
    Set<String> lacking = new TreeSet<>();
    claimed.forEach(
        (npmPackage, columns) -> {
          JsonNode row = proven.getOrDefault(npmPackage, MissingNode.getInstance());
          boolean current =
              pinned.containsKey(npmPackage)
                  && row.path("version").asString("").equals(pinned.get(npmPackage));
          for (Column column : columns) {
            if (!(current && row.has(ProvenCells.key(column)))
                && note(npmPackage, column) == null) {
              lacking.add(npmPackage + ": " + column.title());
            }
          }
        });
    return lacking;
  }

  /** Packages whose proofs are of another version than the one that is pinned, or of none. */
  static Set<String> unproven() throws IOException {
    Map<String, JsonNode> proven = ProvenCells.read();
    Set<String> missing = new TreeSet<>();
    pinned()
        .forEach(
            (npmPackage, version) -> {
              JsonNode row = proven.get(npmPackage);
              if (row == null || !row.path("version").asString().equals(version)) {
                missing.add(npmPackage + " " + version);
              }
            });
    return missing;
  }
}
