import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ApprovalsApi;
import org.openapitools.client.api.QuestionsApi;
import org.openapitools.client.api.RunsApi;
import org.openapitools.client.api.SessionsApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.model.*;

/** The main story by the client that openapi-generator makes for Java: {@code Story ADDRESS TOKEN}. */
public final class Story {
  private static final String SESSION = "story-java";
  private static final int RUNS = 60;

  private final ApiClient admin;
  private final ApiClient agent;
  private final ApiClient operator;

  private Story(String address, String token) throws Exception {
    admin = client(address, token);
    agent = client(address, token("java-agent", Role.AGENT));
    operator = client(address, token("java-operator", Role.OPERATOR));
  }

  private static ApiClient client(String address, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(address);
    return client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + token));
  }

  private String token(String name, Role role) throws Exception {
    return new TokensApi(admin)
        .createToken(new CreateTokenRequest().name(name).role(role), null)
        .getToken();
  }

  public static void main(String[] words) throws Exception {
    Story story = new Story(words[0], words[1]);
    story.approval();
    story.question();
    story.pages();
    System.out.println("java: the story is told");
  }

  private void approval() throws Exception {
    long began = System.currentTimeMillis() - 60_000;
    SessionView session =
        new SessionsApi(agent).createSession(null, new CreateSessionRequest().sessionId(SESSION));
    same(SESSION, session.getSessionId());
    RaisedApproval raised =
        new ApprovalsApi(agent)
            .raiseApproval(
                SESSION,
                new RaiseApprovalRequest()
                    .toolName("deploy")
                    .input(Map.of("version", "1.4"))
                    .reason("release day"),
                null);
    String id = raised.getRequest().getId();
    ApprovalsApi approvals = new ApprovalsApi(operator);
    ApprovalRowPage page =
        approvals.listApprovals("true", SESSION, "pending", began, null, null, null, 20);
    same(List.of(id), page.getItems().stream().map(row -> row.getRequest().getId()).toList());
    approvals.resolveRunApprovals(
        raised.getRunId(),
        new ApprovalResolutionsRequest()
            .addResolutionsItem(
                new ApprovalResolution().requestId(id).behavior(ApprovalBehavior.ALLOW)),
        null);
    ApprovalRow read = new ApprovalsApi(agent).getApproval(id, 10_000);
    same(GateStatus.RESOLVED, read.getStatus());
    same("java-operator", read.getResolution().getBy());
    same(Map.of("version", "1.4"), read.getRequest().getInput());
  }

  private void question() throws Exception {
    RaisedQuestion raised =
        new QuestionsApi(agent)
            .raiseQuestion(
                SESSION,
                new RaiseQuestionRequest()
                    .addQuestionsItem(
                        new QuestionDraft()
                            .id("database")
                            .question("Which database?")
                            .addOptionsItem(new Option().id("staging").label("Staging"))
                            .addOptionsItem(new Option().id("production").label("Production"))),
                null);
    String id = raised.getRequest().getId();
    new QuestionsApi(operator)
        .resolveRunQuestion(
            raised.getRunId(),
            new QuestionResolutionRequest()
                .resolution(
                    new QuestionResolution()
                        .requestId(id)
                        .addAnswersItem(
                            new QuestionAnswer()
                                .questionId("database")
                                .addSelectedOptionIdsItem("staging"))),
            null);
    PendingQuestionView read = new QuestionsApi(agent).getQuestion(id, 10_000);
    same(GateStatus.RESOLVED, read.getStatus());
    same(
        List.of("staging"), read.getResolution().getAnswers().get(0).getSelectedOptionIds());
  }

  private void pages() throws Exception {
    String session = SESSION + "-runs";
    SessionsApi sessions = new SessionsApi(operator);
    sessions.createSession(null, new CreateSessionRequest().sessionId(session));
    for (int i = 0; i < RUNS; i++) {
      sessions.submitRun(session, new SubmitInputRequest().content("run " + i), null);
    }
    Set<String> read = new HashSet<>();
    int pages = 0;
    String cursor = null;
    do {
      RunViewPage page = new RunsApi(operator).listRuns("true", session, null, null, cursor, 20);
      page.getItems().forEach(run -> read.add(run.getRunId()));
      cursor = page.getPagination().getNextCursor();
      pages++;
    } while (cursor != null);
    same(3, pages);
    same(RUNS, read.size());
  }

  private static void same(Object wanted, Object got) {
    if (!wanted.equals(got)) {
      throw new AssertionError("wanted " + wanted + ", got " + got);
    }
  }
}
