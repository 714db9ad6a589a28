package dev.holdpoint.api;

import static dev.holdpoint.api.endpoint.Endpoint.Access.ADMIN;
import static dev.holdpoint.api.endpoint.Endpoint.Access.INTEGRATION;
import static dev.holdpoint.api.endpoint.Endpoint.Access.OPEN;
import static dev.holdpoint.api.endpoint.Endpoint.Idempotency.KEYED;
import static dev.holdpoint.api.endpoint.EndpointDraft.delete;
import static dev.holdpoint.api.endpoint.EndpointDraft.get;
import static dev.holdpoint.api.endpoint.EndpointDraft.post;
import static dev.holdpoint.api.endpoint.EndpointDraft.put;

import dev.holdpoint.api.daemon.DaemonBodies.HealthView;
import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Query;
import dev.holdpoint.api.endpoint.EndpointDraft;
import dev.holdpoint.api.endpoint.QueryParameters;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.signed.ConversationEvent;
import dev.holdpoint.api.signed.SignedBodies.ConversationMessageList;
import dev.holdpoint.api.signed.SignedBodies.ConversationSecretList;
import dev.holdpoint.api.signed.SignedBodies.ConversationView;
import dev.holdpoint.api.signed.SignedBodies.CreateConversationRequest;
import dev.holdpoint.api.signed.SignedBodies.IntegrationPrincipal;
import dev.holdpoint.api.signed.SignedBodies.ProblemKind;
import dev.holdpoint.api.signed.SignedBodies.ProblemKindList;
import dev.holdpoint.api.signed.SignedBodies.PutSecretsRequest;
import dev.holdpoint.api.signed.SignedBodies.RefusedAssertionView;
import dev.holdpoint.api.signed.SignedBodies.ResolveApprovalRequest;
import dev.holdpoint.api.signed.SignedBodies.SendMessageRequest;
import dev.holdpoint.api.signed.SignedBodies.SignedApproval;
import dev.holdpoint.api.signed.SignedBodies.SignedApprovalList;
import java.util.List;

/** Conversations and signed approvals, for the application in which a tenant's people work. */
final class SignedEndpoints {
  private static final String APPROVALS = "/approvals";
  private static final String APPROVAL = APPROVALS + "/{approval_id}";
  private static final String CONVERSATIONS = "/conversations";
  private static final String CONVERSATION = CONVERSATIONS + "/{conversation_id}";
  private static final Query LIMIT =
      Query.integer("limit", 1, Limits.PAGE, "Number of items; 20 when unset.");
  private static final Query AFTER =
      Query.text("starting_after", Limits.ID, "Items after the one with this id: older ones.");
  private static final Query BEFORE =
      Query.text("ending_before", Limits.ID, "Items before the one with this id: newer ones.");

  static final List<Endpoint> ALL =
      EndpointDraft.all(
          post(
                  "approveApproval",
                  APPROVAL + "/approve",
                  INTEGRATION,
                  KEYED,
                  "Approves with an approver's signature; the parked run continues")
              .takes(ResolveApprovalRequest.class, 200, SignedApproval.class),
          post(
                  "denyApproval",
                  APPROVAL + "/deny",
                  INTEGRATION,
                  KEYED,
                  "Denies with an approver's signature; the message fails")
              .takes(ResolveApprovalRequest.class, 200, SignedApproval.class),
          get("listTenantApprovals", APPROVALS, INTEGRATION, "Lists approvals, newest first")
              .answers(
                  SignedApprovalList.class,
                  Query.text("tenant_id", Limits.ID, "Only this tenant's."),
                  Query.text("conversation_id", Limits.ID, "Only this conversation's."),
                  Query.word(
                      "status", List.of("pending", "approved", "denied", "expired"), "Only such."),
                  LIMIT,
                  AFTER,
                  BEFORE),
          get("getTenantApproval", APPROVAL, INTEGRATION, "An approval")
              .answers(SignedApproval.class),
          get(
                  "getIntegrationSelf",
                  "/integration/self",
                  INTEGRATION,
                  "Returns the caller, and the valid approver keys")
              .answers(IntegrationPrincipal.class),
          post("createConversation", CONVERSATIONS, INTEGRATION, KEYED, "Begins a conversation")
              .takes(CreateConversationRequest.class, 201, ConversationView.class),
          get("getConversation", CONVERSATION, INTEGRATION, "A conversation")
              .answers(ConversationView.class),
          delete(
              "archiveConversation",
              CONVERSATION,
              INTEGRATION,
              "Archives a conversation: its secrets are destroyed, its pending approvals expire"),
          post(
                  "sendMessage",
                  CONVERSATION + "/messages",
                  INTEGRATION,
                  KEYED,
                  "Sends a message, and streams its events")
              .takes(SendMessageRequest.class, 200, ConversationEvent.class)
              .makesRun()
              .asLines()
              .with(
                  Query.flag(
                      "stream",
                      "false waits, up to a minute, until the message is parked or ended, and "
                          + "answers 201 with it")),
          get(
                  "listConversationMessages",
                  CONVERSATION + "/messages",
                  INTEGRATION,
                  "Lists the messages of a conversation, newest first")
              .answers(ConversationMessageList.class, LIMIT, AFTER, BEFORE),
          put(
                  "putConversationSecrets",
                  CONVERSATION + "/secrets",
                  INTEGRATION,
                  "Sets secrets of a conversation, which only its tools can use")
              .takes(PutSecretsRequest.class, 200, ConversationSecretList.class),
          get(
                  "listConversationSecrets",
                  CONVERSATION + "/secrets",
                  INTEGRATION,
                  "Lists the aliases of a conversation's secrets")
              .answers(ConversationSecretList.class),
          delete(
              "removeConversationSecret",
              CONVERSATION + "/secrets/{alias}",
              INTEGRATION,
              "Destroys a secret"),
          get(
                  "listRefusedAssertions",
                  "/v1/tenants/{tenant_id}/refused-assertions",
                  ADMIN,
                  "Lists the newest rejected assertions")
              .lists(
                  RefusedAssertionView.class,
                  QueryParameters.PAGE,
                  QueryParameters.CURSOR,
                  QueryParameters.LIMIT),
          get("listProblems", "/problems", OPEN, "Lists the problem types, as a page or as JSON")
              .answers(ProblemKindList.class)
              .orPage(),
          get("getProblem", "/problems/{slug}", OPEN, "Explains a problem type")
              .answers(ProblemKind.class)
              .orPage(),
          get("integrationHealth", "/health", OPEN, "Whether the process responds")
              .answers(HealthView.class));

  private SignedEndpoints() {}
}
