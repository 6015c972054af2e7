import { v7 as uuidv7 } from 'uuid'
import type { Viewer } from '#schema/viewer.ts'
import { writeAct } from '../records/write-act.ts'
import type { WriteDeps } from '../records/deps.ts'

/** Nobody wants to read of each of thousands of rows: a run has one activity, and in the audit trail its counts. */
export async function tellImport(
  deps: WriteDeps,
  viewer: Viewer,
  entity: string,
  fileName: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await writeAct(deps, viewer, {
    action: 'imports.run',
    entityType: entity,
    entityId: uuidv7(),
    details: { file: fileName, after: counts },
    news: { action: 'import', title: fileName.slice(0, 255).toWellFormed() },
  })
}
