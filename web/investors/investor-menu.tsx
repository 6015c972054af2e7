import { IconDotsVertical } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { MenuButton } from '#web/ui/overlay/menu-button.tsx'
import { RowActions } from '#web/ui/table/row-actions.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import type { InvestorItemsProps } from './investor-items.tsx'

export const InvestorItems = preloadable(() => import('./investor-items.tsx').then((each) => each.InvestorItems))

export function InvestorMenu({ investor, actions }: InvestorItemsProps) {
  const { t } = useTranslation('investors')
  const Items = useCallback(() => <InvestorItems investor={investor} actions={actions} />, [investor, actions])
  return (
    <RowActions>
      <MenuButton
        position="bottom-end"
        width={220}
        items={Items}
        target={(props) => (
          <IconButton icon={IconDotsVertical} label={t('actionsOf', { name: fullName(investor) })} {...props} />
        )}
      />
    </RowActions>
  )
}
