package dev.holdpoint.client;

import dev.holdpoint.api.access.TokenBodies.CallerView;
import dev.holdpoint.api.access.TokenBodies.SignInLink;
import dev.holdpoint.api.access.TokenBodies.WebSessionRow;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Browsers that have signed in, and the links by which they may. */
public final class WebSessionClient {
  private static final String ALL = "/v1/web-sessions";

  private final Connection connection;

  WebSessionClient(Connection connection) {
    this.connection = connection;
  }

  /** A link that signs one browser in, as whoever calls. */
  public SignInLink link() throws CallFailed {
    return connection.post(RequestPath.of("/v1/sign-in-links"), null, SignInLink.class);
  }

  public Page<WebSessionRow> list(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(ALL), wish, WebSessionRow.class);
  }

  /** Signs the browser out, or takes the link back. */
  public void end(String webSessionId) throws CallFailed {
    connection.delete(RequestPath.of(ALL + "/{}", webSessionId));
  }

  /** Whom the daemon takes the caller for. */
  public CallerView me() throws CallFailed {
    return connection.get(RequestPath.of("/v1/me"), CallerView.class);
  }
}
