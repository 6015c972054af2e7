// The server decides about each row and returns rejected ones as a file.
import { Button, Group, List, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import { countText, fieldLabel, pluralName } from '#web/records/names/entity-texts.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import type { Sheet } from './read-sheet.ts'
import { type Refusal, refusedFile } from './refused-file.ts'

const maxListed = 100

interface Summary {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly dryRun: boolean
  readonly changes?: readonly { readonly line: number; readonly fields: readonly string[] }[]
  readonly refusedRows: string | null
  readonly refusals: readonly Refusal[]
}

interface ImportRunProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly isUsable: boolean
}

/** The server may need minutes for a large file. */
const importTimeoutMs = 600_000

export function ImportRun({ entity, sheet, map, isUsable }: ImportRunProps) {
  const { t, i18n } = useTranslation('imports')
  const store = useStore()
  const isOffline = useSyncStatus().connection === 'offline'
  const { isBusy, run } = useAction()
  const [summary, setSummary] = useState<Summary>()
  // A lost response is retried with the same key, so the import runs once.
  const key = useRef('')

  const send = (dryRun: boolean) =>
    void run(async () => {
      const form = new FormData()
      form.set('entity', entity)
      form.set('map', JSON.stringify({ ...map, ...sheet.format }))
      form.set('dryRun', String(dryRun))
      form.set('language', i18n.resolvedLanguage!)
      form.set('file', sheet.file)
      key.current ||= store.newId()
      const headers = dryRun ? {} : { 'idempotency-key': key.current }
      const { body } = await store.online.send('POST', '/api/imports', {
        body: form,
        headers,
        timeoutMs: importTimeoutMs,
      })
      const found = body as Summary
      setSummary(found)
      if (dryRun) return
      key.current = ''
      toast.success(t('done', { records: countText(entity, found.created + found.updated) }))
      store.syncNow()
    })

  const isTried = summary?.dryRun === true
  return (
    <>
      <Text c="dimmed">{t('runHint')}</Text>
      <Group gap="sm">
        <Button variant="default" disabled={!isUsable || isOffline} aria-busy={isBusy} onClick={() => send(true)}>
          {t('try')}
        </Button>
        <Button disabled={!isUsable || isOffline || !isTried} aria-busy={isBusy} onClick={() => send(false)}>
          {t('import')}
        </Button>
        {isBusy && <Text component="output">{t('busy')}</Text>}
      </Group>
      {summary && <Result entity={entity} map={map} summary={summary} />}
    </>
  )
}

interface ResultProps extends Pick<ImportRunProps, 'entity' | 'map'> {
  readonly summary: Summary
}

function Result({ entity, map, summary }: ResultProps) {
  const { t } = useTranslation('imports')
  const { refusedRows, refusals, refused, updated } = summary
  // Older servers do not send them.
  const changes = summary.changes ?? []
  const save = async (rows: string) => {
    const name = `${pluralName(entity)} ${t('counts.refused')}.csv`
    saveFile(name, await refusedFile(entity, map, rows, refusals), 'text/csv;charset=utf-8')
  }
  return (
    <section aria-label={t('result')}>
      <Text fw={600}>{summary.dryRun ? t('tried') : t('imported')}</Text>
      <Facts>
        {(['rows', 'created', 'updated', 'unchanged', 'refused'] as const).map((name) => (
          <Fact key={name} name={t(`counts.${name}`)}>
            {count(summary[name])}
          </Fact>
        ))}
      </Facts>
      {changes.length > 0 && (
        <>
          <Text fw={600} mt="sm">
            {summary.dryRun ? t('changesTried') : t('changesMade')}
          </Text>
          <List size="sm">
            {changes.slice(0, maxListed).map(({ line, fields }) => (
              <List.Item key={line}>
                {t('changedLine', {
                  line: count(line),
                  fields: listed(fields.map((each) => fieldLabel(entity, each))),
                })}
              </List.Item>
            ))}
          </List>
          {updated > Math.min(changes.length, maxListed) && (
            <Text c="dimmed">{t('changedMore', { n: count(updated - Math.min(changes.length, maxListed)) })}</Text>
          )}
        </>
      )}
      {refusedRows !== null && (
        <Button
          variant="default"
          mt="sm"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void save(refusedRows)}
        >
          {t('saveRefused')}
        </Button>
      )}
      {refused > refusals.length && <Text c="dimmed">{t('refusedMore', { n: count(refused - refusals.length) })}</Text>}
    </section>
  )
}
