// Amounts become JavaScript numbers only here, because a chart does not need exact cents.

export interface Scale {
  readonly step: number
  readonly ticks: readonly string[]
  readonly heightOf: (value: string) => number
}

const approximateTicks = 4

const minStep = 0.01

/** 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(span: number): number {
  const rough = span / approximateTicks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= rough)!
  return Math.max(minStep, step * power)
}

/** From 0, or around the values alone if `isFitted`. */
export function scaleOf(values: readonly string[], isFitted = false): Scale {
  const numbers = [...values.map(Number), ...(isFitted && values.length > 0 ? [] : [0])]
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const step = niceStep(high - low || (isFitted && Math.abs(high) / 10) || 1)
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + Number(isFitted))
  const [bottom, span] = [first * step, (last - first || 1) * step]
  return {
    step,
    ticks: Array.from({ length: last - first + 1 }, (_, index) => ((first + index) * step).toFixed(2)),
    heightOf: (value) => (100 * (Number(value) - bottom)) / span,
  }
}
