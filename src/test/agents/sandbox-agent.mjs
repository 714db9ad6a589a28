// The sandbox-agent SDK as it comes: node sandbox-agent.mjs URL TOKEN
import { SandboxAgent } from "sandbox-agent";
import { check, person } from "./person.mjs";

const [url, token] = process.argv.slice(2);
const somebody = person(url, token);
const sdk = await SandboxAgent.connect({ baseUrl: url, token });
check(true, "connect returns");

const session = await sdk.createSession({ agent: "mock", cwd: process.cwd() });
let reply = async (asked) => session.respondPermission(asked.id, "once");
const asked = [];
session.onPermissionRequest((request) => {
  asked.push(request);
  reply(request).catch((e) => asked.push(e));
});
const text = (words) => [{ type: "text", text: words }];

await session.prompt(text("one permission, please"));
check(asked.length === 1, "a permission reaches the SDK and is answered by it");

const talk = session.prompt(text("one question, please"));
const question = await somebody.pendingQuestion();
check(true, "a question that the SDK does not know is left to people");
await somebody.call("POST", `/v1/runs/${question.run_id}/questions`, {
  resolution: {
    request_id: question.request.id,
    answers: question.request.questions.map((one) => ({
      question_id: one.id,
      selected_option_ids: [one.options[0].id],
    })),
  },
});
await talk;
check(true, "and goes on when somebody has answered");

reply = async (late) => {
  await somebody.decide(await somebody.pendingApproval(), { behavior: "allow" });
  await session.respondPermission(late.id, "reject");
};
await session.prompt(text("another permission, please"));
check(asked.length === 2, "a late answer to what somebody has settled ends nothing");
await sdk.dispose();
process.exit(0);
