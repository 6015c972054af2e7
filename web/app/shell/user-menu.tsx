import { Avatar, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '#web/ui/overlay/popovers/menu-button.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { personName } from '#web/ui/format/person-name.ts'
import classes from './user-menu.module.css'
import { preloadable } from '#web/ui/preloadable.tsx'

const UserMenuItems = preloadable(() => import('./user-menu-items.tsx').then((each) => each.UserMenuItems))
export const preloadUserMenu = UserMenuItems.preload

export function UserMenu() {
  const { t } = useTranslation('shell')
  const { identity } = useStore()
  return (
    <MenuButton
      position="bottom-end"
      width={260}
      items={UserMenuItems}
      target={(props) => (
        <button type="button" className={classes['button']} {...props}>
          <VisuallyHidden>{t('userMenu')} </VisuallyHidden>
          <Avatar
            src={identity.profileImageUrl}
            name={personName(identity)}
            color="brand"
            radius="50%"
            size={36}
            alt=""
          />
        </button>
      )}
    />
  )
}
