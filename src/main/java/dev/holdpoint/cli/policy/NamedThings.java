package dev.holdpoint.cli.policy;

import dev.holdpoint.api.policy.GroupBodies.GroupView;
import dev.holdpoint.api.policy.PolicyBodies.PolicyView;
import dev.holdpoint.cli.DaemonCommand;
import dev.holdpoint.cli.ListFlags;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group or a policy, by its id or by its name. */
abstract class NamedThings extends DaemonCommand {
  private static final String ROOT = "tnt_root";

  /**
   * @param tenant whose group; null for the root's
   */
  final GroupView group(HoldpointClient client, String word, @Nullable String tenant)
      throws CallFailed {
    if (word.startsWith("grp_")) {
      return client.groups().find(word);
    }
    String owner = tenant == null ? ROOT : tenant;
    List<GroupView> all = ListFlags.everything(wish -> client.groups().page(wish));
    return all.stream()
        .filter(it -> it.tenantId().equals(owner) && it.name().equalsIgnoreCase(word))
        .findFirst()
        .orElseThrow(
            () ->
                usage(
                    "there is no group '"
                        + word
                        + "'; 'holdpoint groups list' shows all, and --tenant names those of a"
                        + " tenant"));
  }

  final PolicyView policy(HoldpointClient client, String word) throws CallFailed {
    if (word.startsWith("pol_")) {
      return client.policies().find(word);
    }
    List<PolicyView> all = ListFlags.everything(wish -> client.policies().page(wish));
    return all.stream()
        .filter(it -> it.name().equalsIgnoreCase(word))
        .findFirst()
        .orElseThrow(
            () -> usage("there is no policy '" + word + "'; 'holdpoint policies list' shows all"));
  }
}
