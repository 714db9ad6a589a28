// Tasks of MCP 2026-07-28: node ext-tasks.mjs URL TOKEN asks for an approval, prints the reference of its task and
// waits; with that reference as one more argument it takes the task up instead, and prints how it ended.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";

const [url, token, reference] = process.argv.slice(2);
const clientInfo = { name: "real-tasks", version: "1" };
const authorization = { Authorization: `Bearer ${token}` };
const client = new Client(clientInfo, { versionNegotiation: { mode: "auto" } });
await client.connect(
  new StreamableHTTPClientTransport(new URL(url + "/mcp"), { requestInit: { headers: authorization } }),
);
const protocolVersion = client.getNegotiatedProtocolVersion();

// The SDK's own codec does not know tasks, so their library wants somebody who sends its requests as they are.
let requests = 0;
const rawDispatch = async (request, { signal } = {}) => {
  const answer = await fetch(url + "/mcp", {
    method: "POST",
    signal,
    headers: {
      ...authorization,
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      "MCP-Protocol-Version": protocolVersion,
      "Mcp-Method": request.method,
      "Mcp-Name": request.params.name ?? request.params.taskId,
    },
    body: JSON.stringify({ ...request, jsonrpc: "2.0", id: ++requests }),
  });
  const { result, error } = await answer.json();
  return error ? { kind: "error", error } : { kind: "result", result };
};
const session = createTaskSessionFromClient(client, {
  endpointId: "holdpoint",
  rawDispatch,
  v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: {} },
});

let execution;
if (reference) {
  execution = await session.resumeTask(JSON.parse(reference));
} else {
  execution = await session.callTool("request_approval", { reason: "Deploy 1.4", tool_name: "deploy" });
  console.log(JSON.stringify(execution.serializeReference()));
}
const { outcome } = await execution.settle();
console.log(JSON.stringify({ status: outcome.status ?? outcome.kind, result: resultFromTaskOutcome(outcome) }));
process.exit(0);
