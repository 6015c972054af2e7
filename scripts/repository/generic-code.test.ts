import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { entities, registry, tenantEntities } from '#schema/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entityNames = Object.keys(registry)

const fileWords = entities.flatMap(({ table }) => {
  const word = table.replaceAll('_', '-')
  return [word, word.replace(/s$/, '')]
})

const isOfEntity = (path: string): boolean =>
  path
    .split('/')
    .slice(1)
    .some((part) =>
      fileWords.some((word) => part === word || part.startsWith(`${word}-`) || part.startsWith(`${word}.`)),
    )

const isDemo = (path: string): boolean => path.startsWith('sync-server/demo/')

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /\/test\//.test(path)

const files = ['schema', 'sync-server', 'web', 'sw'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.split(sep).join('/')))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules') && !isTest(path)),
)

function entityQuestions(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const name = `(['"\`])(${entityNames.join('|')})\\1`
  const comparison = new RegExp(
    `[!=]==?\\s*${name}|\\bcase\\s+${name.replace('\\1', '\\3')}|${name.replace('\\1', '\\5')}\\s*[!=]==?`,
    'g',
  )
  const list = new RegExp(`\\[[^\\][]*${name}[^\\][]*\\](?:\\s+as const)?\\)?\\.(?:includes|indexOf|some)\\(`, 'g')
  const set = new RegExp(`new Set(?:<[^>]*>)?\\(\\[[^\\][]*${name}`, 'g')
  return [comparison, list, set, ...declaredIn(code)].flatMap((each) =>
    [...code.matchAll(each)].map(([found]) => found),
  )
}

function declaredIn(code: string): RegExp[] {
  const taken = [...code.matchAll(/\bconst \{([^}]*)\} = registry\b/g)].flatMap(([, names]) => names!.split(','))
  const own = taken.map((each) => each.split(':').at(-1)!.trim()).filter((each) => /^\w+$/.test(each))
  const named = [
    `registry\\.(?:${entityNames.join('|')})`,
    `registry\\[['"\`](?:${entityNames.join('|')})['"\`]\\]`,
    ...own,
  ]
  const entity = `(?:${named.join('|')})(?:\\.name)?(?![\\w.[])`
  return [new RegExp(`(?:[!=]==?|\\bcase)\\s*${entity}`, 'g'), new RegExp(`(?<![\\w.])${entity}\\s*[!=]==?`, 'g')]
}

describe('generic code', () => {
  it('compares with no entity name', () => {
    const generic = files.filter((path) => !isOfEntity(path) && !isDemo(path))
    expect(generic.length).toBeGreaterThan(400)
    const senders = generic.flatMap((path) =>
      entityQuestions(readFileSync(join(root, path), 'utf8')).map((found) => `${path}: ${found}`),
    )
    expect(senders).toEqual([])
  })

  it("reads no entity's table by SQL", () => {
    // Written by `records` for every change.
    const own = ['audit_logs', 'activities']
    const tables = tenantEntities.map(({ table }) => table).filter((table) => !own.includes(table))
    const reads = new RegExp(`\\b(from|join|into|update)\\s+(${tables.join('|')})\\b`, 'i')
    const below = ['texts', 'db', 'secrets', 'bus', 'records', 'jobs', 'mail', 'auth', 'http', 'sync']
    const modules = [...below, 'held-changes', 'import', 'trash', 'verdicts']
    const sources = files.filter((path) => modules.some((folder) => path.startsWith(`sync-server/${folder}/`)))
    for (const folder of modules)
      expect(sources.filter((path) => path.startsWith(`sync-server/${folder}/`))).not.toEqual([])
    const generic = sources.filter((path) => !isOfEntity(path))
    expect(generic.length).toBeGreaterThan(150)
    expect(generic.filter((path) => reads.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
    expect(reads.test('select n from user_preferences where'), 'the pattern finds one').toBe(true)
  })

  it.each([
    "entity === 'documents'",
    "of.name !== 'investments'",
    "if ('users' == name)",
    "case 'projects':",
    "['deals', 'documents'].includes(entity)",
    "const special = new Set<string>(['x', 'valuations'])",
    'of === registry.projects',
    'name === registry.projects.name',
    "registry['documents'] !== of",
    'const { deals, documents } = registry\nif (of === documents) return',
  ])('%s would be found', (text) => {
    expect(entityQuestions(text)).toHaveLength(1)
  })

  it.each([
    "registry['documents']",
    'kind === registry.projects.fields.type',
    'const { deals, documents } = registry\nreturn documents',
    "// entity === 'documents'",
    "useTable('projects')",
    "{ entity: 'documents' }",
    "kind === 'documentsX'",
  ])('%s is not a question', (text) => {
    expect(entityQuestions(text)).toEqual([])
  })

  it('distinguishes the files of an entity from generic ones', () => {
    const known = [
      'schema/entities/investments/rules.ts',
      'schema/entities/documents/entity.ts',
      'sync-server/entities/documents/rules.ts',
      'web/entities/projects/roi-card.tsx',
    ]
    expect(known.filter((path) => !isOfEntity(path))).toEqual([])
    expect(
      [
        'schema/rules.ts',
        'sync-server/records/judge/judge.ts',
        'web/records/form/field.tsx',
        'web/store/core/local-data.ts',
      ].filter(isOfEntity),
    ).toEqual([])
  })
})
