// The main story by the client that openapi-generator makes for fetch: story.js ADDRESS TOKEN.
import { strict as assert } from "node:assert";
import { ApprovalsApi, Configuration, QuestionsApi, RunsApi, SessionsApi, TokensApi, type Role } from "./client";

async function story(): Promise<void> {
  const [address, token] = process.argv.slice(2) as [string, string];
  const session = "story-fetch";
  const runs = 60;

  const by = (accessToken: string) => new Configuration({ basePath: address, accessToken });
  const admin = by(token);
  const withRole = async (role: Role) =>
    by((await new TokensApi(admin).createToken({ createTokenRequest: { name: `fetch-${role}`, role } })).token);
  const agent = await withRole("agent");
  const operator = await withRole("operator");

  const began = Date.now() - 60_000;
  const made = await new SessionsApi(agent).createSession({ createSessionRequest: { sessionId: session } });
  assert.equal(made.sessionId, session);
  const raised = await new ApprovalsApi(agent).raiseApproval({
    sessionId: session,
    raiseApprovalRequest: { toolName: "deploy", input: { version: "1.4" }, reason: "release day" },
  });
  const approval = raised.request.id;
  const pending = await new ApprovalsApi(operator).listApprovals({
    page: "true", sessionId: session, status: "pending", createdAfterMs: began, limit: 20,
  });
  assert.deepEqual(pending.items.map((row) => row.request.id), [approval]);
  await new ApprovalsApi(operator).resolveRunApprovals({
    runId: raised.runId,
    approvalResolutionsRequest: { resolutions: [{ requestId: approval, behavior: "allow" }] },
  });
  const allowed = await new ApprovalsApi(agent).getApproval({ approvalId: approval, waitMs: 10_000 });
  assert.equal(allowed.status, "resolved");
  assert.equal(allowed.resolution?.by, "fetch-operator");
  assert.deepEqual(allowed.request.input, { version: "1.4" });

  const asked = await new QuestionsApi(agent).raiseQuestion({
    sessionId: session,
    raiseQuestionRequest: {
      questions: [{
        id: "database",
        question: "Which database?",
        options: [{ id: "staging", label: "Staging" }, { id: "production", label: "Production" }],
      }],
    },
  });
  const question = asked.request.id;
  await new QuestionsApi(operator).resolveRunQuestion({
    runId: asked.runId,
    questionResolutionRequest: {
      resolution: { requestId: question, answers: [{ questionId: "database", selectedOptionIds: ["staging"] }] },
    },
  });
  const answered = await new QuestionsApi(agent).getQuestion({ questionId: question, waitMs: 10_000 });
  assert.equal(answered.status, "resolved");
  assert.deepEqual(answered.resolution?.answers?.[0]?.selectedOptionIds, ["staging"]);

  const busy = `${session}-runs`;
  await new SessionsApi(operator).createSession({ createSessionRequest: { sessionId: busy } });
  for (let i = 0; i < runs; i++) {
    await new SessionsApi(operator).submitRun({ sessionId: busy, submitInputRequest: { content: `run ${i}` } });
  }
  const read = new Set<string>();
  let pages = 0;
  let cursor: string | null | undefined;
  do {
    const page = await new RunsApi(operator).listRuns({
      page: "true", sessionId: busy, limit: 20, ...(cursor ? { cursor } : {}),
    });
    page.items.forEach((run) => read.add(run.runId));
    cursor = page.pagination.nextCursor;
    pages++;
  } while (cursor);
  assert.equal(pages, 3);
  assert.equal(read.size, runs);
  console.log("typescript-fetch: the story is told");
}

story().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
