package dev.holdpoint.daemon.config;

import dev.holdpoint.api.json.Nearest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the file into {@code a.b} → text. It walks the nodes rather than plain maps because only
 * nodes know their lines, and it goes no deeper than the known keys do.
 */
final class YamlFile {
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;
  private final Map<String, Setting<?>> known;
  private final Map<String, Given> found = new HashMap<>();

  private YamlFile(Path file, Map<String, Setting<?>> known) {
    this.file = file;
    this.known = known;
  }

  static Map<String, Given> read(Path file, Map<String, Setting<?>> known) throws ConfigException {
    YamlFile yaml = new YamlFile(file, known);
    yaml.walkDocument();
    return yaml.found;
  }

  private void walkDocument() throws ConfigException {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file.toString())
            .setMaxAliasesForCollections(10)
            .setCodePointLimit(MOST_BYTES)
            .build();
    Node root;
    try {
      root = new Compose(settings).composeString(text()).orElse(null);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw new ConfigException(file + ":" + line + ": not valid YAML: " + oneLine(e.getProblem()));
    } catch (YamlEngineException e) {
      throw new ConfigException(file + ": not valid YAML: " + oneLine(e.toString()));
    }
    // A file of comments only is an empty one.
    if (root != null && !root.getTag().equals(Tag.NULL)) {
      if (!(root instanceof MappingNode mapping)) {
        throw new ConfigException(at(root) + ": expected lines of the form 'key: value'");
      }
      walk("", mapping);
    }
  }

  private String text() throws ConfigException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw new ConfigException("The configuration file " + file + " does not exist");
    } catch (CharacterCodingException _) {
      throw new ConfigException(file + ": not valid UTF-8");
    } catch (IOException e) {
      throw new ConfigException("The configuration file " + file + " cannot be read: " + e);
    }
  }

  private void walk(String prefix, MappingNode mapping) throws ConfigException {
    for (NodeTuple entry : mapping.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode name)) {
        throw new ConfigException(at(entry.getKeyNode()) + ": a key must be plain text");
      }
      String key = prefix + name.getValue();
      Setting<?> setting = Settings.find(key);
      if (setting != null) {
        add(setting, name, entry.getValueNode());
      } else if (isSection(key)) {
        walkSection(key, entry.getValueNode());
      } else {
        throw new ConfigException(
            at(name)
                + ": unknown key '"
                + key
                + "'; did you mean '"
                + Nearest.to(key, known.keySet())
                + "'?");
      }
    }
  }

  private void walkSection(String key, Node value) throws ConfigException {
    if (!(value instanceof MappingNode section)) {
      throw new ConfigException(
          at(value) + ": '" + key + "' is a section; give it indented 'key: value' lines");
    }
    walk(key + ".", section);
  }

  private boolean isSection(String key) {
    // A name may stand for any part of a key that has a place for one.
    return known.keySet().stream()
        .anyMatch(
            k ->
                k.startsWith(key + ".")
                    || (k.contains("<name>")
                        && key.startsWith(k.substring(0, k.indexOf('<')))
                        && key.indexOf('.') == key.lastIndexOf('.')));
  }

  private void add(Setting<?> setting, ScalarNode name, Node value) throws ConfigException {
    Origin.Line line = at(name);
    Given given = new Given(valueText(setting, value), line);
    Given earlier = found.putIfAbsent(setting.key(), given);
    if (earlier != null) {
      throw new ConfigException(
          line + ": '" + setting.key() + "' is already set at " + earlier.origin());
    }
  }

  private String valueText(Setting<?> setting, Node value) throws ConfigException {
    if (value instanceof ScalarNode scalar) {
      return scalar.getTag().equals(Tag.NULL) ? "" : scalar.getValue();
    }
    if (value instanceof SequenceNode sequence && setting.form().isList()) {
      List<String> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        if (!(item instanceof ScalarNode scalar)) {
          throw unexpected(setting, item);
        }
        items.add(scalar.getValue());
      }
      return setting.form().joined(items);
    }
    if (value instanceof MappingNode section && setting.form().isSection()) {
      List<String> items = new ArrayList<>();
      for (NodeTuple entry : section.getValue()) {
        if (!(entry.getKeyNode() instanceof ScalarNode name)
            || !(entry.getValueNode() instanceof ScalarNode text)) {
          throw unexpected(setting, entry.getValueNode());
        }
        items.add(name.getValue() + "=" + text.getValue());
      }
      return setting.form().joined(items);
    }
    throw unexpected(setting, value);
  }

  private ConfigException unexpected(Setting<?> setting, Node value) {
    String what = value instanceof MappingNode ? "a section" : "a list";
    return new ConfigException(
        at(value)
            + ": '"
            + setting.key()
            + "' is "
            + what
            + "; expected "
            + setting.form().expected());
  }

  private Origin.Line at(Node node) {
    return new Origin.Line(file, node.getStartMark().map(Mark::getLine).orElse(0) + 1);
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
