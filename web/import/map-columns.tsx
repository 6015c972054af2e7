import { Group, Select, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormattedColumn } from '#schema/import/column-formats.ts'
import { type Encoding, encodings } from '#schema/import/encoding.ts'
import type { Delimiter } from '#schema/import/guess-delimiter.ts'
import { unsupportedCurrencyHeaders, keyOfTarget, targetsOf } from '#schema/import/guess-map.ts'
import { fieldsOfColumn, fullNameField, type Importable, type ImportMap, keyOf } from '#schema/import/import-map.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { Listed, listed } from '#web/ui/format/listed.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { ChooseFormat } from './choose-format.tsx'
import type { TextFormat } from './csv-messages.ts'
import type { Sheet } from './read-sheet.ts'

interface MapColumnsProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly formatted: readonly FormattedColumn[]
  readonly onChange: (map: ImportMap) => void
  readonly onFormat: (format: TextFormat) => void
}

const leftOut = ''

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const satisfies Record<
  Delimiter,
  string
>
const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1254': 'Windows-1254',
  'windows-1256': 'Windows-1256',
}

export function MapColumns({ entity, sheet, map, formatted, onChange, onFormat }: MapColumnsProps) {
  const { t } = useTranslation('imports')
  const targets = targetsOf(entity)
  const definition = registry[entity] as Entity
  const labelOf = (key: string): string => {
    if (key === leftOut) return t('leftOut')
    if (key === fullNameField) return t('fullName')
    const [field = '', find] = key.split(':')
    const { storage } = definition.fields[field]!
    if (!find || storage.kind !== 'reference') return fieldLabel(entity, field)
    return t('foundBy', { field: fieldLabel(entity, field), find: fieldLabel(storage.to, find) })
  }
  const choose = (column: string, key: string) => {
    const to = targets.find((each) => keyOfTarget(each) === key)
    const { [column]: _, ...others } = map.columns
    const { [column]: __, ...formats } = map.formats ?? {}
    const fields = to ? fieldsOfColumn(to) : []
    const free = Object.entries(others).filter(([, each]) => !fieldsOfColumn(each).some((one) => fields.includes(one)))
    const constants = Object.entries(map.constants ?? {}).filter(([field]) => !fields.includes(field))
    onChange({
      ...map,
      ...(map.constants && { constants: Object.fromEntries(constants) }),
      ...(map.formats && { formats }),
      columns: { ...Object.fromEntries(free), ...(to && { [column]: to }) },
    })
  }
  const given = new Set(Object.values(map.columns).flatMap(fieldsOfColumn))
  const choices = Object.entries(definition.fields).filter(
    ([name, { storage, byServer }]) => storage.kind === 'choice' && !byServer && !given.has(name),
  )
  const mapped = Object.keys(map.columns)
  const absent = mapped.filter((name) => !sheet.header.includes(name))
  const repeated = mapped.filter((name) => sheet.header.indexOf(name) !== sheet.header.lastIndexOf(name))
  const missing = missingFields(entity, map)
  const hasCurrency = given.has('currency') || map.constants?.['currency'] !== undefined
  const foreign = unsupportedCurrencyHeaders(entity, sheet.header, (field) => fieldLabel(entity, field)).filter(
    ({ header }) => !map.columns[header] || !hasCurrency,
  )
  return (
    <Stack gap="md">
      <PlainTable
        label={t('columns')}
        stacked="singly"
        columns={[{ header: t('column') }, { header: t('examples') }, { header: t('goesTo') }]}
        rows={[...sheet.header, ...absent].map((column, at) => ({
          id: `${at} ${column}`,
          cells: [
            <Name key="column">{column}</Name>,
            <Text key="examples" c="dimmed" size="sm" lineClamp={2}>
              <Name>{at < sheet.header.length ? examplesOf(sheet, at) : ''}</Name>
            </Text>,
            <Stack key="target" gap="xs">
              <ChoiceSelect
                aria-label={t('goesToOf', { column })}
                searchable
                options={[leftOut, ...targets.map(keyOfTarget)]}
                labelOf={labelOf}
                value={map.columns[column] ? keyOfTarget(map.columns[column]) : leftOut}
                onChange={(key) => choose(column, key ?? leftOut)}
              />
              {formatted
                .filter((each) => each.column === column)
                .map((each) => (
                  <ChooseFormat
                    key={each.kind}
                    {...each}
                    onChange={(format) => onChange({ ...map, formats: { ...map.formats, [column]: format } })}
                  />
                ))}
            </Stack>,
          ],
        }))}
      />
      <Group gap="md" align="flex-end">
        {sheet.isText && (
          <>
            <ChoiceSelect
              label={t('delimiter')}
              options={Object.keys(delimiterNames)}
              labelOf={(each) => t(`delimiters.${delimiterNames[each as Delimiter]}`)}
              value={sheet.format.delimiter!}
              onChange={(delimiter) => onFormat({ ...sheet.format, delimiter: delimiter as Delimiter })}
            />
            <ChoiceSelect
              label={t('encoding')}
              options={encodings}
              labelOf={(each) => encodingNames[each as Encoding]}
              value={sheet.format.encoding!}
              onChange={(encoding) => onFormat({ ...sheet.format, encoding: encoding as Encoding })}
            />
          </>
        )}
        {choices.map(([field, { storage }]) => (
          <Select
            key={field}
            clearable
            label={t('everyRow', { field: fieldLabel(entity, field) })}
            data={('options' in storage ? storage.options! : []).map((option) => ({
              value: option,
              label: choiceLabel(entity, field, option),
            }))}
            value={(map.constants?.[field] as string | undefined) ?? null}
            onOptionSubmit={shieldPresses}
            onChange={(value) => {
              const { [field]: _, ...constants } = map.constants ?? {}
              onChange({ ...map, constants: value === null ? constants : { ...constants, [field]: value } })
            }}
          />
        ))}
      </Group>
      {foreign.map(({ header, currencies }) => (
        <Text key={header} role="note" c="var(--hf-danger-text)">
          <Sentence
            format={(column) =>
              t(definition.fields['currency'] ? 'foreignCurrency' : 'foreignCurrencyOfProject', {
                column: column!,
                currencies: listed(currencies),
              })
            }
            parts={[<Name key="column">{header}</Name>]}
          />
        </Text>
      ))}
      <WrongColumns names={absent} format={(columns) => t('columnsAbsent', { columns })} />
      <WrongColumns names={repeated} format={(columns) => t('columnsRepeated', { columns })} />
      {missing.length > 0 && (
        <Text role="note" c="var(--hf-danger-text)">
          {t('missing', { fields: listed(missing.map((field) => fieldLabel(entity, field))) })}
        </Text>
      )}
    </Stack>
  )
}

