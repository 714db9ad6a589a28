package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The reference of the API: Swagger UI before the daemon's own document.
 *
 * @param index the document, with the place of all parts written into it
 */
record DocsPage(Parts parts, PagePart index) {
  /** Swagger UI writes styles into its elements; scripts come from files alone. */
  static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self' 'unsafe-inline'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'");

  private static final String FOLDER = "/web-docs/";
  private static final String INDEX = "index.html";
  private static final String LIBRARY = "/META-INF/resources/webjars/swagger-ui/5.34.0/";

  static DocsPage gather() {
    Parts parts =
        new Parts.Gathering()
            .folder(FOLDER, INDEX)
            .file(LIBRARY + "swagger-ui.css", "swagger-ui.css")
            .file(LIBRARY + "swagger-ui-bundle.js", "swagger-ui-bundle.js")
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
