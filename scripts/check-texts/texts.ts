import { readdirSync, readFileSync } from 'node:fs'

export type Texts = ReadonlyMap<string, string>

export function readTexts(folder: string): Texts {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    files.flatMap((name) => {
      const texts: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
      return flat(texts).map(([key, text]) => [`${name.replace(/\.json$/, '')}:${key}`, text] as const)
    }),
  )
}

const flat = (texts: unknown): [string, string][] =>
  Object.entries(texts as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string'
      ? [[name, value]]
      : flat(value).map(([key, text]): [string, string] => [`${name}.${key}`, text]),
  )

const plural = /_(zero|one|two|few|many|other)$/

const keyOf = (key: string): string => key.replace(plural, '')

/** A text without plural forms has one, named ''. */
export function formsOf(texts: Texts): Map<string, Map<string, string>> {
  const forms = new Map<string, Map<string, string>>()
  for (const [key, text] of texts) {
    const group = forms.get(keyOf(key)) ?? new Map<string, string>()
    forms.set(keyOf(key), group.set(plural.exec(key)?.[1] ?? '', text))
  }
  return forms
}
