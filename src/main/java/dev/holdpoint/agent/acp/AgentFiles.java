package dev.holdpoint.agent.acp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.acp.wire.RpcError;
import dev.holdpoint.agent.tool.AtomicWrite;
import dev.holdpoint.agent.tool.Confinement;
import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/** The files of a session's folder that its agent reads and writes through us, and no others. */
public final class AgentFiles {
  static final int MAX_READ = 1 << 20;
  static final int MAX_WRITE = 10 << 20;
  private static final long MAX_PASSED_OVER = 256L << 20;
  private static final int NOT_FOUND = -32002;

  private AgentFiles() {}

  public static Json read(Path folder, JsonNode params) {
    String name = text(params, "path");
    long line = Math.max(count(params, "line", 1), 1);
    long limit = count(params, "limit", Long.MAX_VALUE);
    try {
      Path file = Confinement.resolve(folder, name);
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new RpcError(NOT_FOUND, "There is no file `" + name + "`.", null);
      }
      regular(file, name);
      try (InputStream in =
          new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS))) {
        return JsonTree.write(
            JsonTree.object().put("content", decoded(lines(in, line, limit, name), name)));
      }
    } catch (CannotDo e) {
      throw refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw failed("read", name);
    }
  }

  public static Json write(Path folder, JsonNode params) {
    String name = text(params, "path");
    String content = text(params, "content");
    if (content.length() > MAX_WRITE) {
      throw refused("`content` is longer than 10 MiB.");
    }
    try {
      byte[] bytes = Utf8.bytes(content, "content");
      if (bytes.length > MAX_WRITE) {
        throw refused("`content` is longer than 10 MiB.");
      }
      Path file = Confinement.resolve(folder, name);
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        regular(file, name);
      }
      Path above = file.getParent();
      if (above != null) {
        Files.createDirectories(above);
      }
      AtomicWrite.to(file, bytes);
      return Json.EMPTY_OBJECT;
    } catch (CannotDo e) {
      throw refused(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw failed("written", name);
    }
  }

  /** Opening a pipe or a device could block for ever. */
  private static void regular(Path file, String name) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw refused("`" + name + "` is not a regular file.");
    }
  }

  private static byte[] lines(InputStream in, long line, long limit, String name)
      throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    long ends = 0;
    long passedOver = 0;
    long last = limit > Long.MAX_VALUE - line ? Long.MAX_VALUE : line - 1 + limit;
    for (int b = in.read(); b >= 0 && ends < last; b = in.read()) {
      if (ends >= line - 1) {
        if (read.size() == MAX_READ) {
          throw refused(
              "`" + name + "` has more than 1 MiB; read it in parts with `line` and `limit`.");
        }
        read.write(b);
      } else if (++passedOver > MAX_PASSED_OVER) {
        throw refused("Line " + line + " of `" + name + "` is beyond the end of the file.");
      }
      if (b == '\n') {
        ends++;
      }
    }
    return read.toByteArray();
  }

  /** An agent that edits what is no text would write back something else. */
  private static String decoded(byte[] bytes, String name) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw refused("`" + name + "` is not UTF-8 text.");
    }
  }

  private static String text(JsonNode params, String member) {
    JsonNode value = params.path(member);
    if (!value.isString() || (member.equals("path") && value.stringValue().isBlank())) {
      throw refused("`" + member + "` must be text.");
    }
    return value.stringValue();
  }

  private static long count(JsonNode params, String member, long otherwise) {
    JsonNode value = params.path(member);
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw refused("`" + member + "` must be a number and not negative.");
    }
    return value.longValue();
  }

  private static RpcError refused(String message) {
    return new RpcError(RpcError.INVALID_PARAMS, message, null);
  }

  private static RpcError failed(String verb, String name) {
    return new RpcError(RpcError.INTERNAL, "`" + name + "` could not be " + verb + ".", null);
  }
}
