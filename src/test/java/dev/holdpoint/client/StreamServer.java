package dev.holdpoint.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.client.http.DaemonAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A socket that answers each connection with the next of its plays, byte by byte as they say. */
public final class StreamServer implements AutoCloseable {
  public static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

  /** What to do on one connection, after its request was read. */
  public interface Play {
    void on(OutputStream out) throws IOException, InterruptedException;
  }

  private final ServerSocket listening;
  private final BlockingQueue<List<String>> requests = new LinkedBlockingQueue<>();

  public StreamServer(Play... plays) throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> serve(List.of(plays)));
  }

  /** Sends the text and hangs up. */
  public static Play says(String text) {
    return out -> out.write(text.getBytes(UTF_8));
  }

  public String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  public HoldpointClient client() {
    return new HoldpointClient(DaemonAddress.of(url(), "token"));
  }

  /** The lines of the next request. */
  public List<String> request() throws InterruptedException {
    return requests.take();
  }

  private void serve(List<Play> plays) {
    for (Play play : plays) {
      try (Socket socket = listening.accept()) {
        socket.setTcpNoDelay(true);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
          lines.add(line);
        }
        requests.add(lines);
        play.on(socket.getOutputStream());
      } catch (IOException e) {
        if (!listening.isClosed()) {
          throw new UncheckedIOException(e);
        }
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
