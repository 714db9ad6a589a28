package dev.holdpoint.agent.tool;

import dev.holdpoint.agent.tool.input.CannotDo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Keeps the paths that a model names inside its session's workspace. */
public final class Confinement {
  private Confinement() {}

  /**
   * The real path behind a name, which need not exist yet. It holds no link, so whoever opens it
   * with NOFOLLOW_LINKS also notices a link that was put there since.
   */
  public static Path resolve(Path workspace, String name) throws CannotDo, IOException {
    Path root = workspace.toRealPath();
    Path path = inside(root, workspace, name);
    Path existing = path;
    // A dangling link exists too: following it would create the file outside.
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
      if (existing == null) {
        throw outside(name);
      }
    }
    Path real;
    try {
      real = existing.toRealPath();
    } catch (NoSuchFileException e) {
      throw new CannotDo("`" + name + "` goes through a broken link.");
    }
    if (!real.startsWith(root)) {
      throw outside(name);
    }
    return existing.equals(path) ? real : real.resolve(existing.relativize(path));
  }

  private static Path inside(Path root, Path workspace, String name) throws CannotDo {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw new CannotDo("`path` contains a character that is not allowed in file names.");
    }
    for (Path element : path) {
      if (element.toString().equals("..")) {
        throw new CannotDo(
            "`" + name + "` contains `..`; use a path relative to the workspace instead.");
      }
    }
    if (!path.isAbsolute()) {
      return root.resolve(path).normalize();
    }
    // An absolute path may be spelt the way the workspace was given or the way it really is.
    Path plain = path.normalize();
    Path given = workspace.toAbsolutePath().normalize();
    if (plain.startsWith(root)) {
      return plain;
    }
    if (plain.startsWith(given)) {
      return root.resolve(given.relativize(plain)).normalize();
    }
    throw outside(name);
  }

  private static CannotDo outside(String name) {
    return new CannotDo(
        "`"
            + name
            + "` leads out of the workspace; use a path relative to it, such as `notes.txt`.");
  }
}
