package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A program that prints the key. It is started as it is written, word by word, and no shell reads
 * it; what it prints goes nowhere else.
 */
final class KeyCommand {
  private static final int LONGEST = 4_096;
  private static final long PATIENCE_S = 30;

  private KeyCommand() {}

  static String run(String command) throws KeyRefused {
    List<String> words = List.of(command.strip().split("\\s+"));
    Process process;
    try {
      process =
          new ProcessBuilder(words)
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectError(Redirect.DISCARD)
              .start();
    } catch (IOException _) {
      throw refused("cannot be started; use the full path of the program");
    }
    try {
      CompletableFuture<byte[]> printed =
          CompletableFuture.supplyAsync(() -> read(process), Thread::startVirtualThread);
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw refused("did not exit within %d s".formatted(PATIENCE_S));
      }
      if (process.exitValue() != 0) {
        throw refused("exited with code " + process.exitValue());
      }
      byte[] bytes = printed.orTimeout(PATIENCE_S, TimeUnit.SECONDS).join();
      if (bytes.length > LONGEST) {
        throw refused("printed more than one key");
      }
      return new String(bytes, US_ASCII);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw refused("was interrupted");
    } catch (CompletionException _) {
      throw refused("could not be read");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static byte[] read(Process process) {
    // Closed behind what a key can have: one that prints more is not waited for.
    try (InputStream printed = process.getInputStream()) {
      return printed.readNBytes(LONGEST + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KeyRefused refused(String what) {
    return new KeyRefused("vault.key_command " + what + "; it must print the vault key and exit");
  }
}
