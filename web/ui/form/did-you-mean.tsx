import { useTranslation } from 'react-i18next'
import classes from './did-you-mean.module.css'

interface DidYouMeanProps {
  readonly meant: string
  readonly onChoose: () => void
}

export function DidYouMean({ meant, onChoose }: DidYouMeanProps) {
  const { t } = useTranslation('common')
  return (
    <button type="button" className={classes['meant']} onClick={onChoose}>
      {t('didYouMean', { amount: meant })}
    </button>
  )
}
