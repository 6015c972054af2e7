import i18next from 'i18next'
import { unescapeFormulas, csvLine, byteOrderMark } from '#schema/kernel/csv.ts'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import { readCsv } from '#schema/import/read-csv.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { reasonSentence } from './reason-sentence.ts'

export interface Refusal {
  readonly line: number
  readonly reasons: readonly Reason[]
}

/** `refusedRows` from the server: each row ends with its line number and English reasons. */
export async function refusedFile(
  entity: Importable,
  map: ImportMap,
  refusedRows: string,
  refusals: readonly Refusal[],
): Promise<string> {
  const lines: string[] = []
  for await (const { cells } of readCsv([refusedRows])) {
    const refusal = refusals[lines.length - 1]
    const [line, reason] = refusal
      ? [String(refusal.line), refusal.reasons.map((each) => reasonSentence(entity, map, each)).join('\n')]
      : [i18next.t('imports:line'), i18next.t('audit:reason')]
    lines.push(csvLine([...cells.slice(0, -2).map(unescapeFormulas), line, reason]))
  }
  return byteOrderMark + lines.join('')
}
