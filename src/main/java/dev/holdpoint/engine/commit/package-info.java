/**
 * The kernel: works become changes, changes a batch, and a batch one transaction. It knows no
 * feature.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.commit;
