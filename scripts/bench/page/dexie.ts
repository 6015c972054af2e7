import { Dexie } from 'dexie'
import { rowsByEntity } from './raw.ts'

const entities = ['projects', 'investors', 'investments'] as const

function openTables(name: string): Dexie {
  const database = new Dexie(name, { cache: 'disabled' })
  database.version(1).stores(Object.fromEntries(entities.map((entity) => [entity, 'id'])))
  return database
}

export async function dexieFill(name: string): Promise<void> {
  const database = openTables(name)
  const rows = await rowsByEntity()
  for (const entity of entities) await database.table(entity).bulkAdd(rows.get(entity) ?? [])
  database.close()
}

export async function dexieOpen(name: string): Promise<{ ms: number; rows: number }> {
  const start = performance.now()
  const database = openTables(name)
  const lists = await Promise.all(entities.map((entity) => database.table(entity).toArray()))
  return { ms: performance.now() - start, rows: lists.reduce((count, list) => count + list.length, 0) }
}
