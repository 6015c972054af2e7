import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { latinDigits } from '#schema/kernel/fold-text.ts'
import classes from './pdf-view.module.css'

interface PageNumberProps {
  readonly page: number
  readonly pages: number
  readonly goTo: (page: number) => void
}

export function PageNumber({ page, pages, goTo }: PageNumberProps) {
  const { t } = useTranslation('files')
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const wanted = Number.parseInt(latinDigits(typed ?? ''), 10)
    if (wanted >= 1) goTo(Math.min(wanted, pages))
    setTyped(undefined)
  }
  return (
    <form
      className={classes['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextInput
        className={classes['number'] ?? ''}
        aria-label={t('viewer.page')}
        inputMode="numeric"
        value={typed ?? count(page)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== undefined && go()}
      />
      <span>{t('viewer.ofPages', { pages: count(pages) })}</span>
    </form>
  )
}
