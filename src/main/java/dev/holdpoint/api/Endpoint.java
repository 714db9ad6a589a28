package dev.holdpoint.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the route table. The server routes by it, checks access by it and validates by it;
 * the API document is written from it.
 *
 * @param id the operation's name, unique: {@code resolveRunApprovals}
 * @param path with parameters in braces: {@code /v1/runs/{run_id}/approvals}
 * @param request the record of the body, or null where there is none
 * @param bodyOptional whether an empty body is read as an empty object
 * @param response the record of the answer, or null where there is none
 * @param listed whether the answer is an array of {@code response} (or a page of it)
 */
public record Endpoint(
    String id,
    Method method,
    String path,
    String summary,
    Access access,
    Idempotency idempotency,
    Form form,
    @Nullable Class<?> request,
    boolean bodyOptional,
    int status,
    @Nullable Class<?> response,
    boolean listed,
    List<Query> query) {

  public enum Method {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
  }

  /** Who may call. Each role may do what is listed for it: see {@link Role#may}. */
  public enum Access {
    /** Nobody needs a token. */
    OPEN,
    /** Any valid token. */
    READ,
    /** Submits work or raises a gate: admin, operator, agent. */
    WORK,
    /** Resolves gates and steers runs: admin, operator. */
    DECIDE,
    /** Tokens and other keys: admin. */
    ADMIN
  }

  /** What a repeated call does. */
  public enum Idempotency {
    /** Reads change nothing. */
    READ,
    /** Takes an idempotency key, in the header or in the body. */
    KEYED,
    /** Repeating it is harmless by its nature, as cancelling what is cancelled. */
    NATURAL
  }

  /** What the answer looks like on the wire. */
  public enum Form {
    JSON,
    STREAM,
    TEXT
  }

  /** A query parameter. {@code type} is {@code string}, {@code integer} or {@code boolean}. */
  public record Query(String name, String type, String description) {}
}
