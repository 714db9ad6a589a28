package dev.holdpoint.daemon.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/**
 * What logback finds first when anybody asks for a logger: warnings as text, and no search for
 * files. Commands of the command line stay with it.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class QuietStart extends ContextAwareBase implements Configurator {
  @Override
  public ExecutionStatus configure(LoggerContext context) {
    Logs.start(
        context, new TextLines(false), LogLevel.WARN, new FileOutputStream(FileDescriptor.err));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
