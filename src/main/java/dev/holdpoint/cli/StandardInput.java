package dev.holdpoint.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a command is given to read. */
public final class StandardInput {
  private StandardInput() {}

  /** Whether somebody sits there. The launcher knows; Java can only ask about all at once. */
  public static boolean isTyped() {
    return Boolean.getBoolean("holdpoint.stdin.terminal");
  }

  /** A file's text; {@code -} is all of standard input. */
  public static String read(String file) throws IOException {
    try {
      return file.equals("-")
          ? new String(System.in.readAllBytes(), UTF_8)
          : Files.readString(Path.of(file));
    } catch (NoSuchFileException _) {
      throw new IOException(file + " does not exist");
    } catch (CharacterCodingException _) {
      throw new IOException(file + " is not UTF-8 text");
    }
  }

  /**
   * A text that was typed as an argument, stands in a file, or is piped in.
   *
   * @param twice what to say to whoever gives two of them
   * @param missing what to say to whoever gives none and sits at a terminal
   */
  public static String text(
      CommandSpec command,
      @Nullable String typed,
      @Nullable String file,
      String twice,
      String missing) {
    if (typed != null && file != null) {
      throw new ParameterException(command.commandLine(), twice);
    }
    if (typed != null) {
      return typed;
    }
    if (file == null && isTyped()) {
      throw new ParameterException(command.commandLine(), missing);
    }
    try {
      return read(file == null ? "-" : file);
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "the text cannot be read: " + e.getMessage());
    }
  }

  /** Line by line, as it is typed. */
  public static BufferedReader lines() {
    String encoding = System.getProperty("stdin.encoding", Charset.defaultCharset().name());
    return new BufferedReader(new InputStreamReader(System.in, Charset.forName(encoding)));
  }
}
