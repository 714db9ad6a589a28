package dev.holdpoint.http.ambient;

import dev.holdpoint.api.endpoint.Surface;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.prompt.Prompts;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.ProblemStyle;
import dev.holdpoint.http.v1.NativeSurface;
import dev.holdpoint.http.v1.call.Bodies;
import java.util.HashMap;
import java.util.Map;

/** All handlers of the ambient surface, by the ids of their endpoints. */
public final class AmbientSurface {
  private static final ProblemStyle STYLE = new AmbientStyle();

  private AmbientSurface() {}

  public static Map<String, Handler> handlers(
      Engine engine,
      Feed feed,
      Runs runs,
      Prompts prompts,
      NativeSurface.Access access,
      WireJson json) {
    Bodies bodies = new Bodies(json);
    Map<String, Handler> all = new HashMap<>();
    all.putAll(new PromptHandlers(engine, feed, prompts, access, bodies, json).all());
    all.putAll(new ChatHandlers(feed, runs, bodies, json).all());
    return all;
  }

  /** How a refusal is told at this path, which may lead nowhere. */
  public static ProblemStyle style(String path) {
    return Surface.of(path) == Surface.AMBIENT ? STYLE : ProblemStyle.NATIVE;
  }
}
