import { v7 as uuidv7 } from 'uuid'
import type { Importable } from '#schema/import/import-map.ts'
import type { ImportActor } from '#server/records/actor.ts'
import { writeAction } from '#server/records/write/write-action.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'

export async function notifyImportDone(
  deps: WriteDeps,
  actor: ImportActor,
  entity: Importable,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await writeAction(deps, actor, {
    entity,
    verb: 'import',
    entityId: uuidv7(),
    details: { after: counts },
    activity: { action: 'import', title: actor.file },
  })
}
