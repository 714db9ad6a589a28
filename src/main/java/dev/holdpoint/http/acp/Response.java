package dev.holdpoint.http.acp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.port.AcpServers;
import dev.holdpoint.http.server.Reply;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer that may take days, since people are asked before it comes. Now and then a blank is
 * sent in front of it, which JSON allows: it keeps the connection, and it shows when there is none
 * any more. Before the first of them a failure is a problem as everywhere; from then on the status
 * is out, and a failure is an error of JSON-RPC.
 *
 * @param id the client's own
 */
record Response(Json id, AcpServers.Awaited awaited) {
  private static final long BETWEEN_BLANKS_MS = 10_000;
  private static final int INTERNAL_ERROR = -32603;

  Reply reply() {
    return Reply.written(Reply.JSON, this::write);
  }

  private void write(OutputStream out) throws IOException {
    Json response = next();
    try {
      if (response == null) {
        response = kept(out);
      }
      out.write(response.text().getBytes(UTF_8));
      out.flush();
    } catch (IOException e) {
      awaited.leave();
      throw e;
    }
  }

  private Json kept(OutputStream out) throws IOException {
    while (true) {
      out.write(' ');
      out.flush();
      try {
        Json response = next();
        if (response != null) {
          return response;
        }
      } catch (Refused e) {
        return failure(e);
      }
    }
  }

  private @Nullable Json next() throws IOException {
    try {
      return awaited.await(BETWEEN_BLANKS_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the daemon is stopping");
    }
  }

  private Json failure(Refused refused) {
    ObjectNode response = JsonTree.object().put("jsonrpc", "2.0");
    response.set("id", JsonTree.of(id));
    response
        .putObject("error")
        .put("code", INTERNAL_ERROR)
        .put("message", refused.refusal().detail())
        .putObject("data")
        .put("code", refused.refusal().problem().code());
    return JsonTree.write(response);
  }
}
