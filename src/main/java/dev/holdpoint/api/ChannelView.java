package dev.holdpoint.api;

import dev.holdpoint.api.rule.About;
import java.util.List;

@About("A public conversation.")
public record ChannelView(String channelId, String title, List<String> members, long createdAtMs) {
  public ChannelView {
    members = Copies.of(members);
  }
}
