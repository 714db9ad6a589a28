package dev.holdpoint.cli;

import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.client.AssetClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of this machine on its way to the daemon. */
public final class LocalFile {
  private LocalFile() {}

  /**
   * @param mediaType null to let the daemon guess it from the name
   */
  public static AttachmentUpload read(String file, @Nullable String mediaType) throws IOException {
    Path path = Path.of(file);
    Path name = path.getFileName();
    try {
      byte[] content = Files.readAllBytes(path);
      if (content.length == 0) {
        throw new IOException(file + " is empty");
      }
      return AssetClient.upload(name == null ? file : name.toString(), mediaType, content);
    } catch (NoSuchFileException _) {
      throw new IOException(file + " does not exist");
    }
  }
}
