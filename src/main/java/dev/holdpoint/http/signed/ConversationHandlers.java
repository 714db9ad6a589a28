package dev.holdpoint.http.signed;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.api.signed.SignedBodies.ConversationSecret;
import dev.holdpoint.api.signed.SignedBodies.ConversationSecretList;
import dev.holdpoint.api.signed.SignedBodies.CreateConversationRequest;
import dev.holdpoint.api.signed.SignedBodies.PutSecretsRequest;
import dev.holdpoint.core.access.IntegrationScope;
import dev.holdpoint.core.audit.AdminTarget;
import dev.holdpoint.core.secret.Secret;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.audit.AdminActs;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.secret.Secrets;
import dev.holdpoint.engine.signed.Conversations;
import dev.holdpoint.engine.signed.StoredAnswers;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Conversations and their secrets. */
final class ConversationHandlers {
  private static final StoredAnswers.Answer DONE = new StoredAnswers.Answer(200, Reply.JSON, "");

  private final Engine engine;
  private final Conversations conversations;
  private final Secrets secrets;
  private final WireJson json;
  private final AdminActs acts;
  private final Repeats repeats;
  private final Sent sent;

  ConversationHandlers(SignedSurface.Rooms rooms, Repeats repeats, Sent sent) {
    this.engine = rooms.engine();
    this.conversations = rooms.conversations();
    this.secrets = rooms.secrets();
    this.json = rooms.json();
    this.acts = rooms.acts();
    this.repeats = repeats;
    this.sent = sent;
  }

  Map<String, Handler> all() {
    return Map.of(
        "createConversation", this::create,
        "getConversation", this::get,
        "archiveConversation", this::archive,
        "putConversationSecrets", this::putSecrets,
        "listConversationSecrets", this::listSecrets,
        "removeConversationSecret", this::removeSecret);
  }

  private Reply create(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.CONVERSATIONS_WRITE);
    JsonNode tree = sent.tree(call);
    JsonNode tenant = tree.path("tenant_id");
    if (tenant.isString()) {
      engine.read(queries -> subtree.checkTenant(queries, tenant.stringValue()));
    }
    StoredAnswers.Key key = repeats.key(call, tree);
    Reply earlier = repeats.earlier(key);
    if (earlier != null) {
      return earlier;
    }
    CreateConversationRequest body = sent.read(call, CreateConversationRequest.class);
    return repeats.answer(
        call,
        key,
        () ->
            conversations.create(
                body.tenantId(),
                body.externalId(),
                subtree.subject(),
                key,
                session ->
                    new StoredAnswers.Answer(
                        201, Reply.JSON, json.text(Views.conversation(session)))));
  }

  private Reply get(Call call) {
    return Reply.json(200, Views.conversation(found(call, IntegrationScope.CONVERSATIONS_READ)));
  }

  private Reply archive(Call call) {
    Session session = found(call, IntegrationScope.CONVERSATIONS_WRITE);
    conversations.archive(session.conversationId());
    return Reply.empty(204);
  }

  private Reply putSecrets(Call call) {
    Subtree subtree = Subtree.of(call, IntegrationScope.SECRETS_WRITE);
    sent.tree(call);
    Session session = found(call, subtree);
    PutSecretsRequest body = sent.read(call, PutSecretsRequest.class);
    Map<String, String> values = Sent.secrets(body.secrets());
    conversations.putSecrets(session.conversationId(), values, null, _ -> DONE);
    return secrets(session, secret -> values.containsKey(secret.alias()));
  }

  private Reply listSecrets(Call call) {
    Session session = found(call, IntegrationScope.SECRETS_READ);
    acts.record(
        AdminTarget.SECRET_LIST,
        JsonTree.object()
            .put("conversation_id", session.conversationId())
            .put("tenant_id", session.tenantId()));
    return secrets(session, _ -> true);
  }

  private Reply secrets(Session session, Predicate<Secret> wanted) {
    List<ConversationSecret> shown =
        engine.read(queries -> secrets.list(queries, session.conversationId())).stream()
            .filter(wanted)
            .map(ConversationHandlers::view)
            .toList();
    return Reply.json(200, new ConversationSecretList("list", shown, false, null));
  }

  private static ConversationSecret view(Secret secret) {
    return new ConversationSecret(
        "conversation.secret",
        secret.alias(),
        Views.time(secret.createdAtMs()),
        Views.time(secret.updatedAtMs()));
  }

  private Reply removeSecret(Call call) {
    Session session = found(call, IntegrationScope.SECRETS_WRITE);
    conversations.removeSecret(session.conversationId(), call.path("alias"));
    return Reply.empty(204);
  }

  private Session found(Call call, IntegrationScope needed) {
    return found(call, Subtree.of(call, needed));
  }

  private Session found(Call call, Subtree subtree) {
    return engine.read(queries -> subtree.conversation(queries, call.path("conversation_id")));
  }
}
