package dev.holdpoint.daemon;

import picocli.CommandLine.IVersionProvider;

/** Which build this is: what {@code --version} prints and status shows. */
final class Version implements IVersionProvider {
  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "0-unpackaged" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "holdpoint " + text(), "Java " + Runtime.version() + ", " + System.getProperty("os.arch")
    };
  }
}
