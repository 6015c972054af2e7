import type { Texts } from './texts.ts'

/** A row: key, former text if it is a correction, text, reason. */
const row = /^\| `?(\w+)[:.]([\w.-]+)/

/** English explains terms: its texts are the originals. */
const minExplainedIn = (code: string): number => (code === 'en' ? 0 : 60)

/** In the table, … stands for an omission, and ; separates two texts. */
export function glossaryMistakes(code: string, glossary: string, texts: Texts): string[] {
  const namespaces = new Set([...texts.keys()].map((key) => key.split(':')[0]!))
  const mistakes: string[] = []
  let explained = 0
  for (const line of glossary.split('\n')) {
    const [, namespace, key] = row.exec(line) ?? []
    if (!namespace || !namespaces.has(namespace)) continue
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [text, reason] = cells.slice(-2)
    if (cells.length === 3) explained++
    const keys = [...texts.keys()].filter((each) => each.startsWith(`${namespace}:`))
    if (!keys.some((each) => each.startsWith(`${namespace}:${key}`)))
      mistakes.push(`${namespace}:${key} does not exist`)
    if (!reason) mistakes.push(`${namespace}:${key} has no reason`)
    const shown = keys.map((each) => texts.get(each)!)
    for (const part of text!.split(/…|; /).map((each) => each.trim()))
      if (!shown.some((each) => each.includes(part))) mistakes.push(`${namespace}:${key} does not say “${part}”`)
  }
  if (explained < minExplainedIn(code)) mistakes.push(`only ${explained} texts are explained`)
  return mistakes.map((mistake) => `${code}, GLOSSARY.md: ${mistake}`)
}
