package dev.holdpoint.cli.asset;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.cli.ListCommand;
import dev.holdpoint.cli.Table;
import dev.holdpoint.client.HoldpointClient;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.PageRequest;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    description = "Lists stored files, the newest first.",
    footer = {"  holdpoint assets list", "  holdpoint assets list --all --json"})
final class AssetsList extends ListCommand<AssetView> {
  @Override
  protected Page<AssetView> page(HoldpointClient client, PageRequest wish) throws CallFailed {
    return client.assets().page(wish);
  }

  @Override
  protected Table table(List<AssetView> rows) {
    Table table = new Table("ASSET", "BYTES", "TYPE", "FILE");
    for (AssetView row : rows) {
      table.row(row.assetId(), Long.toString(row.byteLength()), row.mediaType(), row.fileName());
    }
    return table;
  }

  @Override
  protected String nothing() {
    return "No stored files. Add one with: holdpoint assets add FILE";
  }
}
