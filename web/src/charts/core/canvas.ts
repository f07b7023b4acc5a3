/** Fits the bitmap of a canvas to its size on the screen and clears it; drawing is in CSS px from here. */
export function clearCanvas(
  canvas: HTMLCanvasElement,
  g: CanvasRenderingContext2D,
  width: number,
  height: number,
  ratio: number,
): void {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Assigning a size, even the same, throws the bitmap away.
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, width, height);
}
