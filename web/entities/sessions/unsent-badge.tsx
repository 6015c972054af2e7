import i18next from 'i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Badge } from '#web/ui/page/badge.tsx'

export const UnsentBadge = ({ n }: { readonly n: number | null }) =>
  n ? <Badge tone="warn">{count(n)}</Badge> : <span>{n === null ? i18next.t('common:none') : count(0)}</span>
