const overlay = /^ *- '?(alert|alertdialog|dialog|status)\b/
const main = /^ *- main\b/
const omitted = /^ *- (\/url: .*|img)$/
const lineLength = 160

function isInside(kind: RegExp): (line: string) => boolean {
  let depth = Infinity
  return (line) => {
    const indent = line.search(/\S/)
    if (indent <= depth) depth = kind.test(line) ? indent : Infinity
    return depth < Infinity
  }
}

/** Dialogs, alerts and toasts first, then the main part, then the rest. */
export function excerptOf(snapshot: string, lineCount: number): readonly string[] {
  const [isOver, isMain] = [isInside(overlay), isInside(main)]
  const parts: Record<'over' | 'main' | 'beside', string[]> = { over: [], main: [], beside: [] }
  for (const line of snapshot.split('\n')) {
    const [over, inMain] = [isOver(line), isMain(line)]
    if (omitted.test(line)) continue
    const part = over ? 'over' : inMain ? 'main' : 'beside'
    parts[part].push(line.length > lineLength ? `${line.slice(0, lineLength)}…` : line)
  }
  const all = [...parts.over, ...parts.main, ...parts.beside]
  return all.length > lineCount ? [...all.slice(0, lineCount - 1), `… ${all.length - lineCount + 1} more lines`] : all
}
