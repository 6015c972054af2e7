// Online only.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Importable, importables, type ImportMap, mapProblems } from '#schema/import/import-map.ts'
import { formattedColumns, withFormats } from '#schema/import/column-formats.ts'
import { guessMap } from '#schema/import/guess-map.ts'
import { headerProblems } from '#schema/import/read-row.ts'
import { fieldLabel, pluralName } from '#web/records/names/entity-texts.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { FileDrop } from '#web/ui/form/file-drop.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { leaveForms } from '#web/ui/overlay/dialogs/leave-forms.ts'
import { useUnsaved } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ImportRun } from './import-run.tsx'
import { MapColumns } from './map-columns.tsx'
import { Preview } from './preview.tsx'
import { readMap } from './read-map.ts'
import type { TextFormat } from './csv-messages.ts'
import { readSheet, type Sheet } from './read-sheet.ts'
import { TooLarge } from './too-large.ts'
import { type Edits, noEdits, type RowsOptions, useRows } from './use-rows.ts'

const entities = Object.keys(importables) as readonly Importable[]
const accept = ['.csv', '.xlsx'] as const

export function ImportScreen() {
  const { t } = useTranslation('imports')
  const isOffline = useSyncStatus().connection === 'offline'
  const [entity, setEntity] = useState<Importable>('investors')
  const [file, setFile] = useState<File>()
  const [sheet, setSheet] = useState<Sheet>()
  const [map, setMap] = useState<ImportMap>({ columns: {} })
  const [edits, setEdits] = useState(noEdits)
  const [areCorrectionsUnsaved, setCorrectionsUnsaved] = useState(false)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string>()
  /** The latest choice, for files that finish loading later. */
  const latest = useRef({ reading: new AbortController(), entity, sheet })
  useUnsaved(areCorrectionsUnsaved)

  const guess = (importable: Importable, { header }: Sheet) =>
    setMap(guessMap(importable, header, (field) => fieldLabel(importable, field)))
  const show = (found: Sheet | undefined) => {
    latest.current.sheet = found
    setSheet(found)
    setEdits(noEdits)
    setCorrectionsUnsaved(false)
    setReading(false)
  }
  const edit = (of: Sheet, change: (before: Edits) => Edits) => {
    // A cell editor may still finish after its sheet has been replaced.
    if (latest.current.sheet !== of) return
    setEdits(change)
    setCorrectionsUnsaved(true)
  }
  const read = (chosen: File | undefined, format: TextFormat = {}, known?: ImportMap) => {
    latest.current.reading.abort()
    const { signal } = (latest.current.reading = new AbortController())
    setFile(chosen)
    if (format.sheet === undefined) show(undefined)
    setReading(chosen !== undefined)
    setError(undefined)
    if (!chosen) return
    if (!accept.some((ending) => chosen.name.toLowerCase().endsWith(ending))) return setError(t('wrongType'))
    readSheet(chosen, format, signal).then(
      (found) => {
        if (signal.aborted) return
        show(found)
        if (known) setMap(known)
        else guess(latest.current.entity, found)
      },
      (problem: unknown) => {
        if (signal.aborted) return
        setReading(false)
        setError(t(problem instanceof TooLarge ? 'tooLarge' : 'unreadable'))
      },
    )
  }
  const chooseEntity = (chosen: Importable) => {
    latest.current.entity = chosen
    setEntity(chosen)
    if (!sheet) return
    setError(undefined)
    guess(chosen, sheet)
  }
  const readChosenMap = (chosen: File | undefined) => {
    if (!chosen) return
    void readMap(chosen, entity).then((found) => {
      if (!found) return setError(t('wrongMap'))
      setError(undefined)
      const { delimiter, encoding, ...known } = found
      if (sheet?.isText && (delimiter || encoding)) leaveForms(() => read(file, { delimiter, encoding }, known))
      else setMap(known)
    })
  }

  const formatted = useMemo(
    () => (sheet ? formattedColumns(entity, map, sheet.header, sheet.columnFormats) : []),
    [entity, map, sheet],
  )
  const completeMap = useMemo(() => withFormats(map, formatted), [map, formatted])
  const isComplete = mapProblems(entity, map).length === 0 && formatted.every(({ format }) => format)
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {isOffline && <Alert role="note">{t('online')}</Alert>}
      <Section title={t('file')}>
        <ChoiceSelect
          maw="24rem"
          label={t('entity')}
          options={entities}
          labelOf={pluralName}
          value={entity}
          onChange={(chosen) => chooseEntity(chosen as Importable)}
        />
        <FileDrop
          label={t('chosen')}
          hint={t('hint')}
          accept={accept}
          file={file}
          error={error}
          onFile={(chosen) => leaveForms(() => read(chosen))}
        />
        {sheet?.sheets && sheet.sheets.length > 1 && (
          <ChoiceSelect
            maw="24rem"
            label={t('sheet')}
            options={sheet.sheets}
            labelOf={(name) => name}
            value={sheet.chosenSheet!}
            onChange={(name) => leaveForms(() => read(file, { sheet: name! }))}
          />
        )}
      </Section>
      {sheet && (
        <div inert={isReading} style={{ display: 'contents' }}>
          <Section title={t('columns')}>
            <Text c="dimmed">{t('columnsHint')}</Text>
            <MapColumns
              entity={entity}
              sheet={sheet}
              map={map}
              formatted={formatted}
              onChange={setMap}
              onFormat={(format) => leaveForms(() => read(file, format, map))}
            />
            <Group gap="sm">
              <Button
                variant="default"
                disabled={!isComplete}
                leftSection={<IconDeviceFloppy size={18} stroke={1.6} aria-hidden="true" />}
                onClick={() =>
                  saveFile(
                    `${t('mapName', { records: pluralName(entity) })}.json`,
                    JSON.stringify(savedMap(sheet, completeMap), null, 2),
                    'application/json',
                  )
                }
              >
                {t('saveMap')}
              </Button>
              <ChooseMap onFile={readChosenMap} />
            </Group>
          </Section>
          {isComplete && headerProblems(completeMap, sheet.header).length === 0 ? (
            <CheckAndImport
              key={JSON.stringify([entity, sheet.chosenSheet, completeMap])}
              entity={entity}
              sheet={sheet}
              map={completeMap}
              edits={edits}
              onEdit={(change) => edit(sheet, change)}
              onImported={() => setCorrectionsUnsaved(false)}
            />
          ) : (
            <Section title={t('preview')}>
              <Text c="dimmed">{t('previewLater')}</Text>
            </Section>
          )}
        </div>
      )}
    </Page>
  )
}

function CheckAndImport({ onImported, ...props }: RowsOptions & { readonly onImported: () => void }) {
  const { t } = useTranslation('imports')
  const { entity, sheet, map } = props
  const rows = useRows(props)
  return (
    <>
      <Section title={t('preview')}>
        <Preview entity={entity} sheet={sheet} map={map} rows={rows} />
      </Section>
      <Section title={t('run')}>
        <Stack gap="md">
          <ImportRun entity={entity} sheet={sheet} map={map} rows={rows} onImported={onImported} />
        </Stack>
      </Section>
    </>
  )
}

/** Includes the text format, for the next file of the same kind. */
const savedMap = ({ isText, format }: Sheet, map: ImportMap): ImportMap => (isText ? { ...map, ...format } : map)

/** Saved maps also work with the import command. */
function ChooseMap({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('imports')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('takeMap')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json"
        aria-label={t('takeMap')}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
      />
    </>
  )
}
