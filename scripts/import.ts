// npm run import -- --firm NAME --as EMAIL --entity projects|investors|investments --map FILE.json FILE.csv
//   [--dry-run] [--errors OUT.csv]
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isImportable } from '#schema/import/import-map.ts'
import { openHints } from '#server/bus/bus.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { ImportError } from '#server/import/import-error.ts'
import { importFile, type ImportOrder, openOrder } from '#server/import/import-file.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { rules } from '#server/rules.ts'
import { requireKeys } from '#server/installation.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

const usage =
  'Usage: npm run import -- --firm NAME --as EMAIL --entity projects|investors|investments --map FILE.json FILE.csv [--dry-run] [--errors OUT.csv]'

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      firm: { type: 'string' },
      as: { type: 'string' },
      entity: { type: 'string' },
      map: { type: 'string' },
      errors: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })

function readOrder(): ImportOrder {
  const { values, positionals } = argumentsOrUsage()
  const { firm, as, entity, map, errors } = values
  const [file, ...more] = positionals
  if (!firm || !as || !entity || !map || !file || more.length) throw new ImportError(usage)
  if (!isImportable(entity)) throw new ImportError(`${entity} cannot be imported.\n${usage}`)
  const at = (path: string) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
  return {
    firm,
    email: as,
    entity,
    mapPath: at(map),
    path: at(file),
    errorsPath: errors === undefined ? undefined : at(errors),
    dryRun: values['dry-run'],
  }
}

function argumentsOrUsage(): ReturnType<typeof readArguments> {
  try {
    return readArguments()
  } catch (error) {
    throw new ImportError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error })
  }
}

async function main(): Promise<void> {
  const order = await openOrder(readOrder())
  const config = readConfig(process.env)
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR) })
  try {
    const ownerUrl = config.DATABASE_URL ?? embedded!.url
    await migrate(ownerUrl)
    const database = await openDatabase(ownerUrl, 2)
    const hints = await openHints(database, (error) => console.error('A hint was not sent:', error))
    const backgroundTasks = createBackgroundTasks((error) => console.error('What follows a commit failed:', error))
    const { now } = database.clock
    const keys = openKeys(config, now)
    const auditKeys = createAuditKeys(keys)
    const deps = { database, hints, backgroundTasks, now, rules, auditKeys }
    try {
      await requireKeys(database, keys())
      await importFile(deps, order, (line) => console.log(line))
    } finally {
      await backgroundTasks.settled()
      await hints.close()
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}

stopWithLauncher()
try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
