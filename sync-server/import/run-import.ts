import type { Entity } from '#schema/kernel/entity.ts'
import type { WordsForValue } from '#schema/import/cell-words.ts'
import { type Importable, importables, type ImportMap, keyOf } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { createRowReader, type ParsedRow, readRecord } from '#schema/import/read-row.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { limits } from '#schema/sync/protocol.ts'
import { registry } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { ImportActor } from '#server/records/actor.ts'
import { todayOf } from '#server/records/write/today.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { tryComposed, writeComposed } from '#server/records/write/write.ts'
import type { ImportFile } from './open-file.ts'
import { createPlanner, type Overwritten, type Plan } from './plan.ts'
import { createReferences } from './references.ts'
import { notifyImportDone } from './report-import.ts'
import { withRetries } from './with-retries.ts'

export interface ImportRequest {
  readonly viewer: Viewer
  readonly entity: Importable
  readonly map: ImportMap
  readonly file: ImportFile
  /** Absent: stored values only. */
  readonly wordsOf?: WordsForValue
  readonly dryRun: boolean
  /** Throws when the right was lost. */
  readonly requireRights?: () => Promise<void>
  readonly onUpdated?: (record: CsvRecord, overwritten: Overwritten) => void
  readonly onRefused: (record: CsvRecord, reasons: readonly Reason[]) => void | Promise<void>
}

export interface ImportSummary {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly dryRun: boolean
}

/** created + updated + unchanged + refused = rows. */
export async function runImport(deps: WriteDeps, request: ImportRequest): Promise<ImportSummary> {
  const { viewer, entity, map, file, wordsOf, dryRun, requireRights, onUpdated, onRefused } = request
  const actor: ImportActor = { kind: 'import', viewer, file: file.name.slice(0, 255).toWellFormed() }
  const definition = registry[entity] as Entity
  const reader = createRowReader(entity, map, file.header, wordsOf)
  const references = createReferences(definition, map)
  const planner = createPlanner({
    entity: definition,
    key: keyOf(entity, map),
    repeats: importables[entity].repeats,
    dryRun,
  })
  const write = dryRun ? tryComposed : writeComposed
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }

  async function decide(rows: readonly ParsedRow[]): Promise<Plan[]> {
    let plans: Plan[] = []
    const verdicts = await write(deps, actor, async (tx) => {
      await references.follow(tx)
      const today = await todayOf(tx, deps.rules, viewer, deps.now())
      plans = await planner.plan(
        tx,
        rows.map((row) => references.resolve(row)),
        today,
      )
      return plans.flatMap((plan) => ('change' in plan && plan.change ? [plan.change] : []))
    })
    return planner.settle(plans, verdicts)
  }

  async function importBatch(records: readonly CsvRecord[]): Promise<void> {
    const rows = records.map((record) => readRecord(reader, file.header.length, record))
    const plans = await withRetries(async () => {
      await requireRights?.()
      return decide(rows)
    })
    for (const [i, plan] of plans.entries()) {
      counts.rows++
      counts[plan.kind]++
      if (plan.kind === 'refused') await onRefused(records[i]!, plan.reasons)
      if ('overwritten' in plan && plan.overwritten) onUpdated?.(records[i]!, plan.overwritten)
    }
  }

  await deps.database.tenant(viewer.tenantId, async (tx) => {
    await references.follow(tx)
    await planner.follow(tx)
  })
  const report = async (): Promise<void> => {
    if (!dryRun && counts.created + counts.updated > 0) await notifyImportDone(deps, actor, entity, counts)
  }
  let batch: CsvRecord[] = []
  try {
    for await (const record of file.rows()) {
      if (batch.push(record) < limits.changesPerRequest) continue
      await importBatch(batch)
      batch = []
    }
    await importBatch(batch)
  } catch (error) {
    // The caller must learn why the run ended.
    await report().catch(() => {})
    throw error
  }
  await report()
  return { ...counts, dryRun }
}
