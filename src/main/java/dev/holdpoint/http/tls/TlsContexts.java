package dev.holdpoint.http.tls;

import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http2.HTTP2Cipher;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Gives each new connection what the files hold at that moment. A connection that is open keeps
 * what it began with.
 */
public final class TlsContexts extends SslContextFactory.Server {
  private final TlsFiles files;

  public TlsContexts(TlsFiles files) {
    this.files = files;
    setSslContext(files.context());
    setIncludeProtocols("TLSv1.3", "TLSv1.2");
    setCipherComparator(HTTP2Cipher.COMPARATOR);
    setUseCipherSuitesOrder(true);
    setRenegotiationAllowed(false);
  }

  @Override
  public SSLContext getSslContext() {
    return files.context();
  }
}
