import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tenantEntities } from '#schema/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['schema', 'sync-server', 'web', 'sw', 'e2e', 'scripts']
const aliases: Record<string, string> = { '#schema': 'schema', '#server': 'sync-server', '#web': 'web', '#sw': 'sw' }

interface Import {
  readonly from: string
  readonly to: string
  readonly isPackage: boolean
}

const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bvi\.(?:mock|importActual)\(\s*)(['"])([^'"\n]+)\1/g

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8')
  return [...text.matchAll(pattern)].map(([, , name]): Import => {
    const path = name!.split('?')[0]!
    if (path.startsWith('.')) return { from, to: posix.join(posix.dirname(from), path), isPackage: false }
    const [alias = '', ...rest] = path.split('/')
    if (aliases[alias]) return { from, to: posix.join(aliases[alias], ...rest), isPackage: false }
    return { from, to: path, isPackage: true }
  })
}

const isGenerated = (path: string): boolean => path.includes('.gen.')
const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /^(schema|web|sync-server)\/(.*\/)?test\//.test(path)

const files = packages.flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(name, path.split(sep).join('/')))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules') && !isGenerated(path)),
)
const imports = files.flatMap(importsOf)
const ofProduct = imports.filter(({ from }) => !isTest(from))

const packageOf = (path: string): string => path.split('/')[0]!
const partOf = (path: string): string => {
  const [, part = '', name = ''] = path.split('/')
  return part === 'entities' ? `${part}/${name}` : part
}
const show = ({ from, to }: Import): string => `${from} -> ${to}`
const breaches = (candidates: readonly Import[], isBreach: (each: Import) => boolean) =>
  candidates.filter(isBreach).map(show)

