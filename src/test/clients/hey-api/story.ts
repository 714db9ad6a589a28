// The main story by the client that @hey-api/openapi-ts makes: story.js ADDRESS TOKEN.
import { strict as assert } from "node:assert";
import {
  createSession, createToken, getApproval, getQuestion, listApprovals, listRuns, raiseApproval, raiseQuestion,
  resolveRunApprovals, resolveRunQuestion, submitRun, type Role,
} from "./client";
import { createClient } from "./client/client";

async function story(): Promise<void> {
  const [address, token] = process.argv.slice(2) as [string, string];
  const session = "story-hey";
  const runs = 60;

  const by = (auth: string) => createClient({ baseUrl: address, auth });
  const throwOnError = true as const;
  const admin = by(token);
  const withRole = async (role: Role) => {
    const { data } = await createToken({ client: admin, throwOnError, body: { name: `hey-${role}`, role } });
    return by(data.token);
  };
  const agent = await withRole("agent");
  const operator = await withRole("operator");
  const asAgent = { client: agent, throwOnError };
  const asOperator = { client: operator, throwOnError };

  const began = Date.now() - 60_000;
  const { data: made } = await createSession({ ...asAgent, body: { session_id: session } });
  assert.equal(made.session_id, session);
  const { data: raised } = await raiseApproval({
    ...asAgent,
    path: { session_id: session },
    body: { tool_name: "deploy", input: { version: "1.4" }, reason: "release day" },
  });
  const approval = raised.request.id;
  const { data: pending } = await listApprovals({
    ...asOperator,
    query: { page: "true", session_id: session, status: "pending", created_after_ms: began, limit: 20 },
  });
  assert.deepEqual(pending.items.map((row) => row.request.id), [approval]);
  await resolveRunApprovals({
    ...asOperator,
    path: { run_id: raised.run_id },
    body: { resolutions: [{ request_id: approval, behavior: "allow" }] },
  });
  const { data: allowed } = await getApproval({ ...asAgent, path: { approval_id: approval }, query: { wait_ms: 10_000 } });
  assert.ok(typeof allowed !== "string");
  assert.equal(allowed.status, "resolved");
  assert.equal(allowed.resolution?.by, "hey-operator");
  assert.deepEqual(allowed.request.input, { version: "1.4" });

  const { data: asked } = await raiseQuestion({
    ...asAgent,
    path: { session_id: session },
    body: {
      questions: [{
        id: "database",
        question: "Which database?",
        options: [{ id: "staging", label: "Staging" }, { id: "production", label: "Production" }],
      }],
    },
  });
  const question = asked.request.id;
  await resolveRunQuestion({
    ...asOperator,
    path: { run_id: asked.run_id },
    body: {
      resolution: { request_id: question, answers: [{ question_id: "database", selected_option_ids: ["staging"] }] },
    },
  });
  const { data: answered } = await getQuestion({ ...asAgent, path: { question_id: question }, query: { wait_ms: 10_000 } });
  assert.ok(typeof answered !== "string");
  assert.equal(answered.status, "resolved");
  assert.deepEqual(answered.resolution?.answers?.[0]?.selected_option_ids, ["staging"]);

  const busy = `${session}-runs`;
  await createSession({ ...asOperator, body: { session_id: busy } });
  for (let i = 0; i < runs; i++) {
    await submitRun({ ...asOperator, path: { session_id: busy }, body: { content: `run ${i}` } });
  }
  const read = new Set<string>();
  let pages = 0;
  let cursor: string | null | undefined;
  do {
    const { data: page } = await listRuns({
      ...asOperator,
      query: { page: "true", session_id: busy, limit: 20, ...(cursor ? { cursor } : {}) },
    });
    page.items.forEach((run) => read.add(run.run_id));
    cursor = page.pagination.next_cursor;
    pages++;
  } while (cursor);
  assert.equal(pages, 3);
  assert.equal(read.size, runs);
  console.log("hey-api: the story is told");
}

story().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
