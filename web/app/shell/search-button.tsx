import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openPalette } from '#web/app/commands/command-overlays.ts'
import { Keys } from '#web/app/commands/keys.tsx'
import classes from './search-button.module.css'

const keys = ['mod+k']

export function SearchButton() {
  const { t } = useTranslation('shell')
  return (
    <button type="button" aria-haspopup="dialog" className={classes['button']} onClick={openPalette}>
      <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      <span className={classes['word']}>{t('command.palette')}</span>
      <span className={classes['keys']} aria-hidden="true">
        <Keys keys={keys} />
      </span>
    </button>
  )
}
