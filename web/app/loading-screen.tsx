import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './loading-screen.module.css'

export function LoadingScreen() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes['loading']} role="status">
      <Loader aria-hidden="true" />
      <p>{t('loading')}</p>
    </div>
  )
}
