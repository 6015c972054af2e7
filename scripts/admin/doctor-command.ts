// Works even if the database does not respond. Creates no database, keys or folders, and runs no migrations.
import { resolve } from 'node:path'
import postgres from 'postgres'
import { type Config, readConfig } from '#server/config.ts'
import { hasCluster, startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { checks } from '../doctor/checks.ts'
import type { Finding } from '../doctor/check.ts'
import { exitCodeOf, reasonOf, type Result, runChecks } from '../doctor/run-checks.ts'

interface Options {
  readonly json: boolean
  readonly mailTo: string | undefined
  readonly timeoutMs: number
  readonly print: (line: string) => void
}

type Env = Readonly<Record<string, string | undefined>>

/** Returns the exit code: 0, 1 with warnings, 2 with problems. */
export async function doctorCommand(env: Env, options: Options): Promise<0 | 1 | 2> {
  const onResult = (result: Result) => {
    if (!options.json) options.print(lineOf(result))
  }
  const results = await resultsOf(env, options, onResult)
  const exitCode = exitCodeOf(results)
  if (options.json) options.print(JSON.stringify({ exitCode, checks: results }))
  return exitCode
}

async function resultsOf(env: Env, options: Options, onResult: (result: Result) => void): Promise<readonly Result[]> {
  const fail = (name: string, error: unknown): readonly Result[] => {
    const result: Result = { name, level: 'problem', text: reasonOf(error).replaceAll(/\n\s*/g, ' ') }
    onResult(result)
    return [result]
  }
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    return fail('settings', error)
  }
  const { DATABASE_URL, DATA_DIR } = config
  const dataDir = resolve(DATA_DIR)
  if (!DATABASE_URL && !hasCluster(dataDir))
    return fail(
      'database',
      new Error(
        `There is no database in DATA_DIR (${dataDir}). Correct DATA_DIR, set DATABASE_URL, or start the server, which creates one.`,
      ),
    )
  const embedded = DATABASE_URL ? undefined : startEmbeddedPostgres({ dataDir, report: () => {} })
  try {
    const ownerUrl = DATABASE_URL ?? (await embedded!).url
    const sql = postgres(ownerUrl, { max: 4, connect_timeout: 5, onnotice: () => {} })
    try {
      const isDatabaseReachable = await sql`select 1`.then(
        () => true,
        () => false,
      )
      const context = { config, env, ownerUrl, isDatabaseReachable, sql: sql as typeof sql & Statements }
      return await runChecks(checks, { ...context, mailTo: options.mailTo }, options.timeoutMs, onResult)
    } finally {
      await sql.end({ timeout: 1 })
    }
  } catch (error) {
    return fail('database', error)
  } finally {
    await embedded?.then((each) => each.stop()).catch(() => {})
  }
}

const marks: Readonly<Record<Finding['level'], string>> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' }

const lineOf = ({ level, name, text }: Result): string => `${marks[level]}  ${name.padEnd(16)}  ${text}`
