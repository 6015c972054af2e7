// Finds a sheet that is brighter than what it lies on: the largest bright area, if it has four corners.
import { areaOf, isConvex, type Point, type Quad } from './geometry.ts'

export interface Picture {
  /** RGBA. */
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The sheet’s share of the picture. */
const [minShare, maxShare] = [0.15, 0.97]
/** Text and stamps leave holes in a bright area. */
const minFilled = 0.6

/** As fractions of the picture; null if there is no such sheet. */
export function detectPaper(picture: Picture): Quad | null {
  const { width, height } = picture
  const gray = grayOf(picture)
  const threshold = otsuThreshold(gray)
  const area = largestArea(
    gray.map((value) => (value > threshold ? 1 : 0)),
    width,
  )
  const share = area.length / (width * height)
  if (share < minShare || share > maxShare) return null
  const corner = (rank: (x: number, y: number) => number): Point => {
    let best = area[0]!
    for (const each of area) if (rankAt(each) > rankAt(best)) best = each
    return [best % width, Math.floor(best / width)]
    function rankAt(index: number): number {
      return rank(index % width, Math.floor(index / width))
    }
  }
  const quad: Quad = [
    corner((x, y) => -x - y),
    corner((x, y) => x - y),
    corner((x, y) => x + y),
    corner((x, y) => y - x),
  ]
  if (!isConvex(quad) || area.length / areaOf(quad) < minFilled) return null
  return quad.map(([x, y]) => [(x + 0.5) / width, (y + 0.5) / height]) as unknown as Quad
}

function grayOf({ data }: Picture): Uint8Array {
  const gray = new Uint8Array(data.length / 4)
  for (let index = 0; index < gray.length; index++)
    gray[index] = (data[4 * index]! * 299 + data[4 * index + 1]! * 587 + data[4 * index + 2]! * 114) / 1000
  return gray
}

/** The brightness that divides the values into two groups that differ most (Otsu 1979). */
function otsuThreshold(gray: Uint8Array): number {
  const counts = Array.from({ length: 256 }, () => 0)
  for (const value of gray) counts[value]!++
  const total = counts.reduce((sum, n, value) => sum + n * value, 0)
  let [below, sumBelow, best, threshold] = [0, 0, 0, 0]
  for (let value = 0; value < 256; value++) {
    below += counts[value]!
    sumBelow += value * counts[value]!
    const above = gray.length - below
    if (below === 0 || above === 0) continue
    const variance = below * above * (sumBelow / below - (total - sumBelow) / above) ** 2
    if (variance > best) [best, threshold] = [variance, value]
  }
  return threshold
}

function largestArea(isBright: Uint8Array, width: number): readonly number[] {
  let largest: readonly number[] = []
  for (let start = 0; start < isBright.length; start++) {
    if (!isBright[start]) continue
    const area = [start]
    isBright[start] = 0
    for (let next = 0; next < area.length; next++) {
      const index = area[next]!
      const column = index % width
      const neighbors = [index - width, index + width, column > 0 ? index - 1 : -1, column < width - 1 ? index + 1 : -1]
      for (const each of neighbors) {
        if (!isBright[each]) continue
        isBright[each] = 0
        area.push(each)
      }
    }
    if (area.length > largest.length) largest = area
  }
  return largest
}
