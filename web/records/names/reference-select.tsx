// There may be thousands of options: the store sorts and searches; the select holds only visible options.
import { CheckIcon, Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { RowList, ViewOptions } from '#web/store/base/contract.ts'
import { Name } from '#web/ui/format/name.tsx'
import { type TitleViewOptions, titleViewOptions } from '#web/records/names/title-view-options.ts'
import { useSelectOnEnter } from '#web/ui/form/select-on-enter.ts'
import { useStore } from '#web/ui/store-context.ts'
import classes from './reference-select.module.css'
import { useRow } from '#web/records/data/use-table.ts'
import { useView } from '#web/records/data/use-view.ts'

interface ReferenceSelectProps extends Omit<SelectProps, 'data' | 'filter'> {
  readonly entity: EntityName
  /** Offers only records with these values. */
  readonly filterValues?: Values
}

const maxOptions = 40

/** JSON, so that equal values keep the view. */
const filterBy = (filterJson: string) => {
  const values = Object.entries(JSON.parse(filterJson) as Values)
  return (
    values.length > 0 && { filter: (row: AnyRow) => values.every(([field, value]) => (row[field] ?? null) === value) }
  )
}

export function ReferenceSelect({ entity, filterValues, ...props }: ReferenceSelectProps) {
  const { t } = useTranslation('common')
  const [typed, setTyped] = useState('')
  const selectOnEnter = useSelectOnEnter({ isSearch: true })
  const byName = titleViewOptions(useStore(), entity) as TitleViewOptions
  const nameOf = byName.searchText
  const chosen: AnyRow | undefined = useRow(entity, props.value)
  const chosenName = chosen && nameOf(chosen)
  const same = JSON.stringify(filterValues ?? {})
  const search = typed === chosenName ? '' : typed
  const { rows, similar, ready } = useView(
    entity,
    useMemo(
      () => ({ ...byName, search, findsSimilar: true, ...filterBy(same) }) as ViewOptions<Row<EntityName>>,
      [byName, search, same],
    ),
  )
  const [found, meant] = useMemo(() => {
    const optionsOf = (list: RowList) => list.slice(0, maxOptions).map((row) => ({ value: row.id, label: nameOf(row) }))
    return [optionsOf(rows), optionsOf(similar)]
  }, [rows, similar, nameOf])
  const shown = meant.length > 0 ? [...found, { group: t('similar'), items: meant }] : found
  const isListed = [...found, ...meant].some(({ value }) => value === chosen?.id)
  return (
    <Select
      searchable
      renderOption={({ option, checked }) => (
        <>
          {checked && <CheckIcon className={classes['check']} aria-hidden="true" />}
          <span data-cut className={classes['option']}>
            <Name>{option.label}</Name>
          </span>
        </>
      )}
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      data={chosen && !isListed ? [...shown, { value: chosen.id, label: nameOf(chosen) }] : shown}
      filter={({ options }) => options.slice(0, shown.length)}
      nothingFoundMessage={ready && t('nothingFound')}
      maxDropdownHeight={320}
      {...selectOnEnter}
      // The library would restore the name of an emptied field.
      onInput={(event) => {
        selectOnEnter.onInput(event)
        if (props.clearable && event.currentTarget.value === '') props.onChange?.(null, null)
      }}
      {...props}
    />
  )
}
