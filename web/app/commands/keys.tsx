import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './keys.module.css'
import { keyLabel } from '#web/ui/commands/key-names.ts'

export function Keys({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useTranslation('shell')
  return (
    <bdi dir="ltr" className={classes['keys']}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className={classes['then']}>{t('command.then')}</span>}
          <kbd className={classes['key']}>{keyLabel(key)}</kbd>
        </Fragment>
      ))}
    </bdi>
  )
}
