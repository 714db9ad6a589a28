package dev.holdpoint.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.agent.tool.input.CannotDo;
import dev.holdpoint.agent.tool.input.InputFields;
import dev.holdpoint.agent.tool.input.InputSchema;
import dev.holdpoint.agent.tool.input.UsedSecrets;
import dev.holdpoint.agent.tool.input.Utf8;
import dev.holdpoint.core.net.Headers;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.secret.Placeholders;
import dev.holdpoint.core.secret.ScrubbingStream;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.PreconditionList;
import dev.holdpoint.engine.port.Web;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls a server. Secrets are put into the call when it is made, and taken out of the answer. */
final class HttpRequestTool extends WorkspaceTool {
  static final int KEPT_BYTES = 64 * 1024;

  /** More is read than is kept: secrets are taken out first, and what is left may be much less. */
  private static final int READ_BYTES = 1024 * 1024;

  private static final int MOST_BODY = 1024 * 1024;
  private static final int MOST_URL = 8_192;
  private static final int MOST_HEADERS = 64;
  private static final int MOST_VALUE = 8_192;

  /** Not CONNECT and not TRACE, which mean something to what lies between. */
  private static final Pattern METHOD = Pattern.compile("GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS");

  private static final Set<Precondition.Type> DEPENDS_ON =
      EnumSet.complementOf(EnumSet.of(Precondition.Type.FINGERPRINT));

  private final Web web;

  HttpRequestTool(Web web) {
    super(
        "http_request",
        "Call a server over HTTP. Returns `status`, `headers` and `body`, at "
            + "most 64 KiB of it. Redirects are not followed. {{secret:ALIAS}} in the "
            + "path or query, in header values and in the body stands for a secret of "
            + "this conversation.",
        InputSchema.of(
            """
            {"type":"object","additionalProperties":false,"required":["method","url"],"properties":{
              "method":{"enum":["GET","HEAD","POST","PUT","PATCH","DELETE","OPTIONS"]},
              "url":{"type":"string","minLength":1,"maxLength":8192},
              "headers":{"type":"object","maxProperties":64,
                "additionalProperties":{"type":"string","maxLength":8192}},
              "body":{"type":"string","maxLength":1048576},
              "preconditions":{"type":"array","maxItems":20,
                "description":"what must not change between the approval and the call; the value of a file or a commit that is left out is measured when the approval is requested",
                "items":{"type":"object","additionalProperties":false,"required":["type"],"properties":{
                  "type":{"enum":["file_sha256","file_absent","git_head","http_etag"]},
                  "path":{"type":"string","minLength":1,"maxLength":4096,
                    "description":"relative to the workspace"},
                  "url":{"type":"string","minLength":1,"maxLength":8192},
                  "sha256":{"type":"string"},
                  "commit":{"type":"string"},
                  "etag":{"type":"string",
                    "description":"required for http_etag: as the server gave it"}}}}}}"""),
        Behavior.ASK);
    this.web = web;
  }

  @Override
  public List<Precondition> preconditions(Json input, Path workspace)
      throws PreconditionList.Unmet {
    return Dependence.listed(input, DEPENDS_ON);
  }

  @Override
  public Sighting sight(Precondition of) throws InterruptedException {
    return of.type() == Precondition.Type.HTTP_ETAG
        ? EntityTags.of(web, of.subject())
        : Sighting.UNSEEN;
  }

  @Override
  public Sighting foreseen(Precondition of) {
    return of.type() == Precondition.Type.HTTP_ETAG && web.isBarred(of.subject())
        ? Sighting.PRIVATE_ADDRESS
        : Sighting.UNSEEN;
  }

  @Override
  ObjectNode act(InputFields input, ToolContext context) throws CannotDo, InterruptedException {
    String method = input.nonBlank("method", 16);
    if (!METHOD.matcher(method).matches()) {
      throw new CannotDo("`method` must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.");
    }
    URI url = url(input.nonBlank("url", MOST_URL), context.secrets());
    Map<String, String> headers = headers(input, context.secrets());
    byte[] body = body(input.optionalText("body", MOST_BODY), headers, context.secrets());
    return switch (web.call(new Web.Call(method, url, headers, body), READ_BYTES)) {
      case Web.Answer.Told told -> result(told, context.secrets());
      case Web.Answer.Blocked _ ->
          throw new CannotDo(
              "The server has a private address, which agents may not call. Nothing "
                  + "was sent. The operator can allow it (outbound.allow_private_addresses).");
      case Web.Answer.TimedOut _ ->
          throw new CannotDo(
              "The server did not answer in time; the request may have taken effect. "
                  + "Check before you repeat it.");
      case Web.Answer.Unreachable _ ->
          throw new CannotDo("The server cannot be reached, or its answer cannot be read.");
    };
  }

