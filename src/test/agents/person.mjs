// A person at the API: sees what waits, and decides.
export function person(url, token) {
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : {};
  };
  const waiting = async (kind) => {
    for (;;) {
      const { items } = await call("GET", `/v1/${kind}?page=true`);
      const pending = items.find((one) => one.status === undefined || one.status === "pending");
      if (pending) return pending;
      await new Promise((next) => setTimeout(next, 20));
    }
  };
  return {
    call,
    pendingApproval: () => waiting("approvals"),
    pendingQuestion: () => waiting("questions"),
    decide: (approval, decision) =>
      call("POST", `/v1/runs/${approval.run_id}/approvals`, {
        resolutions: [{ request_id: approval.request.id, ...decision }],
      }),
  };
}

export function check(holds, what) {
  if (!holds) throw new Error("not so: " + what);
  console.log("✓ " + what);
}
