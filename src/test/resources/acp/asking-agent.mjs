// An agent on the protocol's own TypeScript SDK, unmodified. It asks one question by the extension
// that its client has advertised, and says what it was answered.
import * as acp from "@agentclientprotocol/sdk";
import { Readable, Writable } from "node:stream";

let methods = [];

async function prompt({ sessionId }, client) {
  const say = (text) =>
    client.notify(acp.methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    });
  if (methods.length === 0) {
    await say("I was not told that I may ask.");
    return { stopReason: "end_turn" };
  }
  const answer = await client.request(methods[0], {
    sessionId,
    questionId: "3d6d8a2e-3c11-4a51-9d1b-5a6b9f0f4a10",
    prompt: "Which way?",
    options: [["option-a", "Left"], ["option-b", "Right"]],
  });
  await say("answered " + JSON.stringify(answer));
  return { stopReason: "end_turn" };
}

acp
  .agent({ name: "asking-agent" })
  .onRequest("initialize", ({ params }) => {
    const told = params.clientCapabilities?._meta?.["sandboxagent.dev"];
    methods = told?.extensions?.sessionRequestQuestion === true ? told.methods : [];
    return { protocolVersion: acp.PROTOCOL_VERSION, agentCapabilities: { loadSession: false } };
  })
  .onRequest("session/new", () => ({ sessionId: crypto.randomUUID() }))
  .onRequest("session/prompt", (ctx) => prompt(ctx.params, ctx.client))
  .onNotification("session/cancel", () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
