// A mistyped setting would otherwise silently keep its default.
import { settingList } from './settings.ts'

export interface UnknownSetting {
  readonly name: string
  readonly meant: string | undefined
}

const names = settingList.map(({ name }) => name)
/** Others, such as NODE_ and LOG_, belong to other programs too. */
const prefixes = ['AUDIT_', 'FILES_', 'HOLDFAST_', 'INVITATION_', 'METRICS_', 'S3_', 'SMTP_', 'UNENCRYPTED_', 'VAPID_']

export const unknownSettings = (env: Readonly<Record<string, string | undefined>>): readonly UnknownSetting[] =>
  Object.keys(env)
    .filter((name) => !names.includes(name))
    .map((name) => ({ name, meant: nearestTo(name) }))
    .filter(({ name, meant }) => meant !== undefined || prefixes.some((prefix) => name.startsWith(prefix)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Short names have neighbors of their own, such as HOME beside HOST. */
const maxDistance = (name: string): number => (name.length < 8 ? 1 : 2)

function nearestTo(name: string): string | undefined {
  const near = names
    .map((known) => ({ known, distance: editDistance(name.toUpperCase(), known) }))
    .filter(({ known, distance }) => distance <= maxDistance(known))
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.known
}

/** Insertions, deletions, replacements, and swaps of neighbors (Damerau and Levenshtein). */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
          isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
