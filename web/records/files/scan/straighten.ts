import type { Picture } from './detect-paper.ts'
import { perspectiveTo, type Quad } from './geometry.ts'

/** Fills `target` with the part of `source` within `quad`, in pixels, as if photographed from straight above. */
export function straighten(source: Picture, quad: Quad, target: Picture): void {
  const at = perspectiveTo(quad)
  for (let y = 0; y < target.height; y++)
    for (let x = 0; x < target.width; x++) {
      const [u, v] = at((x + 0.5) / target.width, (y + 0.5) / target.height)
      blend(source, u - 0.5, v - 0.5, target.data, 4 * (y * target.width + x))
    }
}

/** The color between four pixels. */
function blend({ data, width, height }: Picture, x: number, y: number, into: Uint8ClampedArray, at: number): void {
  const [left, top] = [clamp(Math.floor(x), width), clamp(Math.floor(y), height)]
  const [right, bottom] = [clamp(left + 1, width), clamp(top + 1, height)]
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const [a, b] = [4 * (top * width + left), 4 * (top * width + right)]
  const [c, d] = [4 * (bottom * width + left), 4 * (bottom * width + right)]
  for (let channel = 0; channel < 3; channel++) {
    const above = data[a + channel]! * (1 - fx) + data[b + channel]! * fx
    const below = data[c + channel]! * (1 - fx) + data[d + channel]! * fx
    into[at + channel] = above * (1 - fy) + below * fy
  }
  into[at + 3] = 255
}

const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value))
