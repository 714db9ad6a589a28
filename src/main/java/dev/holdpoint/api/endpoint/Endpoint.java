package dev.holdpoint.api.endpoint;

import java.util.List;
import java.util.regex.Pattern;
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
 * @param mediaTypes what the answer may be sent as, where its form alone does not say so: the types
 *     of bytes, or the texts that are sent in place of JSON
 * @param traced whether it makes a run, which is a part of the trace that the caller names
 */
public record Endpoint(
    String id,
    Method method,
    String path,
    String summary,
    Access access,
    TenantScope tenantScope,
    Idempotency idempotency,
    Form form,
    @Nullable Class<?> request,
    boolean bodyOptional,
    int status,
    @Nullable Class<?> response,
    boolean listed,
    List<String> mediaTypes,
    List<Query> query,
    boolean traced) {
  /** The header that names the trace that a call is a part of. */
  public static final String TRACE = "traceparent";

  /** What a form is sent as. */
  public static final String FORM_TYPE = "application/x-www-form-urlencoded";

  private static final Pattern PATH_PARAMETER = Pattern.compile("\\{([a-z_]+)}");

  public Endpoint {
    mediaTypes = List.copyOf(mediaTypes);
    query = List.copyOf(query);
  }

  /** Whether its body is a form and not JSON. */
  public boolean takesForm() {
    return mediaTypes.contains(FORM_TYPE);
  }

  public Surface surface() {
    return Surface.of(path);
  }

  /** The names in braces, in order. */
  public List<String> pathParameters() {
    return PATH_PARAMETER.matcher(path).results().map(found -> found.group(1)).toList();
  }

  /** Whether the caller may ask for pages instead of a plain array. */
  public boolean paged() {
    return listed && takes("page");
  }

  /** Whether it has a query parameter of this name. */
  public boolean takes(String name) {
    return query.stream().anyMatch(parameter -> parameter.name().equals(name));
  }

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
    /**
     * People: admin, operator, viewer; and callers without a token or cookie, who must bring an
     * invitation that the handler checks.
     */
    INVITED,
    /** Looks at the proof of all that was done, whoever's it was: admin, operator, viewer. */
    INSPECT,
    /** Submits work or raises a gate: admin, operator, agent. */
    WORK,
    /** Resolves gates and steers runs: admin, operator. */
    DECIDE,
    /** Tokens and other keys: admin. */
    ADMIN,
    /**
     * What a host application does for its tenants: service keys and platform tokens, within their
     * scopes, and admin. Neither of the first two reaches anything else.
     */
    INTEGRATION
  }

  /** What a repeated call does. */
  public enum Idempotency {
    /** Reads change nothing. */
    READ,
    /** Takes an idempotency key, in the header or in the body. */
    KEYED,
    /** Repeating it is harmless by its nature, as cancelling what is cancelled. */
    NATURAL,
    /** Each call makes another one, because the first answer cannot be kept to be shown again. */
    ANEW
  }

  /** What the answer looks like on the wire. */
  public enum Form {
    JSON,
    STREAM,
    TEXT,
    BYTES,
    /** A JSON value a line. */
    LINES
  }

  /**
   * A query parameter.
   *
   * @param type {@code string}, {@code integer} or {@code boolean}
   * @param min the least value of an integer, the least length of a string
   * @param max the greatest value of an integer, the greatest length of a string
   * @param values the only strings that are taken; empty when any is
   * @param required whether the endpoint refuses to go without it
   */
  public record Query(
      String name,
      String type,
      String description,
      long min,
      long max,
      List<String> values,
      boolean required) {
    public Query {
      values = List.copyOf(values);
    }

    public static Query text(String name, int maxLength, String description) {
      return new Query(name, "string", description, 1, maxLength, List.of(), false);
    }

    public static Query integer(String name, long min, long max, String description) {
      return new Query(name, "integer", description, min, max, List.of(), false);
    }

    public static Query flag(String name, String description) {
      return new Query(name, "boolean", description, 0, 0, List.of(), false);
    }

    public static Query word(String name, List<String> values, String description) {
      int longest = values.stream().mapToInt(String::length).max().orElse(0);
      return new Query(name, "string", description, 1, longest, values, false);
    }

    public Query needed() {
      return new Query(name, type, description, min, max, values, true);
    }
  }
}
