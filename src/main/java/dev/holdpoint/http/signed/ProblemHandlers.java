package dev.holdpoint.http.signed;

import dev.holdpoint.api.daemon.DaemonBodies.HealthView;
import dev.holdpoint.api.signed.SignedBodies.ProblemKind;
import dev.holdpoint.api.signed.SignedBodies.ProblemKindList;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pages that the types of problems point at: for people, and as JSON for whoever asks so. */
final class ProblemHandlers {
  private static final String HTML = "text/html; charset=utf-8";

  private final SignedStyle style;

  ProblemHandlers(SignedStyle style) {
    this.style = style;
  }

  Map<String, Handler> all() {
    return Map.of(
        "listProblems", this::list,
        "getProblem", this::get,
        "integrationHealth", _ -> Reply.json(200, new HealthView("ok")));
  }

  private Reply list(Call call) {
    List<Slug> all = Arrays.asList(Slug.values());
    if (wantsJson(call.header("Accept"))) {
      List<ProblemKind> kinds = all.stream().map(this::view).toList();
      return Reply.json(200, new ProblemKindList("list", kinds, false, null));
    }
    return page(
        "Problems",
        all.stream()
            .map(
                slug ->
                    "<li><a href=\"%s\">%s</a> (%d): %s</li>\n"
                        .formatted(
                            style.address(slug), slug.wire(), slug.status(), text(slug.meaning())))
            .collect(Collectors.joining("", "<h1>Problems</h1>\n<ul>\n", "</ul>\n")));
  }

  private Reply get(Call call) {
    Slug slug =
        Slug.of(call.path("slug"))
            .orElseThrow(
                () ->
                    Problem.API_ROUTE_NOT_FOUND
                        .because("There is no such problem type. GET /problems lists them.")
                        .asException());
    if (wantsJson(call.header("Accept"))) {
      return Reply.json(200, view(slug));
    }
    return page(
        slug.title(),
        "<h1>%s</h1>\n<p><code>%s</code>, status %d</p>\n<p>%s</p>\n<p><b>What to do:</b> %s</p>\n"
            .formatted(
                text(slug.title()),
                slug.wire(),
                slug.status(),
                text(slug.meaning()),
                text(slug.remedy())));
  }

  private ProblemKind view(Slug slug) {
    return new ProblemKind(
        "problem_type",
        style.address(slug),
        slug.wire(),
        slug.title(),
        slug.status(),
        slug.meaning(),
        slug.remedy());
  }

  /** Nothing on these pages is loaded from anywhere, and no other page may frame them. */
  private static Reply page(String title, String body) {
    String html =
        """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><title>%s</title>
        <meta name="viewport" content="width=device-width">
        <style>body{font:16px/1.5 system-ui,sans-serif;max-width:40em;margin:3em auto;padding:0 1em}
        code{background:#8882;padding:.1em .3em}</style></head>
        <body>
        %s</body>
        </html>
        """
            .formatted(text(title), body);
    return Reply.text(200, HTML, html)
        .with(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  }

  /** A browser names text/html before all else; a program that asks for JSON does not. */
  private static boolean wantsJson(@Nullable String accept) {
    return accept != null && accept.contains("json") && !accept.contains("text/html");
  }

  private static String text(String plain) {
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
