/** The first bytes of every PNG file. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Signature and the first chunk, which is the size of the picture. */
const HEAD = SIGNATURE.length + 25;

/** CRC-32 as in ISO 3309, which PNG uses. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a chunk of international text: keyword, no compression, no language, text in UTF-8. */
function textChunk(keyword: string, text: string): Uint8Array {
  const data = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(data.length + 4, crc32(data));
  return chunk;
}

/** Returns a PNG file with texts that programs for pictures show, such as `Title` and `Source`. */
export function withTexts(
  png: Uint8Array,
  texts: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  if (!SIGNATURE.every((byte, i) => png[i] === byte)) throw new Error('This is no PNG file.');
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  const parts = [png.subarray(0, HEAD), ...chunks, png.subarray(HEAD)];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Draws a picture at `scale` device pixels for each of its own, and returns the bytes of the PNG file. */
export async function rasterised(
  { svg, width, height }: { readonly svg: string; readonly width: number; readonly height: number },
  scale: number,
): Promise<Uint8Array> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('This browser cannot write a picture of this size.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    URL.revokeObjectURL(address);
  }
}
