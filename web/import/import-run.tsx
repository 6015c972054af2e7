// The server decides about each row; rows that have errors here are not sent.
import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Importable, type ImportMap, importables } from '#schema/import/import-map.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { countText } from '#web/records/names/entity-texts.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { maxFileBytes, type Sheet } from './read-sheet.ts'
import { sentFile } from './sent-file.ts'
import type { ImportRows, Overwritten } from './use-rows.ts'

interface ImportResponse {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly dryRun: boolean
  readonly changes: readonly ({ readonly line: number } & Overwritten)[]
  readonly refusals: readonly { readonly line: number; readonly reasons: readonly Reason[] }[]
}

interface Result extends Omit<ImportResponse, 'changes' | 'refusals'> {
  readonly deselected: number
  /** Beyond what the server lists. */
  readonly unlisted: { readonly changed: number; readonly refused: number }
}

interface ImportRunProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly rows: ImportRows
  readonly onImported: () => void
}

type Checked = Pick<ImportRows, 'recordAt' | 'deselected'>

/** The server may need minutes for a large file. */
const importTimeoutMs = 600_000

export function ImportRun({ entity, sheet, map, rows, onImported }: ImportRunProps) {
  const { t, i18n } = useTranslation('imports')
  const store = useStore()
  const isOffline = useSyncStatus().connection === 'offline'
  const { isBusy, run } = useAction()
  const [result, setResult] = useState<Result>()
  /** Rows that are corrected or selected later need another check. */
  const [checked, setChecked] = useState<Checked | null>(null)
  // A lost response is retried with the same key, so the import runs once.
  const lastSent = useRef({ key: '', content: '' })
  const { errorsByRow, deselected } = rows

  const send = (dryRun: boolean) =>
    void run(async () => {
      const isSent = (index: number) => !rows.hasLocalErrors(index) && !deselected.has(index)
      const sent = new Map([...sheet.rows.keys()].filter(isSent).map((index) => [index, rows.recordAt(index)]))
      const { file, rowAtLine } = sentFile(sheet.name, sheet.header, sent)
      // UTF-8 may need more bytes than the encoding of the chosen file.
      if (file.size > maxFileBytes) {
        toast.error(t('tooLarge'))
        return
      }
      const form = new FormData()
      form.set('entity', entity)
      form.set('map', JSON.stringify({ ...map, delimiter: ',', encoding: 'utf-8' }))
      form.set('dryRun', String(dryRun))
      form.set('language', i18n.resolvedLanguage!)
      form.set('file', file)
      const content = await file.text()
      if (lastSent.current.content !== content) lastSent.current = { key: store.newId(), content }
      const headers = dryRun ? {} : { 'idempotency-key': lastSent.current.key }
      const { body } = await store.online.send('POST', '/api/imports', {
        body: form,
        headers,
        timeoutMs: importTimeoutMs,
      })
      const { changes, refusals, ...counts } = body as ImportResponse
      const rowsWithErrors = sheet.rows.length - rowAtLine.size - deselected.size
      const byRow = <Listed extends { readonly line: number }, Value>(
        listed: readonly Listed[],
        valueOf: (each: Listed) => Value,
      ) =>
        new Map(
          listed.flatMap((each) => (rowAtLine.has(each.line) ? [[rowAtLine.get(each.line)!, valueOf(each)]] : [])),
        )
      rows.setVerdicts({
        sent,
        refused: byRow(refusals, ({ reasons }) => reasons),
        changed: dryRun ? byRow(changes, ({ before, after }) => ({ before, after })) : new Map(),
      })
      setResult({
        ...counts,
        rows: counts.rows + rowsWithErrors + deselected.size,
        refused: counts.refused + rowsWithErrors,
        deselected: deselected.size,
        unlisted: { changed: counts.updated - changes.length, refused: counts.refused - refusals.length },
      })
      setChecked(dryRun ? { recordAt: rows.recordAt, deselected } : null)
      if (dryRun) return
      lastSent.current = { key: '', content: '' }
      onImported()
      toast.success(t('done', { records: countText(entity, counts.created + counts.updated) }))
      store.syncNow()
    })

  // Of equal rows, each updates another record, so a row left out would change what the others update.
  const mayDeselect = !importables[entity].repeats
  const isChecked =
    checked?.recordAt === rows.recordAt &&
    checked.deselected.isSubsetOf(deselected) &&
    (mayDeselect || checked.deselected.size === deselected.size)
  return (
    <>
      <Text c="dimmed">{t('runHint')}</Text>
      <Group gap="sm">
        <Button variant="default" disabled={!errorsByRow || isOffline} aria-busy={isBusy} onClick={() => send(true)}>
          {t('try')}
        </Button>
        <Button disabled={!errorsByRow || isOffline || !isChecked} aria-busy={isBusy} onClick={() => send(false)}>
          {t('import')}
        </Button>
        {isBusy && <Text component="output">{t('busy')}</Text>}
      </Group>
      {result && <Outcome {...result} />}
    </>
  )
}

function Outcome({ dryRun, unlisted, deselected, ...counts }: Result) {
  const { t } = useTranslation('imports')
  return (
    <section aria-label={t('result')}>
      <Text fw={600}>{dryRun ? t('tried') : t('imported')}</Text>
      <Facts>
        {(['rows', 'created', 'updated', 'unchanged', 'refused'] as const).map((name) => (
          <Fact key={name} name={t(`counts.${name}`)}>
            {count(counts[name])}
          </Fact>
        ))}
        {deselected > 0 && <Fact name={t('counts.deselected')}>{count(deselected)}</Fact>}
      </Facts>
      {dryRun && counts.updated > 0 && <Text mt="sm">{t('changesTried')}</Text>}
      {!dryRun && counts.created + counts.updated > 0 && <Text mt="sm">{t('noUndo')}</Text>}
      {unlisted.changed > 0 && <Text c="dimmed">{t('changedMore', { n: count(unlisted.changed) })}</Text>}
      {unlisted.refused > 0 && <Text c="dimmed">{t('refusedMore', { n: count(unlisted.refused) })}</Text>}
    </section>
  )
}
