package dev.holdpoint.http.web;

import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Map;
import java.util.function.Supplier;

/** What a browser is given, by the ids of the endpoints. */
public final class PageSurface {
  private static final String PARTS = "a/";
  private static final String WORKER = "sw.js";

  private final Supplier<InboxPage> inbox = new Once<>(InboxPage::gather);
  private final Supplier<DocsPage> docs = new Once<>(DocsPage::gather);

  private PageSurface() {}

  /**
   * Adds the page to the endpoints of the API, and the page's version to what a browser is told of
   * its caller: a tab that was opened before an update finds out that way.
   */
  public static void addTo(Map<String, Handler> all) {
    PageSurface surface = new PageSurface();
    all.putAll(surface.handlers());
    all.computeIfPresent("getCaller", (_, caller) -> surface.withVersion(caller));
  }

  private Handler withVersion(Handler caller) {
    return call -> {
      Reply reply = caller.handle(call);
      // Programs send no cookie; for them the page is not gathered.
      return call.header("Cookie") == null
          ? reply
          : reply.with("X-Holdpoint-Page", inbox.get().parts().hash());
    };
  }

  private Map<String, Handler> handlers() {
    Handler toPage = call -> Serving.redirect("/ui");
    return Map.of(
        "root",
        toPage,
        "pageSlash",
        toPage,
        "page",
        this::page,
        "pagePart",
        this::part,
        "docs",
        this::docs,
        "docsSlash",
        call -> Serving.redirect("/docs"),
        "docsPart",
        this::docsPart);
  }

  private Reply docs(Call call) {
    return Serving.page(call, docs.get().index(), DocsPage.POLICY);
  }

  private Reply docsPart(Call call) {
    return Serving.part(call, docs.get().parts(), call.path("hash"), call.path("file"));
  }

  private Reply page(Call call) {
    InboxPage page = inbox.get();
    return Serving.page(call, page.index(), page.policy());
  }

  /** Whatever is not a part is a place within the page, which finds its way itself. */
  private Reply part(Call call) {
    String path = call.path("path");
    if (path.equals(WORKER)) {
      return Serving.worker(call, inbox.get().worker());
    }
    if (!path.startsWith(PARTS)) {
      return page(call);
    }
    int slash = path.indexOf('/', PARTS.length());
    return slash < 0
        ? Serving.part(call, inbox.get().parts(), "", path)
        : Serving.part(
            call,
            inbox.get().parts(),
            path.substring(PARTS.length(), slash),
            path.substring(slash + 1));
  }
}