interface WrongColumnsProps {
  readonly names: readonly string[]
  readonly format: (columns: string) => string
}

const WrongColumns = ({ names, format }: WrongColumnsProps) =>
  names.length > 0 && (
    <Text role="note" c="var(--hf-danger-text)">
      <Sentence
        format={(columns) => format(columns!)}
        parts={[
          <Listed
            key="columns"
            parts={names.map((name) => (
              <Name key={name}>{name}</Name>
            ))}
          />,
        ]}
      />
    </Text>
  )

const examplesOf = ({ rows }: Sheet, at: number): string =>
  [...new Set(rows.slice(0, 50).map(({ cells }) => (cells[at] ?? '').trim()))]
    .filter((each) => each !== '')
    .slice(0, 3)
    .join(' · ')

function missingFields(entity: Importable, map: ImportMap): readonly string[] {
  const definition = registry[entity] as Entity
  const given = new Set([...Object.values(map.columns).flatMap(fieldsOfColumn), ...Object.keys(map.constants ?? {})])
  const needed = Object.entries(definition.fields).filter(
    ([, { nullable, byServer, default: fallback }]) => !nullable && !byServer && fallback === undefined,
  )
  return [...new Set([...keyOf(entity, map), ...needed.map(([field]) => field)])].filter((field) => !given.has(field))
}
