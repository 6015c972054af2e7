// Times, days and amounts are as stored, as in every list's file.
import i18next from 'i18next'
import { csvLine, byteOrderMark } from '#schema/kernel/csv.ts'
import type { ReadAny } from '#schema/rules.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import type { Online } from '#web/store/base/online.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { type AuditEntry, fieldsIn } from './entry.ts'
import { valueText } from './value-text.ts'
import {
  entryLabels,
  entryFieldLabel,
  jobLabel,
  kindLabel,
  nameIn,
  refusalLabel,
  unnamedActor,
} from './entry-labels.ts'

interface Column {
  readonly head: string
  readonly cell: (entry: AuditEntry) => string | null | undefined
}

const columnsFor = (read: ReadAny): readonly Column[] => [
  { head: i18next.t('audit:when'), cell: ({ timestamp }) => timestamp },
  { head: i18next.t('audit:deviceTime'), cell: ({ deviceTime }) => deviceTime },
  { head: i18next.t('audit:who'), cell: ({ actor }) => actor.name ?? unnamedActor(actor) },
  { head: i18next.t('audit:inRole'), cell: ({ actor }) => actor.role && i18next.t(`shell:role.${actor.role}`) },
  { head: i18next.t('audit:what'), cell: (entry) => entryLabels(entry).sentence },
  { head: i18next.t('audit:entity'), cell: ({ entity }) => kindLabel(entity) },
  { head: i18next.t('common:name'), cell: (entry) => nameIn(entry, read) },
  { head: i18next.t('audit:outcome'), cell: ({ outcome }) => i18next.t(`audit:outcomes.${outcome}`) },
  { head: i18next.t('audit:why'), cell: ({ details: { code } }) => code && refusalLabel(code) },
  { head: i18next.t('audit:before'), cell: (entry) => valuesText(entry, entry.before, read) },
  { head: i18next.t('audit:after'), cell: (entry) => valuesText(entry, entry.after, read) },
  { head: i18next.t('audit:reason'), cell: ({ details }) => details.reason },
  { head: i18next.t('audit:value'), cell: ({ entity, details: { field } }) => field && entryFieldLabel(entity, field) },
  {
    head: i18next.t('audit:replaced'),
    cell: ({ entity, details: { secrets = [] } }) => listed(secrets.map((each) => entryFieldLabel(entity, each))),
  },
  { head: i18next.t('audit:call'), cell: ({ details }) => details.call },
  { head: i18next.t('audit:address'), cell: ({ details }) => details.address },
  { head: i18next.t('audit:job'), cell: ({ actor }) => actor.job && jobLabel(actor.job) },
  { head: i18next.t('audit:file'), cell: ({ actor }) => actor.file },
  { head: i18next.t('audit:repeated'), cell: ({ details }) => details.repeated?.toString() },
  { head: i18next.t('audit:recordId'), cell: ({ recordId }) => recordId },
  { head: i18next.t('audit:entryId'), cell: ({ id }) => id },
]

function valuesText(entry: AuditEntry, values: AuditEntry['before'], read: ReadAny): string {
  const { entity } = entry
  const known = fieldsIn(entry).filter((field) => values?.[field] !== undefined && values[field] !== null)
  return listed(
    known.map((field) => {
      const value = valueText(entity, field, values?.[field], read)
      return i18next.t('common:labelled', { label: entryFieldLabel(entity, field), value })
    }),
  )
}

export async function allEntries(online: Online, query: string): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = []
  const params = new URLSearchParams(query)
  params.set('limit', '1000')
  for (let path: string | null = `/api/audit-logs?${params}`; path !== null;) {
    const page = await online.page(path)
    entries.push(...(page.body as readonly AuditEntry[]))
    path = page.next
  }
  return entries
}

export function* trailCsv(entries: readonly AuditEntry[], read: ReadAny): Generator<undefined, string> {
  const columns = columnsFor(read)
  const lines = [byteOrderMark, csvLine(columns.map(({ head }) => head))]
  for (const [at, entry] of entries.entries()) {
    lines.push(csvLine(columns.map(({ cell }) => cell(entry) ?? '')))
    if (at % rowsPerStep === 0) yield
  }
  return lines.join('')
}
