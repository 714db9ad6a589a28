package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.EndpointDraft;
import java.util.List;

/**
 * What people open in a browser. Programs have no use for it, so that it is not in the API
 * document.
 */
public final class PageEndpoints {
  public static final List<Endpoint> ALL =
      EndpointDraft.all(
          get("root", "/", OPEN, "Redirects to the page").writesBytes(),
          get("page", "/ui", OPEN, "The page").writesBytes(),
          get("pageSlash", "/ui/", OPEN, "Redirects to the page").writesBytes(),
          get("pagePart", "/ui/{path...}", OPEN, "Returns the page, or one of its files")
              .writesBytes(),
          get("docs", "/docs", OPEN, "Returns the API reference").writesBytes(),
          get("docsSlash", "/docs/", OPEN, "Redirects to the API reference").writesBytes(),
          get("docsPart", "/docs/a/{hash}/{file}", OPEN, "Returns a file of the API reference")
              .writesBytes());

  private PageEndpoints() {}
}
