package dev.holdpoint.http.v1.content;

import dev.holdpoint.api.content.ContentBodies.AssetView;
import dev.holdpoint.api.content.ContentBodies.AttachmentUpload;
import dev.holdpoint.api.page.PageBodies.ListOrder;
import dev.holdpoint.core.content.Asset;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.engine.content.Assets;
import dev.holdpoint.engine.heap.HeapShare;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.CompressedBytes;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.call.ListPages;
import dev.holdpoint.http.v1.call.Owned;
import dev.holdpoint.http.v1.call.Uploads;
import dev.holdpoint.http.v1.view.ViewContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Stored files: added, listed, fetched. */
public final class AssetHandlers {
  private final ViewContext sight;
  private final Bodies bodies;
  private final Assets assets;
  private final Uploads uploads;

  public AssetHandlers(ViewContext sight, Bodies bodies, Assets assets) {
    this.sight = sight;
    this.bodies = bodies;
    this.assets = assets;
    this.uploads = new Uploads(assets);
  }

  public Map<String, Handler> all() {
    return Map.of(
        "addAsset", this::add,
        "listAssets", this::list,
        "getAsset", call -> Reply.json(200, view(find(call))),
        "getAssetBytes", this::bytes);
  }

  private Reply add(Call call) {
    AttachmentUpload body = bodies.read(call, AttachmentUpload.class);
    Asset asset =
        assets.add(
            call.caller().tenantId(),
            uploads.store(
                body.fileName(),
                body.mediaType(),
                body.contentBase64(),
                Problem.INVALID_REQUEST,
                ""));
    return Reply.json(201, view(asset));
  }

  private Reply list(Call call) {
    String sha256 = call.query("sha256");
    ListPages.Request wish = ListPages.of(call, "assets " + (sha256 == null ? "" : sha256));
    if (sha256 != null && !sha256.matches("[0-9a-f]{64}")) {
      return ListPages.reply(wish, List.of(), () -> 0, null, ListOrder.NEWEST_FIRST);
    }
    long below = wish.after() == null ? Long.MAX_VALUE : wish.after().key();
    return sight.engine.read(
        queries -> {
          List<Asset> found =
              Owned.below(queries, Asset.KIND, call, sha256, below, wish.limit() + 1);
          boolean more = found.size() > wish.limit();
          List<Asset> shown = more ? found.subList(0, wish.limit()) : found;
          return ListPages.reply(
              wish,
              shown.stream().map(AssetHandlers::view).toList(),
              () -> Owned.count(queries, Asset.KIND, call, sha256),
              more ? new ListPages.Place(false, shown.getLast().key()) : null,
              ListOrder.NEWEST_FIRST);
        });
  }

  private Reply bytes(Call call) {
    Asset asset = find(call);
    String tag = "\"" + asset.sha256() + "\"";
    if (CompressedBytes.isNamed(call.header("If-None-Match"), tag)) {
      return CompressedBytes.unchanged(
          call, sentAs(asset), (int) Math.min(asset.byteLength(), Integer.MAX_VALUE), tag);
    }
    HeapShare.file(asset.byteLength());
    byte[] bytes = assets.bytes(asset.sha256());
    if (bytes == null) {
      throw Problem.ASSET_NOT_FOUND
          .because(
              "The asset's file is missing from the data folder or damaged. Add the "
                  + "same file again to restore it.")
          .asException();
    }
    return Reply.bytes(200, sentAs(asset), bytes)
        .with("Content-Disposition", "attachment; filename*=UTF-8''" + encoded(asset.fileName()))
        .with("Content-Security-Policy", "default-src 'none'; sandbox")
        .with("Cache-Control", "private, no-cache")
        .with("ETag", tag);
  }

  private static String sentAs(Asset asset) {
    return AssetView.SENT_AS.contains(asset.mediaType())
        ? asset.mediaType()
        : AssetView.SENT_AS.getLast();
  }

  private static String encoded(String fileName) {
    return URLEncoder.encode(fileName, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A");
  }

  private Asset find(Call call) {
    Asset asset = assets.find(call.path("asset_id"));
    if (asset == null || !Owned.reaches(call, asset)) {
      throw Assets.notFound();
    }
    return asset;
  }

  private static AssetView view(Asset asset) {
    return new AssetView(
        asset.id(),
        asset.fileName(),
        asset.mediaType(),
        asset.byteLength(),
        asset.sha256(),
        asset.createdAtMs());
  }
}
