import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { copyCluster, copyRunning, type PreparedCluster } from './backups.ts'
import { openAddress } from './movable-address.ts'

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, throwAway: true, report: () => {} })

const isTrue = (url: string, condition: string): Promise<boolean> =>
  withSql(url, async (sql) => (await sql.unsafe(`select ${condition} as it`))[0]!['it'] === true)

export async function openPair(prepared: PreparedCluster) {
  const folders = ['primary', 'standby'].map((name) => mkdtempSync(join(tmpdir(), `holdfast-${name}-`)))
  const [own, other] = folders as [string, string]
  copyCluster(prepared.folder, join(own, 'postgres-18'))
  const primary = await start(own)
  const copy = join(other, 'postgres-18')
  await copyRunning({ asOwner: (run) => withSql(primary.url, run), folder: join(own, 'postgres-18') }, copy)
  chmodSync(copy, 0o700)
  const { port, username, password } = new URL(primary.url)
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=second`
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  writeFileSync(join(copy, 'standby.signal'), '')
  const standby = await start(other)
  const address = await openAddress(Number(port))
  let isFailedOver = false
  const set = (url: string, ...statements: readonly string[]) =>
    withSql(url, async (sql) => {
      for (const each of [...statements, 'select pg_reload_conf()']) await sql.unsafe(each)
    })

  return {
    url: Object.assign(new URL(primary.url), { port: String(address.port) }).href,
    async follow(): Promise<void> {
      await set(
        primary.url,
        // The test's fast settings turn it off.
        `alter role all set synchronous_commit = 'remote_apply'`,
        `alter system set synchronous_standby_names = 'second'`,
      )
      await expect
        .poll(() => isTrue(primary.url, `exists (select from pg_stat_replication where sync_state = 'sync')`))
        .toBe(true)
    },
    async delayReplay(): Promise<void> {
      await set(primary.url, `alter system set synchronous_standby_names = ''`)
      await set(standby.url, `alter system set primary_conninfo = ''`)
      await expect.poll(() => isTrue(primary.url, 'not exists (select from pg_stat_replication)')).toBe(true)
    },
    async loseAddress(): Promise<void> {
      address.moveTo(Number(new URL(standby.url).port))
    },
    async failOver(): Promise<void> {
      isFailedOver = true
      await primary.stop()
      await withSql(standby.url, (sql) => sql`select pg_promote()`)
      await set(standby.url, `alter system set synchronous_standby_names = ''`)
      address.moveTo(Number(new URL(standby.url).port))
    },
    async close(): Promise<void> {
      address.close()
      if (!isFailedOver) await primary.stop()
      await standby.stop()
      for (const each of folders) rmSync(each, { recursive: true, force: true })
    },
  }
}
