import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'

interface ChartFrameProps {
  readonly label: string
  readonly hasData: boolean
  readonly chart: ReactNode
  readonly table: ReactNode
}

export function ChartFrame({ label, hasData, chart, table }: ChartFrameProps) {
  const { t } = useTranslation('common')
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <figure className={classes['chart']} aria-label={label}>
      <div id={id}>{hasData ? asTable ? table : chart : <p className={classes['nothing']}>{t('noData')}</p>}</div>
      {hasData && (
        <button
          type="button"
          className={classes['switch']}
          aria-controls={id}
          onClick={() => setAsTable((before) => !before)}
        >
          {asTable ? t('showPicture') : t('showTable')}
        </button>
      )}
    </figure>
  )
}
