import { writeFileSync } from 'node:fs'
import postgres from 'postgres'
import { findLost, type LostEntry, type LostKind, type FirmLosses } from '#server/backup/find-lost.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import type { ReturnedOfFirm } from '#server/backup/returned.ts'

const maxShown = 100

const kinds: Readonly<Record<LostKind, string>> = {
  rest: 'over REST or online in the app',
  import: 'by imports',
  job: 'by jobs, which run again by themselves',
  system: 'by the server',
  signedOut: 'on devices whose people have signed out everywhere since',
  handedIn: 'handed in by withdrawn devices, or taken from them',
  account: 'to people, sessions, invitations and firms',
}

export async function describeLostIn(oldUrl: string, manifest: Manifest, listTo: string): Promise<string> {
  const old = postgres(oldUrl, { max: 1, onnotice: () => {} })
  try {
    return describeLost(await findLost(old, manifest), listTo)
  } finally {
    await old.end({ timeout: 1 })
  }
}

const lineOf = ({ at, action, id, by, source }: LostEntry): string =>
  ['  ', at, action, id, by && `by ${by}`, source && `“${source}”`].filter(Boolean).join(' ')

function describeLost(firms: readonly FirmLosses[], listTo: string): string {
  const all = firms.flatMap(({ lost }) => lost)
  const lines = firms.flatMap(({ firm, lost, returning, lastNumber }) => {
    const counts = Object.entries(kinds).flatMap(([kind, labels]) => {
      const count = lost.filter((each) => each.kind === kind).length
      return count ? [`  ${count} ${labels}`] : []
    })
    const head = `${firm}: devices bring back ${returning} changes up to number ${lastNumber}. ${
      lost.length ? `No device brings back ${lost.length} entries of the audit trail:` : 'Nothing else was written.'
    }`
    return [head, ...counts]
  })
  if (listTo) {
    writeFileSync(listTo, [columns.join(), ...all.map(csvLine)].join('\r\n'))
    return [...lines, `All ${all.length} entries are listed in ${listTo}.`].join('\n')
  }
  const shown = all.filter(({ kind }) => kind !== 'job').slice(0, maxShown)
  const more = all.length > shown.length ? ['  … --list-to FILE writes all of them.'] : []
  return [...lines, ...shown.map(lineOf), ...more].join('\n')
}

const columns = ['firm', 'kind', 'at', 'number', 'action', 'entity', 'id', 'by', 'source'] as const

/** A spreadsheet must not run a text as a formula. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (entry: LostEntry): string => columns.map((name) => cell(entry[name])).join()

export const unknownLost = (startedAt: string): string =>
  `Devices bring back what was acknowledged on them after ${startedAt}. What was written since over REST, by imports, by jobs and to accounts is lost. --from-old URL lists it if the old database can still be read. Otherwise ask the owners of REST clients and imports to send it again, and later see npm run admin -- recovery.`

export function describeReturned(firms: readonly ReturnedOfFirm[]): string {
  const lines = firms
    .filter(({ recoversUntil }) => recoversUntil !== null)
    .map(({ firm, recoversUntil, began, returned, highest, gaps }) => {
      const missing = gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0)
      const ranges = gaps.slice(0, maxShown).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
      const text = `${firm}: waits for devices until ${new Date(recoversUntil!).toISOString()}. The backup ends with number ${began}. ${returned} changes came back, up to number ${highest}.`
      return missing === 0
        ? text
        : `${text}\n  Not back: ${missing} numbers (${ranges.join(', ')}). They were made over REST, by an import or a job, by a long act, or on a device that has not connected yet.`
    })
  return lines.length ? lines.join('\n') : 'No firm has been restored from a backup.'
}
