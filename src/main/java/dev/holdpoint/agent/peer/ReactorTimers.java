package dev.holdpoint.agent.peer;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import reactor.core.scheduler.Schedulers;

/**
 * The protocols' SDKs give each request a timer of their scheduler, which has threads of the
 * platform and keeps cancelled timers until their time has come: here, where a person may be waited
 * for, for a hundred years.
 */
public final class ReactorTimers {
  static {
    Schedulers.addExecutorServiceDecorator(
        "dev.holdpoint.agent",
        (scheduler, executor) -> {
          if (executor instanceof ScheduledThreadPoolExecutor timers) {
            timers.setRemoveOnCancelPolicy(true);
            timers.setThreadFactory(Thread.ofVirtual().name("agent-timer").factory());
          }
          return executor;
        });
  }

  private ReactorTimers() {}

  /** To be called before an SDK makes its first timer. */
  public static void tame() {
    // What there is to do is done once, when the class is loaded.
  }
}
