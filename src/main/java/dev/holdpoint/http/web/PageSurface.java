package dev.holdpoint.http.web;

import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.Map;
import java.util.function.Supplier;

/** What a browser is given, by the ids of the endpoints. */
public final class PageSurface {
  private static final String PARTS = "a/";

  private final Supplier<InboxPage> inbox = new Once<>(InboxPage::gather);
  private final Supplier<DocsPage> docs = new Once<>(DocsPage::gather);

  private PageSurface() {}

  public static Map<String, Handler> handlers() {
    PageSurface surface = new PageSurface();
    Handler toPage = call -> Serving.redirect("/ui");
    return Map.of(
        "root",
        toPage,
        "pageSlash",
        toPage,
        "page",
        surface::page,
        "pagePart",
        surface::part,
        "docs",
        surface::docs,
        "docsSlash",
        call -> Serving.redirect("/docs"),
        "docsPart",
        surface::docsPart);
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
