package dev.holdpoint.cli.session;

import dev.holdpoint.api.run.RunBodies.RunView;
import dev.holdpoint.api.session.InputBodies.InputItem;
import dev.holdpoint.api.session.InputBodies.SubmitInputRequest;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ExitCode;
import dev.holdpoint.cli.Paint;
import dev.holdpoint.cli.RunText;
import dev.holdpoint.cli.RunWatch;
import dev.holdpoint.cli.Spans;
import dev.holdpoint.cli.StandardInput;
import dev.holdpoint.cli.Visible;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "send",
    description = {
      "Gives a session work and prints the run; with --wait, also its output.",
      "Without TEXT the work is read from --file or standard input."
    },
    footer = {
      "  holdpoint sessions send deploys 'Roll out 1.4' --wait",
      "  holdpoint sessions send deploys --file task.md",
      "  holdpoint sessions send deploys 'Sum this up' --attach q3.csv --require-file sum.md",
      "  RUN=$(git diff | holdpoint sessions send review)"
    })
final class SessionsSend extends DaemonCommand {
  @Parameters(index = "0", paramLabel = "SESSION", description = "the session's name")
  private String sessionId;

  @Parameters(index = "1", arity = "0..1", paramLabel = "TEXT", description = "the work")
  private @Nullable String text;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "file with the work; - is standard input")
  private @Nullable String file;

  @Option(names = "--wait", description = "wait until the run ends, or waits for a person")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "with --wait: maximum time (45s, 90m, 12h); then the exit code is 7")
  private @Nullable Duration timeout;

  @Option(names = "--provider", paramLabel = "NAME", description = "the model route for this run")
  private @Nullable String provider;

  @Mixin private WorkFlags more;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "makes a retry safe: the same key with the same work returns the same run")
  private @Nullable String key;

  @Override
  protected int run(HoldpointClient client) throws CallFailed {
    if (text != null && file != null) {
      throw usage("TEXT and --file cannot be combined");
    }
    if (timeout != null && !wait) {
      throw usage("--timeout requires --wait");
    }
    RunView run = client.sessions().submit(sessionId, work(given()));
    if (!wait) {
      if (json()) {
        printJson(run);
      } else {
        out().println(Visible.line(run.runId()));
      }
      return ExitCode.OK;
    }
    return await(client, run);
  }

  private int await(HoldpointClient client, RunView submitted) throws CallFailed {
    RunView run =
        RunWatch.await(client, submitted.runId(), RunWatch.Until.ENDED_OR_WAITING, timeout);
    if (json()) {
      printJson(run);
    } else {
      run.outputs().forEach(output -> out().println(Visible.lines(output.content())));
      out().flush();
      note(RunText.outcome(run, new Paint(false)));
    }
    boolean there = RunText.ended(run.status()) || RunText.waits(run.status());
    return there ? RunText.exitCode(run.status()) : ExitCode.RETRY_LATER;
  }

  /** What is attached is work enough; then nothing is waited for on standard input. */
  private String given() {
    return text != null ? text : file == null && more.isInput() ? "" : read();
  }

  private String read() {
    if (file == null && StandardInput.isTyped()) {
      throw usage("no work: give TEXT, --file FILE, or pipe it to standard input");
    }
    try {
      return StandardInput.read(file == null ? "-" : file);
    } catch (IOException e) {
      throw usage("the work cannot be read: " + e.getMessage());
    }
  }

  private SubmitInputRequest work(String content) {
    List<InputItem> items = more.items(content);
    return new SubmitInputRequest(
        provider,
        null,
        null,
        null,
        items.isEmpty() ? content : null,
        items,
        List.of(),
        null,
        more.requirements(),
        null,
        more.bindingKeys(),
        List.of(),
        null,
        null,
        key);
  }
}
