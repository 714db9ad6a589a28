// A client of the older SDK, 1.x, which knows no 2026-07-28: node mcp-sdk-1.mjs URL TOKEN ADMIN
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { check, person } from "./person.mjs";

const [url, token, admin] = process.argv.slice(2);
const somebody = person(url, admin);
const client = new Client({ name: "older-client", version: "1" });
const transport = new StreamableHTTPClientTransport(new URL(url + "/mcp"), {
  requestInit: { headers: { Authorization: `Bearer ${token}` } },
});
await client.connect(transport);
check(transport.protocolVersion === "2025-11-25", "it speaks 2025-11-25");
check(transport.sessionId, "it has a session");
await client.ping();
const { tools } = await client.listTools();
check(tools.some((tool) => tool.name === "request_approval"), "it lists the tools");
const call = client.callTool({
  name: "request_approval",
  arguments: { reason: "It is Wednesday.", tool_name: "deploy" },
});
await somebody.decide(await somebody.pendingApproval(), { behavior: "allow" });
const result = await call;
check(result.structuredContent?.status === "approved", "a call waits for a person and hears the decision");
await client.close();
process.exit(0);
