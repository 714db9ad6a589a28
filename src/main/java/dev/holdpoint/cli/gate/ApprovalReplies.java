package dev.holdpoint.cli.gate;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalBehavior;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalResolution;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a person says in place of a plain no. */
final class ApprovalReplies {
  private ApprovalReplies() {}

  private static ApprovalResolution reply(
      ApprovalRow shown,
      ApprovalBehavior behavior,
      @Nullable String justification,
      @Nullable String reason,
      @Nullable String response) {
    return new ApprovalResolution(
            shown.request().id(),
            behavior,
            null,
            justification,
            reason,
            shown.request().digest(),
            null,
            null,
            null,
            response)
        .ofRevision(shown.request().revision());
  }

  @Command(
      name = "request-changes",
      description = {
        "Denies pending calls with instructions.",
        "The agent reads them, changes the call, and asks again."
      },
      footer =
          "  holdpoint approvals request-changes apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'use"
              + " staging'")
  static final class RequestChanges extends NamedDecision {
    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "what the agent should change")
    private String reason = "";

    @Override
    String done() {
      return "changes requested ";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return reply(shown, ApprovalBehavior.REQUEST_CHANGES, justification(), reason, null);
    }
  }

  @Command(
      name = "ask-back",
      description = {
        "Denies pending calls with a question to the agent.",
        "The agent answers, and asks again."
      },
      footer =
          "  holdpoint approvals ask-back apr_01M7EP4BTA0000D5JFGYZTA0B9 --reason 'why not on"
              + " staging?'")
  static final class AskBack extends NamedDecision {
    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "the question for the agent")
    private String reason = "";

    @Override
    String done() {
      return "asked back ";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return reply(shown, ApprovalBehavior.ASK_BACK, justification(), reason, null);
    }
  }

  @Command(
      name = "respond",
      description = {
        "Gives the agent a text in the place of the tool's result.",
        "The call does not run."
      },
      footer = {
        "  holdpoint approvals respond apr_01M7EP4BTA0000D5JFGYZTA0B9 --text 'it is deployed"
            + " already'",
        "  holdpoint approvals respond apr_01M7EP4BTA0000D5JFGYZTA0B9 --file result.txt"
      })
  static final class Respond extends NamedDecision {
    @ArgGroup(multiplicity = "1")
    private Text text = new Text();

    private String response = "";

    /** Where the text comes from. */
    static final class Text {
      @Option(names = "--text", paramLabel = "TEXT", description = "the result for the agent")
      private @Nullable String text;

      @Option(
          names = "--file",
          paramLabel = "FILE",
          description = "a file that has the result for the agent")
      private @Nullable Path file;
    }

    @Override
    void check() {
      try {
        response = text.file == null ? String.valueOf(text.text) : Files.readString(text.file);
      } catch (IOException e) {
        throw usage("cannot read " + text.file + ": " + e.getMessage());
      }
      if (response.isEmpty()) {
        throw usage("the text must not be empty");
      }
    }

    @Override
    String done() {
      return "responded ";
    }

    @Override
    ApprovalResolution of(ApprovalRow shown) {
      return reply(shown, ApprovalBehavior.RESPOND, justification(), null, response);
    }
  }
}
