import i18next from 'i18next'
import { Badge } from '#web/ui/page/badge.tsx'
import { useStore } from '#web/ui/store-context.ts'

export const YouBadge = ({ id }: { readonly id: string }) =>
  useStore().identity.id === id && <Badge tone="brand">{i18next.t('users:you')}</Badge>