  private URI url(String text, SecretValues secrets) throws CannotDo {
    int authority = text.indexOf("://");
    int path = authority < 0 ? -1 : endOfAuthority(text, authority + 3);
    if (path < 0 || !Placeholders.aliases(text.substring(0, path)).isEmpty()) {
      throw new CannotDo(
          path < 0
              ? "`url` must begin with http:// or https:// and have a host."
              : "A secret is allowed in the path or query of `url`, not in its host. "
                  + "Nothing was sent.");
    }
    URI url = web.address(UsedSecrets.fill(text, secrets, (value, _) -> percent(value)));
    if (url == null) {
      throw new CannotDo(
          "`url` is not valid: it needs http or https, a host, no user name, and "
              + "percent-encoding for special characters.");
    }
    return url;
  }

  private static int endOfAuthority(String text, int from) {
    int at = from;
    while (at < text.length() && "/?#".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static String percent(String value) {
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._~".indexOf(c) >= 0;
      out.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return out.toString();
  }

  private static Map<String, String> headers(InputFields input, SecretValues secrets)
      throws CannotDo {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonNode given = input.object().path("headers");
    if (given.isMissingNode() || given.isNull()) {
      return headers;
    }
    InputFields members = input.object("headers");
    if (given.size() > MOST_HEADERS) {
      throw new CannotDo("`headers` has more than %d members.".formatted(MOST_HEADERS));
    }
    for (String name : given.propertyNames()) {
      String text = members.text(name, MOST_VALUE);
      String fault = Headers.faultOfCall(name, text);
      if (fault != null) {
        throw new CannotDo("The header `%s` %s. Nothing was sent.".formatted(name, fault));
      }
      headers.put(
          name,
          UsedSecrets.fill(
              text,
              secrets,
              (value, alias) -> {
                if (Headers.faultOfCall(name, value) != null) {
                  throw new CannotDo(
                      "The secret %s contains a character that is not allowed in a header, such as a line break. Nothing was sent."
                          .formatted(alias));
                }
                return value;
              }));
    }
    return headers;
  }

  /** A value is written as the kind of body takes it, so that it stays one value. */
  private static byte @Nullable [] body(
      @Nullable String text, Map<String, String> headers, SecretValues secrets) throws CannotDo {
    if (text == null) {
      return null;
    }
    String type = "";
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (header.getKey().equalsIgnoreCase("content-type")) {
        type = header.getValue().toLowerCase(Locale.ROOT);
      }
    }
    String kind = type;
    return Utf8.bytes(UsedSecrets.fill(text, secrets, (value, _) -> written(value, kind)), "body");
  }

  private static String written(String value, String type) {
    if (type.contains("json")) {
      String quoted = JsonTree.write(JsonTree.object().stringNode(value)).text();
      return quoted.substring(1, quoted.length() - 1);
    }
    return type.contains("x-www-form-urlencoded") ? percent(value) : value;
  }

  private static ObjectNode result(Web.Answer.Told told, SecretValues secrets) {
    ScrubbingStream scrubbing = secrets.scrubbing().stream();
    ByteArrayOutputStream clean = new ByteArrayOutputStream();
    scrubbing.write(told.body(), 0, told.body().length, clean::write);
    if (!told.cut()) {
      scrubbing.end(clean::write);
    }
    byte[] body = clean.toByteArray();
    boolean cut = told.cut() || body.length > KEPT_BYTES;
    ObjectNode result = JsonTree.object().put("status", told.status());
    ObjectNode headers = result.putObject("headers");
    for (Map.Entry<String, List<String>> header : told.headers().entrySet()) {
      headers.put(header.getKey(), String.join(", ", header.getValue()));
    }
    result.put("body", Utf8.text(body, Math.min(body.length, KEPT_BYTES), cut));
    if (cut) {
      result.put("body_cut", true);
    }
    if (told.status() >= 300 && told.status() < 400 && told.headers().containsKey("location")) {
      result.put(
          "note", "The redirect was not followed; call its location if you want to follow it.");
    }
    return result;
  }
}
