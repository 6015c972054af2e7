import { setTimeout } from 'node:timers/promises'
import type { Database } from '#server/db/connect/database.ts'
import { spacesOf } from './free-space.ts'
import type { Metrics } from './metrics.ts'

interface MeasuredState {
  readonly database: Pick<Database, 'pools' | 'isReady'>
  readonly streams: { readonly count: () => number }
  readonly lastBackupAt: () => Promise<Date | undefined>
  readonly folders: Readonly<Record<string, string>>
}

export function gaugeServer(
  metrics: Pick<Metrics, 'gauge' | 'gaugeBy'>,
  { database, streams, lastBackupAt, folders }: MeasuredState,
): void {
  const ofPools = (key: 'busy' | 'waiting' | 'size') => () =>
    Object.fromEntries(Object.entries(database.pools()).map(([pool, load]) => [pool, load[key]]))
  const isReady = () => Promise.race([database.isReady(), setTimeout(1_000, false, { ref: false })])

  metrics.gauge('ready', '1 while the database can be read and written, else 0', async () => Number(await isReady()))
  metrics.gauge('streams_open', 'Open streams', () => streams.count())
  metrics.gaugeBy('pool', 'db_connections_busy', 'Connections to the database in use', ofPools('busy'))
  metrics.gaugeBy('pool', 'db_connections_max', 'Connections to the database that a pool may open', ofPools('size'))
  metrics.gaugeBy('pool', 'db_callers_waiting', 'Callers that wait for a connection', ofPools('waiting'))
  metrics.gaugeBy('volume', 'storage_free_bytes', 'Free space of a volume', () => spacesOf(folders, 'free'))
  metrics.gaugeBy('volume', 'storage_size_bytes', 'Size of a volume', () => spacesOf(folders, 'total'))
  metrics.gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup finished; missing until one is recorded',
    async () => {
      const at = await lastBackupAt()
      return at && at.getTime() / 1_000
    },
  )
}
