package dev.holdpoint.agent.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The folders that sessions work in: one each, made when it is first needed. */
public final class Workspaces {
  private final Path root;

  public Workspaces(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  public Path of(String sessionId) throws IOException {
    Path folder = root.resolve(SafeName.of(sessionId));
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(folder);
    }
    return folder;
  }
}
