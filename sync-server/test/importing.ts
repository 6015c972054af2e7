import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import { reasonText } from '#schema/import/reasons.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { TestPerson } from './firm.ts'
import { openImportFile } from '#server/import/open-file.ts'
import { type ImportSummary, runImport } from '#server/import/run-import.ts'

export function setupFolder(): (name: string, content: string | Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-import-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return (name, content) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}

export const viewerOf = ({ tenantId, userId, role }: TestPerson): Viewer => ({
  tenantId,
  userId,
  role,
  investorIds: [],
})

export interface Imported extends ImportSummary {
  /** `line: reason; reason` of each refused row. */
  readonly refusals: readonly string[]
}

export async function importPath(
  deps: WriteDeps,
  person: TestPerson,
  entity: Importable,
  map: ImportMap,
  path: string,
  dryRun = false,
): Promise<Imported> {
  const refusals: string[] = []
  const file = await openImportFile({ path }, map)
  const summary = await runImport(deps, {
    viewer: viewerOf(person),
    entity,
    map,
    file,
    dryRun,
    onRefused: ({ line }, reasons) => void refusals.push(`${line}: ${reasons.map(reasonText).join('; ')}`),
  })
  return { ...summary, refusals }
}
