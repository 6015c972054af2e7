import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'

interface ShowMoreProps {
  readonly n: number
  readonly onShow: () => void
}

export function ShowMore({ n, onShow }: ShowMoreProps) {
  const { t } = useTranslation('dashboard')
  if (n <= 0) return null
  return (
    <Button variant="subtle" justify="start" onClick={onShow}>
      {t('showMore', { count: n, n: count(n) })}
    </Button>
  )
}
