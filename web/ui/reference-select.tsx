// A record chosen from thousands by typing part of its name.
import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName, Row } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import { useTable } from './use-table.ts'

interface ReferenceSelectProps<Name extends EntityName> extends Omit<SelectProps, 'data' | 'filter'> {
  readonly entity: Name
  readonly nameOf: (row: Row<Name>) => string
}

const shown = 40

interface Option {
  readonly value: string
  readonly label: string
  readonly text: string
}

export function ReferenceSelect<Name extends EntityName>({ entity, nameOf, ...props }: ReferenceSelectProps<Name>) {
  const { t } = useTranslation('common')
  const table = useTable(entity)
  const { version } = table
  const options = useMemo(
    () =>
      version < 0
        ? []
        : [...table.all()]
            .map((row): Option => ({ value: row.id, label: nameOf(row), text: foldText(nameOf(row)) }))
            .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)),
    [table, version, nameOf],
  )
  return (
    <Select
      searchable
      limit={shown}
      data={options}
      filter={({ options: all, search, limit }) => {
        const wanted = foldText(search)
        const found = []
        for (const option of all as unknown as readonly Option[]) {
          if (option.text.includes(wanted)) found.push(option)
          if (found.length === limit) break
        }
        return found
      }}
      nothingFoundMessage={t('nothingFound')}
      maxDropdownHeight={320}
      {...props}
    />
  )
}
