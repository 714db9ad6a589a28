package dev.holdpoint.api.signed;

import dev.holdpoint.api.gate.ApprovalBodies.RequestedItem;
import dev.holdpoint.api.gate.RenderingBodies.RenderedRequest;
import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.json.Fault;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.Matches;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Range;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Size;
import dev.holdpoint.api.rule.Tolerant;
import dev.holdpoint.api.rule.Words;
import dev.holdpoint.api.status.AppliedEnding;
import dev.holdpoint.api.status.GateOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Bodies of signed approvals and of the conversations they belong to. */
public interface SignedBodies {
  @About("An approval for a host application. Times are RFC 3339, in UTC.")
  record SignedApproval(
      @About("Always approval.") String object,
      String id,
      String tenantId,
      String conversationId,
      @About("The assistant's message that is parked on it.") String messageId,
      SignedApproval.Status status,
      String reason,
      List<RequestedItem> requestedItems,
      @About("Null if it never expires.") @Nullable String expiresAt,
      @About("approver_key:apk_… of who decided, or what ended it, once it is resolved.")
          @Nullable String resolvedBy,
      @Nullable String resolvedAt,
      String createdAt,
      String updatedAt,
      @About("The approvals so far, if more than one is required.") @OmitIfUnset
          @Nullable List<Vote> approvals,
      @About("The note that was sent with the decision.") @OmitIfUnset @Nullable String note,
      @About("How it ended, in the word that all surfaces share.") @OmitIfUnset
          @Nullable GateOutcome outcome,
      @About("What the deadline did, if it ended by its deadline.") @OmitIfUnset
          @Nullable AppliedEnding applied,
      @About("Who must agree and what comes next, while it is pending.") @OmitIfUnset
          @Nullable String waitsFor,
      @About("The denials that did not end it.") @OmitIfUnset @Nullable List<Vote> objections,
      @About("Which wording of the call this is, from 1.") int revision,
      @About("Lowercase hex SHA-256 of the RFC 8785 form of {tool_name, input}.") String digest,
      String toolName,
      JsonNode input,
      @About("The lowest version of assertions that hold.") int assertionVersion,
      @About("passkey: a yes takes a passkey; a no does not.") @OmitIfUnset @Words("passkey")
          @Nullable String stepUp) {
    public SignedApproval {
      requestedItems = Copies.of(requestedItems);
      approvals = Copies.orNull(approvals);
      objections = Copies.orNull(objections);
    }

    @About("The state of an approval. A withdrawn one ended before anybody decided it.")
    public enum Status {
      PENDING,
      APPROVED,
      DENIED,
      EXPIRED,
      WITHDRAWN
    }

    @About("The approval of one approver.")
    public record Vote(String resolvedBy, String at) {}
  }

  @About("A page of approvals, newest first.")
  record SignedApprovalList(
      @About("Always list.") String object,
      List<SignedApproval> data,
      boolean hasMore,
      @About("Send it as starting_after for the next page.") @Nullable String nextCursor) {
    public SignedApprovalList {
      data = Copies.of(data);
    }
  }

  @About("A signed decision on an approval.")
  @Tolerant(exceptSlips = true)
  record ResolveApprovalRequest(
      @Required Assertion signature,
      @About("Values for the requested secrets, by alias; write-only.")
          @Size(max = Limits.SECRETS)
          @Length(min = 1, max = Limits.SECRET)
          @Nullable Map<String, String> secrets,
      @About("A note to store with the approval.") @Length(max = Limits.NOTE) @Nullable String note,
      @About("Refuses the decision if the approval has another digest now.")
          @Length(min = 1, max = Limits.ID)
          @Nullable String expectedDigest,
      @About("Refuses the decision if the approval has another revision now.")
          @Range(min = 1, max = Integer.MAX_VALUE)
          @Nullable Integer expectedRevision,
      @Nullable RenderedRequest rendered) {
    public ResolveApprovalRequest {
      secrets = secrets == null ? null : Map.copyOf(secrets);
    }

    /** What is in it must not end up in a log. */
    @Override
    public String toString() {
      return "ResolveApprovalRequest";
    }
  }

