package dev.holdpoint.api.gate;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the files of a call would become. */
public interface PreviewBodies {
  @About("What the files of a pending call would become if it ran now.")
  record ApprovalPreview(
      @About("The digest of the request that this is for.") String digest,
      @About("When the files were read.") long asOfMs,
      boolean available,
      @About("Why it is not available.") @OmitIfUnset @Nullable PreviewReason reason,
      List<FilePreview> files) {
    public ApprovalPreview {
      files = Copies.of(files);
    }
  }

  @About(
      "elsewhere: the files are on the agent's machine; no_workspace: this daemon does not have the "
          + "folder; settled: the request is no longer pending.")
  enum PreviewReason {
    ELSEWHERE,
    NO_WORKSPACE,
    SETTLED
  }

  @About("What one file would become.")
  record FilePreview(
      String path,
      PreviewStatus status,
      @About("Number of added lines.") int added,
      @About("Number of removed lines.") int removed,
      List<PreviewHunk> hunks,
      @About("Whether there are more lines than are shown.") @OmitIfUnset @Nullable Boolean cut,
      @About("Why the call would fail, or cannot be shown.") @OmitIfUnset
          @Nullable PreviewProblem problem,
      @About("With ambiguous: how often the text occurs.") @OmitIfUnset @Nullable Integer matches) {
    public FilePreview {
      hunks = Copies.of(hunks);
    }
  }

  @About("Whether the file is new, modified or unchanged.")
  enum PreviewStatus {
    NEW,
    MODIFIED,
    UNCHANGED
  }

  @About(
      "not_found: the file or the text is not there; ambiguous: the text occurs several times; "
          + "not_text; too_large: above 1 MiB; outside: the path leads out of the workspace.")
  enum PreviewProblem {
    NOT_FOUND,
    AMBIGUOUS,
    NOT_TEXT,
    TOO_LARGE,
    OUTSIDE
  }

  @About("Lines that stand together.")
  record PreviewHunk(
      @About("Number of the first line before the call, from 1; 0 for a new file.") int beforeStart,
      @About("Number of the first line after the call, from 1.") int afterStart,
      @About("Each line as two strings: =, - or +, and its text.") List<List<String>> lines) {
    public PreviewHunk {
      lines = Copies.of(lines);
    }
  }
}
