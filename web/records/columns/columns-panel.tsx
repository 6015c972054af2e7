import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from './column-choice.ts'
import classes from '#web/records/filters/panel.module.css'
import { PanelEnd } from '#web/records/filters/panel-end.tsx'
import { Pill } from '#web/records/filters/pill.tsx'

interface ColumnsPanelProps extends ColumnChoice {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly onClose: () => void
}

export function ColumnsPanel({ columns, isShown, turn, onClose }: ColumnsPanelProps) {
  const { t } = useTranslation('common')
  return (
    <div className={classes['panel']}>
      <fieldset className={classes['facet']}>
        <legend>{t('shownColumns')}</legend>
        <div className={classes['options']}>
          {columns.map(({ id, label }) => (
            <Pill key={id} type="checkbox" checked={isShown(id)} onChange={() => turn(id)}>
              {label}
            </Pill>
          ))}
        </div>
      </fieldset>
      <PanelEnd onClose={onClose} />
    </div>
  )
}
