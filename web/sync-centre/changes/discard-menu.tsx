import { IconDotsVertical } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'

const DiscardItem = preloadable(() => import('./discard-item.tsx').then((each) => each.DiscardItem))

interface DiscardMenuProps {
  readonly name: string
  readonly label: string
  readonly onDiscard: () => void
}

export function DiscardMenu({ name, label, onDiscard }: DiscardMenuProps) {
  const { t } = useTranslation('common')
  const Items = useCallback(() => <DiscardItem label={label} onDiscard={onDiscard} />, [label, onDiscard])
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      items={Items}
      target={(props) => <IconButton icon={IconDotsVertical} label={t('actionsOf', { name })} {...props} />}
    />
  )
}
