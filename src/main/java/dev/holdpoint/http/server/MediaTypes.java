package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.core.problem.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Only {@code application/json} is taken, with one exception. A form of another site can post other
 * types without asking first, and then a plain page could submit work.
 */
final class MediaTypes {
  private static final Pattern JSON =
      Pattern.compile(
          "application/json(?:[ \\t]*;[ \\t]*(?:charset=(?:utf-8|\"utf-8\"))?)*[ \\t]*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern FORM =
      Pattern.compile(
          Pattern.quote(Endpoint.FORM_TYPE) + "[ \\t]*(?:;[^\\r\\n]{0,100})?",
          Pattern.CASE_INSENSITIVE);

  private MediaTypes() {}

  /** For the one endpoint that other servers post to in the form that their standard names. */
  static void checkForm(@Nullable String contentType) {
    if (contentType == null || !FORM.matcher(contentType).matches()) {
      throw Problem.UNSUPPORTED_MEDIA_TYPE
          .because("Send the body with Content-Type: " + Endpoint.FORM_TYPE + ".")
          .asException();
    }
  }

  static void checkJson(@Nullable String contentType) {
    if (contentType == null || !isJson(contentType)) {
      throw Problem.UNSUPPORTED_MEDIA_TYPE
          .because("Send the body as UTF-8 with Content-Type: application/json.")
          .asException();
    }
  }

  /** Nothing is unpacked here, so what is packed would only be called malformed. */
  static void checkPlain(@Nullable String contentEncoding) {
    if (contentEncoding != null && !contentEncoding.strip().equalsIgnoreCase("identity")) {
      throw Problem.UNSUPPORTED_MEDIA_TYPE
          .because("Send the body without Content-Encoding.")
          .asException();
    }
  }

  private static boolean isJson(String contentType) {
    return contentType.equals("application/json")
        || (contentType.length() <= 100 && JSON.matcher(contentType).matches());
  }
}
