export interface Line {
  readonly work: string
  readonly baseline: string
  readonly ratio: string
  readonly target: string
}

const headings: Line = { work: 'work', baseline: 'baseline in the same run', ratio: 'ratio', target: 'target' }
const columns = ['work', 'baseline', 'ratio', 'target'] as const

export function printTable(title: string, lines: readonly Line[]): void {
  const widths = columns.map((column) => Math.max(...[headings, ...lines].map((line) => line[column].length)))
  const row = (line: Line) => `| ${columns.map((column, at) => line[column].padEnd(widths[at]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  console.log(`\n${title}`)
  for (const each of [row(headings), rule, ...lines.map(row)]) console.log(each)
}

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: 'µs' | 'ms' | 'MB' | 'kB' | 'per s'
}

export const us = (name: string, value: number): Figure => ({ name, value, unit: 'µs' })
export const ms = (name: string, value: number): Figure => ({ name, value, unit: 'ms' })
export const mb = (name: string, value: number): Figure => ({ name, value, unit: 'MB' })
export const kb = (name: string, value: number): Figure => ({ name, value, unit: 'kB' })
export const perSecond = (name: string, value: number): Figure => ({ name, value, unit: 'per s' })

const text = ({ name, value, unit }: Figure): string =>
  `${name}: ${value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ${unit}`

/** `over`: the missed share; 0.25 is a quarter. */
const verdict = (over: number): string => (over <= 0 ? 'met' : `MISSED by ${Math.max(1, Math.round(over * 100))} %`)

/** Lower is better. */
export function atMost(times: number, work: Figure, baseline: Figure): Line {
  const ratio = work.value / baseline.value
  return {
    work: text(work),
    baseline: text(baseline),
    ratio: `${ratio.toFixed(2)} x`,
    target: `<= ${times} x, ${verdict(ratio / times - 1)}`,
  }
}

/** Higher is better. */
export function atLeast(times: number, work: Figure, baseline: Figure): Line {
  const ratio = work.value / baseline.value
  return {
    work: text(work),
    baseline: text(baseline),
    ratio: `${ratio.toFixed(2)} x`,
    target: `>= ${times} x, ${verdict(1 - ratio / times)}`,
  }
}

export function fasterBy(times: number, work: Figure, baseline: Figure): Line {
  const ratio = baseline.value / work.value
  return {
    work: text(work),
    baseline: text(baseline),
    ratio: `${ratio.toFixed(1)} x faster`,
    target: `>= ${times} x faster, ${verdict(1 - ratio / times)}`,
  }
}

export const within = (limit: number, work: Figure, baseline?: Figure): Line => ({
  work: text(work),
  baseline: baseline ? text(baseline) : '',
  ratio: baseline ? `${(baseline.value / work.value).toFixed(1)} x faster` : '',
  target: `<= ${Math.round(limit)} ${work.unit}, ${verdict(work.value / limit - 1)}`,
})

export const noted = (work: Figure, baseline?: Figure): Line => ({
  work: text(work),
  baseline: baseline ? text(baseline) : '',
  ratio: baseline ? `${(work.value / baseline.value).toFixed(2)} x` : '',
  target: '',
})
