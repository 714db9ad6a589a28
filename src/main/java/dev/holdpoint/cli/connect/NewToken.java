package dev.holdpoint.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.api.access.TokenBodies.CreateTokenRequest;
import dev.holdpoint.api.access.TokenBodies.CreatedToken;
import dev.holdpoint.api.endpoint.Role;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** An agent's token in a file of its own, which nobody but its owner can read. */
final class NewToken {
  private NewToken() {}

  /** The file comes first: a token that could not be kept would be good and nobody's. */
  static CreatedToken into(Path file, String name, HoldpointClient client)
      throws CallFailed, IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException _) {
      throw new IOException(file + " already exists and would be overwritten");
    } catch (NoSuchFileException _) {
      throw new IOException("the folder of " + file + " does not exist");
    }
    boolean kept = false;
    try {
      CreatedToken made =
          client.tokens().create(new CreateTokenRequest(name, Role.AGENT, null, null, null, null));
      Files.write(file, (made.token() + "\n").getBytes(UTF_8), StandardOpenOption.SYNC);
      kept = true;
      return made;
    } finally {
      if (!kept) {
        Files.deleteIfExists(file);
      }
    }
  }
}
