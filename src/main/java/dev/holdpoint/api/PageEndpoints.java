package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.ANEW;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;

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
          get("oidcProvider", "/ui/oidc/provider", OPEN, "Names the identity provider"),
          get("oidcStart", "/ui/oidc/start", OPEN, "Leads a browser to the identity provider")
              .writesBytes(),
          get("oidcCallback", "/ui/oidc/callback", OPEN, "Signs in a browser that comes back")
              .writesBytes(),
          post("oidcLogout", "/ui/oidc/logout", OPEN, ANEW, "Ends what the provider has ended")
              .writesBytes(Endpoint.FORM_TYPE),
          get("docs", "/docs", OPEN, "Returns the API reference").writesBytes(),
          get("docsSlash", "/docs/", OPEN, "Redirects to the API reference").writesBytes(),
          get("docsPart", "/docs/a/{hash}/{file}", OPEN, "Returns a file of the API reference")
              .writesBytes());

  private PageEndpoints() {}
}
