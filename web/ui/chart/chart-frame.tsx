import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'

interface ChartFrameProps {
  readonly label: string
  readonly hasData: boolean
  readonly picture: ReactNode
  readonly table: ReactNode
}

export function ChartFrame({ label, hasData, picture, table }: ChartFrameProps) {
  const { t } = useTranslation('common')
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <figure className={classes['chart']} aria-label={label}>
      <div id={id}>{hasData ? asTable ? table : picture : <p className={classes['nothing']}>{t('noData')}</p>}</div>
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
