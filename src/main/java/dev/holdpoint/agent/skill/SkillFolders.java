package dev.holdpoint.agent.skill;

import dev.holdpoint.core.memory.Skill;
import dev.holdpoint.engine.port.SkillSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The skills of the configured folders: each child folder with a {@code SKILL.md} is one. Folders
 * are looked at on every use and files read again only when they have changed; what cannot be used
 * is passed over, and said once.
 */
public final class SkillFolders implements SkillSource {
  private static final Logger log = LoggerFactory.getLogger(SkillFolders.class);
  static final int MOST_BYTES = 256 * 1024;
  private static final int MOST_SKILLS = 1_000;
  private static final String FILE = "SKILL.md";

  private final List<Path> folders;
  private final Map<Path, Reading> readings = new HashMap<>();
  private final Set<String> warned = new HashSet<>();

  public SkillFolders(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /** What was read of a file, and what it looked like then; the skill is null for a bad one. */
  private record Reading(Stamp stamp, @Nullable Skill skill) {}

  private record Stamp(long changedAtMs, long size, @Nullable Object file) {}

  @Override
  public synchronized List<Skill> skills() {
    Map<String, Skill> byName = new TreeMap<>();
    Set<Path> met = new HashSet<>();
    for (Path folder : folders) {
      for (Path child : children(folder)) {
        Path file = child.resolve(FILE);
        met.add(file);
        Skill skill = byName.size() < MOST_SKILLS ? read(folder, file) : null;
        if (skill == null) {
          continue;
        }
        Skill first = byName.putIfAbsent(skill.name(), skill);
        if (first != null) {
          warn(file, "the skill '" + skill.name() + "' already exists in " + first.source());
        }
      }
    }
    readings.keySet().retainAll(met);
    return List.copyOf(byName.values());
  }

  private List<Path> children(Path folder) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder, Files::isDirectory)) {
      stream.forEach(children::add);
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      warn(folder, "the folder cannot be read: " + e);
    }
    children.sort(null);
    return children;
  }

  private @Nullable Skill read(Path folder, Path file) {
    Stamp stamp = stamp(file);
    if (stamp == null) {
      return null; // an ordinary folder
    }
    Reading earlier = readings.get(file);
    if (earlier != null && earlier.stamp.equals(stamp)) {
      return earlier.skill;
    }
    Skill skill = null;
    try {
      skill = parse(folder, file).at(file.toString(), stamp.changedAtMs);
    } catch (BadSkill e) {
      warn(file, "not used: " + e.getMessage());
    } catch (IOException e) {
      warn(file, "not used: it cannot be read: " + e);
    }
    readings.put(file, new Reading(stamp, skill));
    return skill;
  }

  private static @Nullable Stamp stamp(Path file) {
    try {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(seen.lastModifiedTime().toMillis(), seen.size(), seen.fileKey());
    } catch (NoSuchFileException _) {
      return null;
    } catch (IOException _) {
      // Something is there; reading it will say what is wrong.
      return new Stamp(0, -1, null);
    }
  }

  private static SkillFile parse(Path folder, Path file) throws BadSkill, IOException {
    // A link may lead about inside the folder; whatever lies outside is not the operator's choice.
    Path real = file.toRealPath();
    if (!real.startsWith(folder.toRealPath())) {
      throw new BadSkill("it is a link that leads out of " + folder);
    }
    if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
      throw new BadSkill("it is not a regular file");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new BadSkill("it is larger than " + MOST_BYTES + " bytes");
    }
    Path named = file.getParent();
    return SkillFile.parse(decode(bytes), named == null ? "" : named.getFileName().toString());
  }

  private static String decode(byte[] bytes) throws BadSkill {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw new BadSkill("it is not UTF-8");
    }
  }

  @Override
  public @Nullable String text(Skill skill) {
    Path file = Path.of(skill.source());
    for (Path folder : folders) {
      if (file.startsWith(folder)) {
        try {
          SkillFile now = parse(folder, file);
          // Who may see it was decided by what it said when it was listed.
          return now.at(skill.source(), skill.changedAtMs()).equals(skill) ? now.body() : null;
        } catch (BadSkill | IOException e) {
          log.debug("{} was removed or changed after it was listed", file, e);
        }
      }
    }
    return null;
  }

  private void warn(Path file, String what) {
    if (warned.size() < MOST_SKILLS && warned.add(file + " " + what)) {
      log.warn("{}: {}", file, what);
    }
  }
}