  @About(
      "Proof that the holder of an approver key has decided: a signature over "
          + "{\"approval_id\":\"<id>\",\"decision\":\"approve\"|\"deny\",\"exp\":<exp>}, "
          + "without white space. In version 2 over the RFC 8785 form of {approval_id, decision, "
          + "digest, exp, revision, secrets, v: 2}.")
  record Assertion(
      @Required @Length(min = 1, max = Limits.ID) String keyId,
      @Required
          @Length(min = 1, max = Limits.ID)
          @Matches(value = Limits.SIGNATURE_PATTERN, message = Limits.SIGNATURE_RULE)
          @Words({"hmac-sha256", "ed25519", "webauthn"})
          String algorithm,
      @About("Unix seconds; must be in the future.")
          @Required
          @Range(min = Long.MIN_VALUE, max = Long.MAX_VALUE)
          @Nullable Long exp,
      @About("The signature in base64url.") @Required @Length(min = 1, max = Limits.JSON_STRING)
          String value,
      @About("1 when unset. 2 also binds what was shown; no other value holds.")
          @Range(min = Long.MIN_VALUE, max = Long.MAX_VALUE)
          @Nullable Long version,
      @About(
              "In version 2 with secrets: 16 to 64 random bytes in base64url. The payload's secrets "
                  + "is the SHA-256 of the RFC 8785 form of {nonce, secrets}. Never stored.")
          @Length(max = Limits.ID)
          @Nullable String secretsNonce) {
    /** The nonce would let the values be guessed from what is kept. */
    @Override
    public String toString() {
      return "Assertion";
    }
  }

  @About(
      "The reason for a refusal, for a host application; the type is the URL "
          + "of a page that explains it.")
  record SignedProblem(
      String type,
      String title,
      int status,
      String detail,
      @OmitIfUnset @Nullable String instance,
      @OmitIfUnset @Nullable String requestId,
      String domain,
      String code,
      @About("The existing resource, which can be used instead.") @OmitIfUnset
          @Nullable String conflictingResourceId,
      @OmitIfUnset @Nullable SignedResolution resolution,
      @About("The approval as it is now, if the decision was for something else.") @OmitIfUnset
          @Nullable JsonNode current,
      @OmitIfUnset @Nullable List<Fault> errors) {
    public SignedProblem {
      current = Copies.orNull(current);
      errors = Copies.orNull(errors);
    }
  }

  @About("The earlier decision: who, when and what.")
  record SignedResolution(
      String by,
      String at,
      GateOutcome outcome,
      @About("The revision that took its place.") @OmitIfUnset @Nullable String successorId,
      @About("Whether the signed decision is kept with the request.")
          @Words({"kept", "not_kept"})
          @OmitIfUnset
          @Nullable String lateAnswer) {}

  @About("The meaning of a problem type, and what to do about it.")
  record ProblemKind(
      @About("Always problem_type.") String object,
      String type,
      String slug,
      String title,
      @About("The HTTP status of the problem.") int status,
      String meaning,
      String remedy) {}

  @About("All problem types.")
  record ProblemKindList(
      @About("Always list.") String object,
      List<ProblemKind> data,
      boolean hasMore,
      @Nullable String nextCursor) {
    public ProblemKindList {
      data = Copies.of(data);
    }
  }

  @About("A rejected assertion.")
  record RefusedAssertionView(
      String tenantId,
      String approvalId,
      @Words({"approve", "deny"}) String decision,
      @About("The approver key in the assertion, which may not exist.") String keyId,
      @About("The sender of the assertion.") String by,
      String requestId,
      long atMs) {}

