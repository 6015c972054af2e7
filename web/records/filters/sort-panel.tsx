import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Sort, sortText } from '#web/ui/table/sort.ts'
import classes from './panel.module.css'
import { PanelFooter } from './panel-footer.tsx'
import { Pill } from './pill.tsx'

export interface SortPanelProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly currentSort: Sort | null
  readonly defaultSort: Sort | null
  readonly onSort: (text: string | undefined) => void
  readonly onClose: () => void
}

const directions = ['ascending', 'descending'] as const

export function SortPanel({ columns, currentSort, defaultSort, onSort, onClose }: SortPanelProps) {
  const { t } = useTranslation('common')
  const group = useId()
  const sort = currentSort ?? defaultSort
  const change = (next: Sort) => onSort(sortText(next, defaultSort))
  return (
    <div className={classes['panel']}>
      <fieldset className={classes['facet']}>
        <legend>{t('sortBy')}</legend>
        <div className={classes['options']}>
          {columns.map(({ id, label }) => (
            <Pill
              key={id}
              type="radio"
              name={`${group}-by`}
              checked={sort?.key === id}
              onChange={() => change({ key: id, descending: sort?.descending ?? false })}
            >
              {label}
            </Pill>
          ))}
        </div>
      </fieldset>
      {sort && (
        <fieldset className={classes['facet']}>
          <legend>{t('sortDirection')}</legend>
          <div className={classes['options']}>
            {directions.map((direction) => {
              const descending = direction === 'descending'
              return (
                <Pill
                  key={direction}
                  type="radio"
                  name={`${group}-direction`}
                  checked={sort.descending === descending}
                  onChange={() => change({ ...sort, descending })}
                >
                  {t(direction)}
                </Pill>
              )
            })}
          </div>
        </fieldset>
      )}
      <PanelFooter onClose={onClose}>
        <Button variant="default" disabled={!currentSort} onClick={() => onSort(undefined)}>
          {t('usualOrder')}
        </Button>
      </PanelFooter>
    </div>
  )
}
