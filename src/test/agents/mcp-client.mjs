// The client of the MCP SDK, with its era chosen by itself: node mcp-client.mjs URL TOKEN ADMIN
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { check, person } from "./person.mjs";

const [url, token, admin] = process.argv.slice(2);
const somebody = person(url, admin);
const client = new Client(
  { name: "real-client", version: "1" },
  { versionNegotiation: { mode: "auto" } },
);
await client.connect(
  new StreamableHTTPClientTransport(new URL(url + "/mcp"), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  }),
);
check(client.getNegotiatedProtocolVersion?.() === "2026-07-28", "it speaks 2026-07-28");
const { tools } = await client.listTools();
check(tools.some((tool) => tool.name === "request_approval"), "it lists the tools");
const call = client.callTool({
  name: "request_approval",
  arguments: { reason: "It is Tuesday.", tool_name: "deploy" },
});
await somebody.decide(await somebody.pendingApproval(), { behavior: "allow" });
const result = await call;
check(JSON.stringify(result).includes("approved"), "a call waits for a person and hears the decision");
await client.close();
process.exit(0);
