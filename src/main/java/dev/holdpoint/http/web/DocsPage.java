package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The reference of the API, drawn from the daemon's own document.
 *
 * @param index the document, with the place of all parts written into it
 */
record DocsPage(Parts parts, PagePart index) {
  /** As strict as the page's own: files of ours run, and markup comes from Lit's templates. */
  static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html");

  private static final String FOLDER = "/web-docs/";
  private static final String INDEX = "index.html";
  private static final String LIT = "/META-INF/resources/_static/lit-html/3.3.3/lit-html.js";

  static DocsPage gather() {
    Parts parts =
        new Parts.Gathering()
            .folder(FOLDER, INDEX)
            .file(LIT, "lit-html.js")
            .file("/web/icon.svg", "icon.svg")
            .gathered();
    PagePart document = parts.at(INDEX);
    if (document == null) {
      throw new IllegalStateException("the program was built without " + FOLDER + INDEX);
    }
    String index =
        new String(document.file().plain(), UTF_8)
            .replace("{parts}", "/docs/a/" + parts.hash() + "/");
    return new DocsPage(parts, PagePart.of(INDEX, index.getBytes(UTF_8)));
  }
}
