import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './loading-screen.module.css'

export function LoadingScreen() {
  const { t } = useTranslation('shell')
  return (
    <output className={classes['loading']}>
      <Loader aria-hidden="true" />
      <p>{t('loading')}</p>
    </output>
  )
}