/** Imports inside a folder that lead to a higher layer. Unlisted files are above all layers. */
function upward(folder: string, ...layers: readonly (readonly string[])[]): string[] {
  const rankOf = (path: string): number => {
    const rest = path.slice(folder.length + 1)
    const rank = layers.findIndex((names) => names.some((name) => rest === name || rest.startsWith(`${name}/`)))
    return rank < 0 ? layers.length : rank
  }
  const inside = ofProduct.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${folder}/`)))
  for (const name of layers.flat()) {
    const isUsed = inside.some((each) =>
      [each.from, each.to].some((path) => `${path}/`.startsWith(`${folder}/${name}/`)),
    )
    expect(isUsed, `${folder}/${name} is part of no import`).toBe(true)
  }
  return [...new Set(breaches(inside, ({ from, to }) => !to.endsWith('.css') && rankOf(to) > rankOf(from)))].toSorted()
}

const mayImport: Record<string, (to: string) => boolean> = {
  schema: () => false,
  'sync-server': (to) => packageOf(to) === 'schema',
  web: (to) => packageOf(to) === 'schema',
  sw: (to) => packageOf(to) === 'schema' || to.startsWith('web/store/'),
  e2e: () => true,
  scripts: () => true,
}

describe('the packages', () => {
  it('were read', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(imports.filter(({ isPackage }) => !isPackage).length).toBeGreaterThan(400)
    for (const name of ['schema', 'sync-server', 'web', 'scripts']) expect(files.map(packageOf)).toContain(name)
  })

  it('import each other downward only', () => {
    const crossing = ofProduct.filter(({ from, to, isPackage }) => !isPackage && packageOf(from) !== packageOf(to))
    expect(breaches(crossing, ({ from, to }) => !mayImport[packageOf(from)]!(to))).toEqual([])
  })

  it('no file of the product imports scripts, end-to-end tests or the tests of another package', () => {
    const ofPackages = imports.filter(
      ({ from, isPackage }) => !isPackage && !['scripts', 'e2e'].includes(packageOf(from)),
    )
    expect(breaches(ofPackages, ({ to }) => ['scripts', 'e2e'].includes(packageOf(to)))).toEqual([])
    expect(
      breaches(
        ofProduct,
        ({ from, to, isPackage }) => !isPackage && isTest(to) && !['scripts', 'e2e'].includes(packageOf(from)),
      ),
    ).toEqual([])
  })

  it('name the file they import, with its extension', () => {
    const own = imports.filter(({ isPackage }) => !isPackage)
    expect(breaches(own, ({ to }) => !/\.(ts|tsx|css|json|mjs|svg)$/.test(to))).toEqual([])
  })

  it('form no cycle, even where code is loaded later and where only types are imported', () => {
    let left = imports.filter(({ isPackage }) => !isPackage)
    for (let before = Infinity; left.length < before;) {
      before = left.length
      const [importing, imported] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))]
      left = left.filter(({ from, to }) => importing.has(to) && imported.has(from))
    }
    expect(left.map(show)).toEqual([])
  })

  it('schema needs neither a browser nor Node', () => {
    const packages = ofProduct.filter(({ from, isPackage }) => isPackage && packageOf(from) === 'schema')
    const used = [...new Set(packages.map(({ to }) => to))].toSorted()
    expect(
      used.filter(
        (name) => !['zod', 'zod/mini', 'big.js', '@noble/hashes/sha2.js', '@noble/hashes/utils.js'].includes(name),
      ),
    ).toEqual([])
  })

  it('the store needs neither React nor a page, so that the service worker may use it', () => {
    const store = ofProduct.filter(({ from }) => from.startsWith('web/store/'))
    expect(store.length).toBeGreaterThan(20)
    expect(breaches(store, ({ to, isPackage }) => isPackage && /^(react|@mantine|@tanstack|i18next)/.test(to))).toEqual(
      [],
    )
  })
})

describe('inside web', () => {
  const foundation = ['i18n', 'themes']
  const shell = ['app', 'entry.ts', 'main.tsx']
  const rankOf = (part: string): number => {
    if (part === 'store') return 0
    if (foundation.includes(part)) return 1
    if (part === 'ui') return 2
    if (part === 'records') return 3
    if (part === 'session') return 4
    return shell.includes(part) ? 6 : 5
  }
  const inside = ofProduct.filter(
    ({ from, to, isPackage }) =>
      !isPackage && packageOf(from) === 'web' && packageOf(to) === 'web' && partOf(from) !== partOf(to),
  )

  it('store <- i18n, themes <- ui <- records <- session <- features <- app, entry.ts, main.tsx', () => {
    expect(inside.length).toBeGreaterThan(50)
    expect(breaches(inside, ({ from, to }) => rankOf(partOf(to)) > rankOf(partOf(from)))).toEqual([])
  })

  it('inside ui: its own files <- format, commands <- overlay <- page <- table, search, form <- chart', () => {
    const above: Record<string, number> = {
      format: 1,
      commands: 1,
      overlay: 2,
      page: 3,
      table: 4,
      search: 4,
      form: 4,
      chart: 5,
    }
    const folderOf = (path: string): string => path.split('/').slice(2, -1)[0] ?? ''
    const between = ofProduct.filter(
      ({ from, to }) => [from, to].every((each) => each.startsWith('web/ui/')) && folderOf(from) !== folderOf(to),
    )
    const rank = (path: string): number => (folderOf(path) === '' ? 0 : (above[folderOf(path)] ?? NaN))
    expect(between.length).toBeGreaterThan(15)
    expect(breaches(between, ({ from, to }) => !(rank(to) < rank(from)))).toEqual([])
  })

  it('inside ui/overlay: its own files <- toasts <- popovers <- dialogs', () => {
    const shared = [
      'escape.ts',
      'focus-return.ts',
      'loading-placeholder.tsx',
      'press-shield.ts',
      'use-sync-center.ts',
      'use-overlay.ts',
    ]
    expect(upward('web/ui/overlay', shared, ['toasts'], ['popovers'], ['dialogs'])).toEqual([])
  })

  it('inside the store: base <- disk <- wire <- feed <- tables <- outbox <- files <- core <- undo <- commands <- sync <- its own files', () => {
    const layers = ['base', 'disk', 'wire', 'feed', 'tables', 'outbox', 'files', 'core', 'undo', 'commands.ts', 'sync']
    expect(upward('web/store', ...layers.map((name) => [name]))).toEqual([])
  })

  it('inside records: names, data <- figures <- actions <- filters <- form <- columns <- list <- dialogs <- details <- tabs', () => {
    const layers = [['figures'], ['actions'], ['filters'], ['form'], ['columns'], ['list'], ['dialogs']]
    const above = [['files', 'saved-views', 'holdings', 'history'], ['details'], ['tabs']]
    expect(upward('web/records', ['names', 'data'], ...layers, ...above)).toEqual([])
  })

  it('inside app: start <- notices <- routes <- commands <- lists <- shell <- its own files', () => {
    const layers = ['start', 'notices', 'routes', 'commands', 'lists', 'shell']
    expect(upward('web/app', ...layers.map((name) => [name]))).toEqual([])
  })

  it('ui imports no entity', () => {
    const ui = ofProduct.filter(({ from, to }) => from.startsWith('web/ui/') && packageOf(to) === 'schema')
    expect(ui.length).toBeGreaterThan(10)
    const generic = ['money/money', 'money/dates', 'kernel/fold-text', 'kernel/entity', 'kernel/enumerations'].map(
      (name) => `schema/${name}.ts`,
    )
    expect(breaches(ui, ({ to }) => !generic.includes(to))).toEqual([])
  })

  it('a feature never imports a feature', () => {
    const between = inside.filter(({ from }) => rankOf(partOf(from)) === 5)
    expect(breaches(between, ({ to }) => rankOf(partOf(to)) === 5)).toEqual([])
  })
})

describe('inside schema', () => {
  it('kernel, money <- app <- sync <- themes <- entities <- registry <- rules <- records <- verbs <- portfolio <- import', () => {
    const layers = [
      'app',
      'sync',
      'themes',
      'entities',
      'registry.ts',
      'rules.ts',
      'records',
      'verbs.ts',
      'portfolio',
      'import',
    ]
    // Types of rows, and the list of entities.
    expect(upward('schema', ['kernel', 'money'], ...layers.map((name) => [name]))).toEqual([
      'schema/entities/document-signatures/rules.ts -> schema/registry.ts',
      'schema/entities/investments/rules.ts -> schema/registry.ts',
      'schema/entities/investors/verbs.ts -> schema/registry.ts',
      'schema/entities/referrals/rules.ts -> schema/registry.ts',
      'schema/kernel/entity-rules.ts -> schema/registry.ts',
      'schema/kernel/verb.ts -> schema/registry.ts',
    ])
  })
})

describe('inside sync-server', () => {
  const below = [
    'version.ts',
    'settings',
    'config.ts',
    'log.ts',
    'texts',
    'db',
    'monitoring',
    'secrets',
    'bus',
    'records',
    'jobs',
    'mail',
    'auth',
    'http',
    'sync',
  ]
  const feature = below.length
  const above = [
    'rules.ts',
    'jobs.ts',
    'verbs.ts',
    'calls.ts',
    'app.ts',
    'backup',
    'firm-export',
    'firm-admin',
    'demo',
    'main.ts',
  ]
  const rankOf = (part: string): number =>
    below.includes(part) ? below.indexOf(part) : feature + above.indexOf(part) + 1
  const inside = ofProduct.filter(
    ({ from, to, isPackage }) =>
      !isPackage && packageOf(from) === 'sync-server' && packageOf(to) === 'sync-server' && partOf(from) !== partOf(to),
  )

  it('texts <- db <- monitoring <- secrets <- bus <- records <- jobs <- mail <- auth <- http <- sync <- features <- app <- backup <- firm-export <- firm-admin <- demo <- main', () => {
    expect(inside.length).toBeGreaterThan(50)
    expect(breaches(inside, ({ from, to }) => rankOf(partOf(to)) > rankOf(partOf(from)))).toEqual([])
  })

  it('inside http: env <- pages <- errors <- headers <- client <- limits <- calls <- security <- openapi', () => {
    const layers = ['env.ts', 'pages', 'errors.ts', 'headers', 'client', 'limits', 'calls', 'security', 'openapi']
    expect(upward('sync-server/http', ...layers.map((name) => [name]))).toEqual([])
  })

  it('inside records: its own files <- rows <- audit <- read <- judge <- write', () => {
    const shared = ['actor', 'background-tasks', 'ends-within', 'former-number', 'hash-of', 'coded-error'].map(
      (name) => `${name}.ts`,
    )
    expect(upward('sync-server/records', shared, ['rows'], ['audit'], ['read'], ['judge'], ['write'])).toEqual([])
  })

  it('inside db: postgres <- connect <- tables <- its own files', () => {
    expect(upward('sync-server/db', ['postgres'], ['connect'], ['tables'])).toEqual([])
  })

  it('its tests use the app whose responses are compared with the API description', () => {
    const ofTests = imports.filter(({ from, to }) => isTest(from) && to === 'sync-server/app.ts')
    const own = ofTests.filter(({ from }) => packageOf(from) === 'sync-server').map(({ from }) => from)
    expect(own.toSorted(), 'besides the one that makes it, and what it needs').toEqual([
      'sync-server/test/app.ts',
      'sync-server/test/server.ts',
    ])
  })

  it('a feature never imports a feature', () => {
    const between = inside.filter(({ from }) => rankOf(partOf(from)) === feature)
    expect(breaches(between, ({ to }) => rankOf(partOf(to)) === feature)).toEqual([])
  })
})

describe('writing', () => {
  const outside = ofProduct.filter(
    ({ from, isPackage }) => !isPackage && from.startsWith('sync-server/') && !from.startsWith('sync-server/records/'),
  )

  /** The parts of `records` that judge and save, for everything outside. */
  const open = [
    'transact',
    'batch',
    'write',
    'write-action',
    'directory-actions',
    'newer-names',
    'today',
    'checkpoint-chain',
  ]
    .map((name) => `write/${name}`)
    .concat('judge/outcome', 'judge/recovery')
    .map((name) => `sync-server/records/${name}.ts`)
  /** Which files use the other parts, and why. */
  const exceptions: Readonly<Record<string, string>> = {
    'firm-admin/erase-person.ts -> write/erase-rows.ts': 'the command erases a person',
    'held-changes/accept-held.ts -> write/database-error.ts': 'the database may be unable to store a verdict’s texts',
    'held-changes/accept-held.ts -> write/earlier-verdicts.ts': 'a held change may have been decided earlier',
    'trash/list-trash.ts -> judge/judge-restore.ts': 'what can be restored',
    'trash/purge.ts -> judge/judge-restore.ts': 'what can no longer be restored',
    'trash/purge.ts -> write/purge-rows.ts': 'the job purges',
    'verdicts/forget-verdicts.ts -> write/earlier-verdicts.ts': 'the job forgets verdicts',
  }

  const inner = outside
    .filter(({ to }) => /^sync-server\/records\/(judge|write)\//.test(to) && !open.includes(to))
    .map(({ from, to }) => `${from.replace('sync-server/', '')} -> ${to.replace('sync-server/records/', '')}`)

  it('goes through transact or writeChanges: no other file judges, stamps or saves rows', () => {
    expect(inner.filter((each) => !Object.hasOwn(exceptions, each))).toEqual([])
    expect(Object.keys(exceptions).filter((each) => !inner.includes(each))).toEqual([])
  })

  it('reads and stages rows in a working set that only `records` creates, and the trash for its list', () => {
    const using = outside.filter(({ to }) => to === 'sync-server/records/rows/working-set.ts').map(({ from }) => from)
    const creating = using.filter((path) => readFileSync(join(root, path), 'utf8').includes('createWorkingSet'))
    expect(creating).toEqual(['sync-server/trash/list-trash.ts'])
  })

  it('no feature writes a record by SQL', () => {
    const tables = tenantEntities.map(({ table }) => table).join('|')
    const writes = new RegExp(`\\b(insert into|update|delete from)\\s+(${tables})\\b`, 'i')
    const sources = files.filter((path) => path.startsWith('sync-server/') && !isTest(path))
    const writing = sources.filter((path) => writes.test(readFileSync(join(root, path), 'utf8')))
    expect(writing.filter((path) => !/^sync-server\/(db|records)\//.test(path))).toEqual([])
    expect(writes.test('update investors set'), 'the pattern finds one').toBe(true)
  })
})

describe('the reader of imports', () => {
  it('sees every kind of import', () => {
    const text = `import a from 'a'\nimport 'b.css'\nimport {\n c,\n} from "c"\nexport * from 'd'\nconst e = await import('e')\nimport type { F } from 'f'`
    expect([...text.matchAll(pattern)].map(([, , name]) => name)).toEqual(['a', 'b.css', 'c', 'd', 'e', 'f'])
  })

  it('finds this file', () => {
    expect(files).toContain(posix.join(relative(root, dirname(fileURLToPath(import.meta.url))), 'imports.test.ts'))
  })
})
