package dev.holdpoint.api;

import static dev.holdpoint.api.Draft.get;
import static dev.holdpoint.api.Endpoint.Access.OPEN;

import java.util.List;

/**
 * What people open in a browser. Programs have no use for it, so that it is not in the API
 * document.
 */
public final class PageEndpoints {
  public static final List<Endpoint> ALL =
      Draft.all(
          get("root", "/", OPEN, "Leads to the page").writesBytes(),
          get("page", "/ui", OPEN, "The page").writesBytes(),
          get("pageSlash", "/ui/", OPEN, "Leads to the page").writesBytes(),
          get("pagePart", "/ui/{path...}", OPEN, "The page, or one of its parts").writesBytes(),
          get("docs", "/docs", OPEN, "The reference of the API").writesBytes(),
          get("docsSlash", "/docs/", OPEN, "Leads to the reference").writesBytes(),
          get("docsPart", "/docs/a/{hash}/{file}", OPEN, "A part of the reference").writesBytes());

  private PageEndpoints() {}
}
