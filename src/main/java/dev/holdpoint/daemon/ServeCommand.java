package dev.holdpoint.daemon;

import dev.holdpoint.client.http.DaemonAddress;
import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.log.Logs;
import dev.holdpoint.daemon.start.AdminToken;
import dev.holdpoint.daemon.wiring.Listener;
import dev.holdpoint.daemon.wiring.VaultWiring;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the daemon in the foreground until it is told to stop. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs the daemon in the foreground, until SIGTERM or Ctrl-C.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  holdpoint serve                              on 127.0.0.1:4747, SQLite in the data folder",
      "  holdpoint serve --port 0 --data /tmp/hold    on a free port, which it prints",
      "  holdpoint serve --database postgres://hold:secret@db:5432/hold"
    })
final class ServeCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);

  @Mixin private ConfigFlags flags;

  @Override
  public Integer call() throws Exception {
    Config config = flags.load();
    Logs.start(config.logFormat(), config.logLevel());
    CountDownLatch stopped = new CountDownLatch(1);
    Daemon daemon = Daemon.start(config, Version.text(), InstantSource.system());
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .name("shutdown")
                .unstarted(
                    () -> {
                      log.info("stopping");
                      daemon.close();
                      log.info("stopped");
                      stopped.countDown();
                      // The JVM would report 143 for SIGTERM; a drained stop is a success.
                      Runtime.getRuntime().halt(0);
                    }));
    log.info("ready on {} (data in {})", daemon.address(), config.data());
    log.info("open the inbox: {}", opening(daemon.address(), config.data()));
    if (VaultWiring.isBeside(config)) {
      log.info(
          "the vault key is in the data folder, so a copy of that has both; choose another place "
              + "with vault.key_file ('holdpoint doctor' checks it)");
    }
    stopped.await();
    return 0;
  }

  /** What to type in another terminal; short where the command finds this daemon by itself. */
  static String opening(String address, Path data) {
    String url = Listener.callable(address);
    try {
      var found = DaemonAddress.find(new DaemonAddress.Wishes(null, null, null, System.getenv()));
      if (found.url().toString().equals(url)
          && found.tokenOrigin().equals(data.resolve(AdminToken.FILE).toString())) {
        return "holdpoint open";
      }
    } catch (IllegalArgumentException _) {
      // Whatever is set in this terminal leads to no daemon.
    }
    return "holdpoint open --url %s --data %s".formatted(url, data);
  }
}
