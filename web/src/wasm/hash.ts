/**
 * Returns a hash of 16 hexadecimal digits: two FNV-1a hashes of 32 bits with different starts. The page may lack
 * `crypto.subtle`, which needs https.
 */
export function hashOf(buffer: ArrayBuffer): string {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (const byte of new Uint8Array(buffer)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
