package dev.holdpoint.contract;

import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails the class in which a daemon answered something that the API document does not say. */
public final class ContractExtension implements AfterAllCallback {
  @Override
  public void afterAll(ExtensionContext context) {
    List<Finding> found = ContractWatch.found();
    if (!found.isEmpty()) {
      throw new AssertionError(ContractWatch.told(found));
    }
  }
}
