package dev.holdpoint.cli.connect;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A plugin of OpenCode, in a file of its own. It needs nothing but what OpenCode runs it in. */
record PluginPart(Asking asking) implements SettingsPart {
  @Override
  public Added addTo(@Nullable String before) throws UnknownShape {
    check(before);
    String text = text();
    return new Added(
        text, before == null || before.equals(text) ? List.of() : List.of(Replaced.plugin()));
  }

  @Override
  public @Nullable String removeFrom(@Nullable String before) throws UnknownShape {
    check(before);
    return null;
  }

  private void check(@Nullable String before) throws UnknownShape {
    if (before != null && !before.contains("/hooks/" + asking.program().hook + "/")) {
      throw new UnknownShape("it is not a plugin of Holdpoint. Move it away and try again");
    }
  }

  /** Whether it is what was written once, for whatever daemon, token and time. */
  static boolean isAsWritten(String text) {
    Matcher url = Pattern.compile("const url = \"([^\"\n]*)\"").matcher(text);
    Matcher variable = Pattern.compile("process\\.env\\.(\\w+)").matcher(text);
    Matcher timeout = Pattern.compile("AbortSignal\\.timeout\\((\\d{1,12})\\)").matcher(text);
    return url.find()
        && variable.find()
        && timeout.find()
        && text.equals(text(url.group(1), variable.group(1), Long.parseLong(timeout.group(1))));
  }

  private String text() {
    return text(
        asking.url(asking.moments().getFirst()),
        asking.tokenVariable(),
        asking.callTimeout().toMillis());
  }

  private static String text(String url, String variable, long timeoutMs) {
    return """
    // Written by "holdpoint connect opencode": tools wait for a decision there.
    const url = "%s"
    const refusal = "%s"

    async function ask(body) {
      const token = process.env.%s
      if (!token) throw new Error("no token")
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(%d),
        timeout: false,
      })
      if (!response.ok) throw new Error(`status ${response.status}`)
      return await response.json()
    }

    export const Holdpoint = async ({ directory }) => ({
      "tool.execute.before": async (input, output) => {
        let answer
        try {
          answer = await ask({
            session_id: input.sessionID,
            tool_name: input.tool,
            tool_input: output.args,
            tool_use_id: input.callID,
            cwd: directory,
          })
        } catch {
          throw new Error(refusal)
        }
        if (JSON.stringify(answer) === "{}") return
        const said = answer?.hookSpecificOutput
        if (said?.permissionDecision === "deny") throw new Error(said.permissionDecisionReason || refusal)
        if (said?.permissionDecision !== "allow") throw new Error(refusal)
        const edited = said.updatedInput
        if (edited === undefined) return
        if (edited === null || typeof edited !== "object") throw new Error(refusal)
        // OpenCode may go on with the object that it has handed over, so that one is changed too.
        for (const name of Object.keys(output.args)) delete output.args[name]
        output.args = Object.assign(output.args, edited)
      },
    })
    """
        .formatted(url, HookLine.REFUSAL, variable, timeoutMs);
  }
}
