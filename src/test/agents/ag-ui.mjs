// The client of AG-UI: node ag-ui.mjs URL TOKEN
import { HttpAgent } from "@ag-ui/client";
import { check } from "./person.mjs";

const [url, token] = process.argv.slice(2);
const agent = new HttpAgent({
  url: url + "/ag-ui",
  threadId: "ag-ui-real",
  headers: { Authorization: `Bearer ${token}` },
});
const events = [];
const subscriber = { onEvent: ({ event }) => void events.push(event) };
agent.addMessage({
  id: "m1",
  role: "user",
  content: '#!script\n{"tool":"bash","input":{"command":"echo once >> ran"}}\n{"say":"done"}',
});
await agent.runAgent({ runId: "r1" }, subscriber);
const parked = events.at(-1);
check(parked.outcome?.type === "interrupt" && parked.outcome.interrupts.length === 1, "it parks with one interrupt");
const [interrupt] = parked.outcome.interrupts;
await agent.runAgent(
  {
    runId: "r2",
    resume: [
      {
        interruptId: interrupt.id,
        status: "resolved",
        payload: { approved: true, editedArgs: { command: "echo edited >> ran" } },
      },
    ],
  },
  subscriber,
);
check(events.at(-1).outcome?.type === "success", "resumed with an edited input it goes on");
process.exit(0);
