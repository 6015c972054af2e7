import { useTranslation } from 'react-i18next'
import type { ColumnChoice } from './column-choice.ts'
import classes from '#web/records/filters/panel.module.css'
import { PanelFooter } from '#web/records/filters/panel-footer.tsx'
import { Pill } from '#web/records/filters/pill.tsx'

interface ColumnsPanelProps extends ColumnChoice {
  readonly columns: readonly { readonly id: string; readonly label: string }[]
  readonly onClose: () => void
}

export function ColumnsPanel({ columns, isShown, toggle, onClose }: ColumnsPanelProps) {
  const { t } = useTranslation('common')
  return (
    <div className={classes['panel']}>
      <fieldset className={classes['facet']}>
        <legend>{t('shownColumns')}</legend>
        <div className={classes['options']}>
          {columns.map(({ id, label }) => (
            <Pill key={id} type="checkbox" checked={isShown(id)} onChange={() => toggle(id)}>
              {label}
            </Pill>
          ))}
        </div>
      </fieldset>
      <PanelFooter onClose={onClose} />
    </div>
  )
}
