package dev.holdpoint.engine.external;

import dev.holdpoint.core.gate.Answer;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a front end says to one gate. */
public sealed interface FrontEndReply {
  String gateId();

  /** Whether a gate that is settled already was settled in this sense. */
  boolean means(Gate settled);

  record Decided(SentDecision decision) implements FrontEndReply {
    @Override
    public String gateId() {
      return decision.requestId();
    }

    @Override
    public boolean means(Gate settled) {
      if (!(settled instanceof Approval approval)) {
        return false;
      }
      if (!(approval.state() instanceof ApprovalState.Allowed allowed)) {
        return !decision.allow();
      }
      Json edited = decision.updatedInput();
      return decision.allow()
          && (edited == null
              || (allowed.updatedInput() != null
                  && JsonTree.of(edited).equals(JsonTree.of(allowed.updatedInput()))));
    }
  }

  /**
   * @param declined why nobody answers; null when somebody does
   * @param sent as it is kept with the question
   */
  record Answered(String gateId, List<Answer> answers, @Nullable String declined, Json sent)
      implements FrontEndReply {
    @Override
    public boolean means(Gate settled) {
      if (!(settled instanceof Question question)) {
        return false;
      }
      return question.state() instanceof QuestionState.Answered given
          ? declined == null && given.answers().equals(answers)
          : declined != null;
    }
  }
}
