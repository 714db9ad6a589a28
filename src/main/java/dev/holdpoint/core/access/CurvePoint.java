package dev.holdpoint.core.access;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A point of the curve of Ed25519, as far as it takes to refuse bytes that are none, or one of the
 * eight for which a signature on anything can be made up without a private key.
 */
final class CurvePoint {
  private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger D =
      BigInteger.valueOf(-121_665).multiply(BigInteger.valueOf(121_666).modInverse(P)).mod(P);
  private static final BigInteger ROOT_OF_MINUS_ONE =
      BigInteger.TWO.modPow(P.subtract(BigInteger.ONE).shiftRight(2), P);
  private static final int DOUBLINGS = 3;

  private final BigInteger x;
  private final BigInteger y;

  private CurvePoint(BigInteger x, BigInteger y) {
    this.x = x;
    this.y = y;
  }

  /** RFC 8032, 5.1.3; null where it says that decoding fails. */
  static @Nullable CurvePoint decode(byte[] encoded) {
    if (encoded.length != Verification.PUBLIC_KEY_BYTES) {
      return null;
    }
    byte[] bytes = new byte[encoded.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = encoded[bytes.length - 1 - i];
    }
    boolean odd = (bytes[0] & 0x80) != 0;
    bytes[0] &= 0x7f;
    BigInteger y = new BigInteger(1, bytes);
    if (y.compareTo(P) >= 0) {
      return null;
    }
    BigInteger ySquared = y.multiply(y).mod(P);
    BigInteger xSquared =
        ySquared
            .subtract(BigInteger.ONE)
            .multiply(D.multiply(ySquared).add(BigInteger.ONE).modInverse(P))
            .mod(P);
    BigInteger x = root(xSquared);
    if (x == null || (x.signum() == 0 && odd)) {
      return null;
    }
    return new CurvePoint(x.testBit(0) == odd ? x : P.subtract(x), y);
  }

  private static @Nullable BigInteger root(BigInteger square) {
    BigInteger x = square.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    if (!x.multiply(x).mod(P).equals(square)) {
      x = x.multiply(ROOT_OF_MINUS_ONE).mod(P);
    }
    return x.multiply(x).mod(P).equals(square) ? x : null;
  }

  /** Whether eight times the point is the neutral one. */
  boolean isOfSmallOrder() {
    CurvePoint point = this;
    for (int i = 0; i < DOUBLINGS; i++) {
      point = point.doubled();
    }
    return point.x.signum() == 0 && point.y.equals(BigInteger.ONE);
  }

  private CurvePoint doubled() {
    BigInteger product = D.multiply(x.multiply(x)).multiply(y.multiply(y)).mod(P);
    BigInteger nextX =
        x.multiply(y).shiftLeft(1).multiply(BigInteger.ONE.add(product).modInverse(P)).mod(P);
    BigInteger nextY =
        y.multiply(y)
            .add(x.multiply(x))
            .multiply(BigInteger.ONE.subtract(product).modInverse(P))
            .mod(P);
    return new CurvePoint(nextX, nextY);
  }
}
