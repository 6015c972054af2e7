export type Point = readonly [x: number, y: number]

/** The corners of a page in the order of its own top left, top right, bottom right and bottom left. */
export type Quad = readonly [Point, Point, Point, Point]

/** As fractions of the photo. */
export const wholePhoto: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

export const scaled = (quad: Quad, width: number, height: number): Quad =>
  quad.map(([x, y]) => [x * width, y * height]) as unknown as Quad

/** A quarter turn clockwise: the former bottom left becomes the top left. */
export const rotated = ([topLeft, topRight, bottomRight, bottomLeft]: Quad): Quad => [
  bottomLeft,
  topLeft,
  topRight,
  bottomRight,
]

const distance = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x1 - x2, y1 - y2)

/** In the units of the corners. */
export const sizeOf = ([a, b, c, d]: Quad): { readonly width: number; readonly height: number } => ({
  width: Math.max(distance(a, b), distance(d, c)),
  height: Math.max(distance(a, d), distance(b, c)),
})

export const areaOf = (quad: Quad): number =>
  Math.abs(quad.reduce((sum, [x, y], index) => sum + crossOf([x, y], quad[(index + 1) % 4]!), 0)) / 2

const crossOf = ([x1, y1]: Point, [x2, y2]: Point): number => x1 * y2 - x2 * y1

export function isConvex(quad: Quad): boolean {
  const turns = quad.map((from, index) => {
    const [at, to] = [quad[(index + 1) % 4]!, quad[(index + 2) % 4]!]
    return crossOf([at[0] - from[0], at[1] - from[1]], [to[0] - at[0], to[1] - at[1]])
  })
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0)
}

/** The perspective that maps the unit square to `quad` (Heckbert, Fundamentals of Texture Mapping, 2.2.3). */
export function perspectiveTo([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): (u: number, v: number) => Point {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / determinant
  const h = (dx1 * sy - sx * dy1) / determinant
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3]
  return (u, v) => {
    const w = g * u + h * v + 1
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w]
  }
}
