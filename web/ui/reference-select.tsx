// A record chosen from thousands by typing part of its name.
import { Select, type SelectProps } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { foldText } from '#web/store/fold-text.ts'
import { Name } from './name.tsx'
import classes from './reference-select.module.css'
import { shieldPresses } from './press-shield.ts'
import { useComputed } from './use-computed.ts'

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
  const toOptions = useCallback(
    (table: Table<Row<Name>>): Option[] =>
      [...table.all()]
        .map((row) => ({ value: row.id, label: nameOf(row), text: foldText(nameOf(row)) }))
        .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)),
    [nameOf],
  )
  const options = useComputed(entity, toOptions)
  return (
    <Select
      searchable
      renderOption={({ option }) => (
        <span data-cut className={classes['option']}>
          <Name>{option.label}</Name>
        </span>
      )}
      openOnFocus={false}
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
      onOptionSubmit={shieldPresses}
      {...props}
    />
  )
}
