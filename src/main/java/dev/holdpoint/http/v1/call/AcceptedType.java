package dev.holdpoint.http.v1.call;

import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Reply;
import java.util.Locale;

/** What a caller would rather have than JSON. */
public final class AcceptedType {
  private AcceptedType() {}

  /**
   * Whether the caller would rather have this type than JSON; a caller who takes anything gets
   * JSON. Of what is no list of types nothing is taken.
   */
  public static boolean isWanted(Call call, String type) {
    double wanted = 0;
    double json = 0;
    boolean named = false;
    for (String header : call.headers("Accept")) {
      for (String one : header.split(",", -1)) {
        String[] parts = one.split(";", -1);
        double quality = quality(parts);
        String given = parts[0].strip().toLowerCase(Locale.ROOT);
        if (given.equals(type)) {
          wanted = Math.max(wanted, quality);
        } else if (given.equals(Reply.JSON)) {
          named |= quality > 0 && wanted == 0;
          json = Math.max(json, quality);
        } else if (given.equals("application/*") || given.equals("*/*")) {
          json = Math.max(json, quality);
        }
      }
    }
    return wanted > json || (wanted > 0 && wanted == json && !named);
  }

  private static double quality(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.startsWith("q=")) {
        String number = parameter.substring(2);
        return number.matches("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?") ? Double.parseDouble(number) : 0;
      }
    }
    return 1;
  }
}
