// The Inspector's command line, in each of its eras: node inspector.mjs URL TOKEN ADMIN
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { check, person } from "./person.mjs";

const [url, token, admin] = process.argv.slice(2);
const somebody = person(url, admin);
const home = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json"));
const program = join(home, "clients", "launcher", "build", "index.js");

function inspect(era, ...words) {
  const options = ["--transport", "http", "--header", `Authorization: Bearer ${token}`, "--protocol-era", era, "--format", "json", "--quiet"];
  // What it keeps for its user goes to the folder that it runs in.
  const inspector = spawn(process.execPath, [program, "--cli", url + "/mcp", ...options, ...words], {
    env: { ...process.env, HOME: process.cwd() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((done, failed) => {
    let said = "";
    inspector.stdout.on("data", (part) => (said += part));
    inspector.on("close", (code) => (code === 0 ? done(JSON.parse(said).result) : failed(new Error(`${era}: exit code ${code} ${said}`))));
  });
}

for (const era of ["legacy", "auto", "modern"]) {
  const { tools } = await inspect(era, "--method", "tools/list");
  check(tools.some((tool) => tool.name === "request_approval"), `${era}: it lists the tools`);
  const input = JSON.stringify({ reason: `It is a ${era} Wednesday.`, tool_name: "deploy" });
  const call = inspect(era, "--method", "tools/call", "--tool-name", "request_approval", "--tool-args-json", input);
  await somebody.decide(await somebody.pendingApproval(), { behavior: "allow" });
  const { structuredContent } = await call;
  check(structuredContent?.status === "approved", `${era}: a call waits for a person and hears the decision`);
}
process.exit(0);
