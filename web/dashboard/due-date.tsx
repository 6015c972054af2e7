import { useTranslation } from 'react-i18next'
import { daysBetween } from '#schema/money/dates.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Badge } from '#web/ui/page/badge.tsx'

export function DueDate({ day }: { readonly day: string }) {
  const { t } = useTranslation('dashboard')
  const today = useToday()
  const days = daysBetween(today, day)
  if (days < 0) return <Badge tone="danger">{t('overdueBy', { count: -days, n: count(-days) })}</Badge>
  if (days === 0) return <Badge tone="warn">{t('dueToday')}</Badge>
  return <Badge>{t('dueIn', { count: days, n: count(days) })}</Badge>
}
