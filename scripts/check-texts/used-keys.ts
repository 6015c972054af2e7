import { entityNamed } from '#schema/registry.ts'
import { holes, optionalKeysOf, entityTemplates, requiredKeysOf } from './built-keys.ts'
import { literalsOf } from './literals.ts'

export interface Source {
  readonly path: string
  readonly text: string
}

export interface Used {
  /** Literal keys, and keys that follow from a list. */
  readonly must: ReadonlySet<string>
  /** Not reported as unused. */
  readonly may: ReadonlySet<string>
  readonly mistakes: readonly string[]
}

const isKey = /^[\w-]+(\.[\w-]+)*$/
const isWholeKey = /^\w+:[\w-]+(\.[\w-]+)*$/
const isTemplate = /^(?:[\w*]+:)?[\w*-]+(?:\.[\w*-]+)*$/
const serverPatterns: readonly (readonly [string, RegExp])[] = [
  ['pages', /\/page-texts\.ts'/],
  ['mail', /\btextsByLanguage\('mail'\)/],
]
const usesEntityTexts = /\/entity-texts\.ts('|$)/

export function usedKeys(sources: readonly Source[], namespaces: readonly string[]): Used {
  const entities = namespaces.flatMap((name) => entityNamed(name) ?? [])
  const must = new Set(entities.flatMap((entity) => requiredKeysOf(entity).map((key) => `${entity.name}:${key}`)))
  const may = new Set(entities.flatMap((entity) => optionalKeysOf(entity).map((key) => `${entity.name}:${key}`)))
  const mistakes: string[] = []
  const usedTemplates = new Set<string>()
  for (const { path, text } of sources) {
    const literals = literalsOf(text)
    const named = namespacesIn(text, namespaces)
    const entityScope =
      usesEntityTexts.test(text) || usesEntityTexts.test(path) ? [...named, ...entities.map(({ name }) => name)] : named
    for (const literal of literals) {
      if (literal.includes('*')) {
        const key = templateOf(literal, named, namespaces)
        if (key === undefined) continue
        usedTemplates.add(key)
        if (Object.hasOwn(holes, key)) for (const hole of holes[key]!) must.add(key.replace('*', hole))
        else if (!entityTemplates.includes(key) && !isOneEntity(key))
          mistakes.push(`${path}: no list says what ${literal} may be (scripts/check-texts/built-keys.ts)`)
      } else if (isWholeKey.test(literal) && namespaces.includes(literal.split(':')[0]!)) must.add(literal)
      else if (isKey.test(literal)) for (const namespace of entityScope) may.add(`${namespace}:${literal}`)
    }
  }
  const unusedTemplates = [...Object.keys(holes), ...entityTemplates].filter((key) => !usedTemplates.has(key))
  return { must, may, mistakes: [...mistakes, ...unusedTemplates.map((key) => `Nothing in the source builds ${key}`)] }
}

const namespacesIn = (text: string, namespaces: readonly string[]): string[] => [
  ...serverPatterns.filter(([, pattern]) => pattern.test(text)).map(([namespace]) => namespace),
  ...[...text.matchAll(/useTranslation\(([^)]*)\)|TFunction<([^>]*)>|texts\('(\w+)'\)/g)].flatMap((call) =>
    namespaces.filter((name) => call.slice(1).some((names) => names?.split(/[^\w]+/).includes(name))),
  ),
]

/** `investments:choices.status.*`: one entity's case of a general template. */
const isOneEntity = (key: string): boolean => {
  const [namespace, rest] = key.split(':')
  return entityNamed(namespace!) !== undefined && /^(fields|choices\.\w+)\.\*$/.test(rest ?? '')
}

/** The template as listed above; undefined if the literal is not a key. */
function templateOf(literal: string, named: readonly string[], namespaces: readonly string[]): string | undefined {
  if (!isTemplate.test(literal)) return undefined
  const [namespace, rest] = literal.split(':')
  if (rest !== undefined) return namespace === '*' || namespaces.includes(namespace!) ? literal : undefined
  if (entityTemplates.includes(literal)) return literal
  return named.map((name) => `${name}:${literal}`).find((key) => Object.hasOwn(holes, key))
}