  @About("The caller, its tenant and its scopes.")
  record IntegrationPrincipal(
      @About("Always integration_principal.") String object,
      String keyId,
      String name,
      String rootTenantId,
      @Words({
            "approvals:read",
            "approvals:resolve",
            "conversations:read",
            "conversations:write",
            "secrets:read",
            "secrets:write"
          })
          List<String> scopes,
      @About("The approver keys that are valid in this tenant.") List<Key> approverKeys) {
    public IntegrationPrincipal {
      scopes = Copies.of(scopes);
      approverKeys = Copies.of(approverKeys);
    }

    @About("An approver key, without its secret.")
    public record Key(
        String keyId,
        @Words({"hmac-sha256", "ed25519", "webauthn"}) String algorithm,
        String createdAt) {}
  }

  @About("A conversation; on other surfaces it is a session.")
  record ConversationView(
      @About("Always conversation.") String object,
      String id,
      String tenantId,
      @OmitIfUnset @Nullable String externalId,
      String createdAt,
      @About("Null while it accepts messages.") @Nullable String archivedAt) {}

  @About("A new conversation.")
  @Tolerant(exceptSlips = true)
  record CreateConversationRequest(
      @Required @Length(min = 1, max = Limits.ID) String tenantId,
      @About("The host's own id for it, unique in its tenant.")
          @Length(min = 1, max = Limits.NAMING)
          @Matches(value = Limits.PLAIN_PATTERN, message = Limits.PLAIN_RULE)
          @Nullable String externalId) {}

  @About("A message of a conversation.")
  record ConversationMessage(
      @About("Always message.") String object,
      String id,
      String conversationId,
      Speaker role,
      ConversationMessage.Status status,
      String content,
      @About("Why it failed: approval_denied, approval_expired, or a description.") @OmitIfUnset
          @Nullable String error,
      String createdAt) {

    @About("The author of the message.")
    public enum Speaker {
      USER,
      ASSISTANT
    }

    @About("The state of a message; a parked one waits for a decision.")
    public enum Status {
      QUEUED,
      RUNNING,
      PARKED,
      COMPLETED,
      FAILED
    }
  }

  @About("A page of messages, newest first.")
  record ConversationMessageList(
      @About("Always list.") String object,
      List<ConversationMessage> data,
      boolean hasMore,
      @About("Send it as starting_after for the next page.") @Nullable String nextCursor) {
    public ConversationMessageList {
      data = Copies.of(data);
    }
  }

  @About("A message to a conversation.")
  @Tolerant(exceptSlips = true)
  record SendMessageRequest(
      @Required
          @Length(min = 1, max = Limits.CONTENT)
          @Matches(value = Limits.SAYS_SOMETHING, message = "must not be blank")
          String content,
      @About("New secrets of the conversation, by alias; write-only.")
          @Size(max = Limits.SECRETS)
          @Length(min = 1, max = Limits.SECRET)
          @Nullable Map<String, String> secrets) {
    public SendMessageRequest {
      secrets = secrets == null ? null : Map.copyOf(secrets);
    }

    /** What is in it must not end up in a log. */
    @Override
    public String toString() {
      return "SendMessageRequest";
    }
  }

  @About("A secret of a conversation, by its name; never its value.")
  record ConversationSecret(
      @About("Always conversation.secret.") String object,
      String alias,
      String createdAt,
      String updatedAt) {}

  @About("The secrets of a conversation, by alias.")
  record ConversationSecretList(
      @About("Always list.") String object,
      List<ConversationSecret> data,
      boolean hasMore,
      @Nullable String nextCursor) {
    public ConversationSecretList {
      data = Copies.of(data);
    }
  }

  @About("Secrets of a conversation; write-only.")
  @Tolerant(exceptSlips = true)
  record PutSecretsRequest(
      @About("Values by alias; an existing one is replaced.")
          @Required
          @Size(min = 1, max = Limits.SECRETS)
          @Length(min = 1, max = Limits.SECRET)
          Map<String, String> secrets) {
    public PutSecretsRequest {
      secrets = Copies.of(secrets);
    }

    /** What is in it must not end up in a log. */
    @Override
    public String toString() {
      return "PutSecretsRequest";
    }
  }
}
