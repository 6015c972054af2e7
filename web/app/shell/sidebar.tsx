import { CloseButton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useSignOut } from '#web/session/use-sign-out.ts'
import { Name } from '#web/ui/format/name.tsx'
import { AppStatus } from '#web/settings/app-status/app-status.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { BrandMark } from '#web/app/start/brand-mark.tsx'
import { LanguageSelector } from './language-selector.tsx'
import { menuPathOf, menuOf } from '#web/app/routes/menu.ts'
import { pathOfRoute, routeAt } from '#web/app/routes/find-route.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'
import classes from './sidebar.module.css'
import { ThemeSelector } from './theme-selector.tsx'
import { pathOf } from '#web/app/routes/path-of.ts'

export function Sidebar({ onClose }: { readonly onClose?: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const { role, tenantName } = useStore().identity
  const pathname = useLocation({ select: pathOf })
  const signOut = useSignOut()
  const here = routeAt(pathname)

  return (
    <div className={classes['sidebar']}>
      <div className={classes['brand']}>
        <BrandMark size={34} />
        <div className={classes['names']}>
          <span className={classes['product']}>{t('common:productName')}</span>
          <span className={classes['firm']} data-cut>
            <Name>{tenantName}</Name>
          </span>
        </div>
        {onClose && <CloseButton aria-label={t('closeMenu')} onClick={onClose} />}
      </div>
      <nav aria-label={t('mainMenu')} className={classes['nav']}>
        {menuOf(role).map((route) => (
          <ScreenLink
            key={pathOfRoute(route)}
            to={pathOfRoute(route)}
            className={classes['link']}
            aria-current={here && menuPathOf(here) === pathOfRoute(route) ? 'page' : undefined}
          >
            <route.icon size={20} stroke={1.6} aria-hidden="true" />
            <span className={classes['word']}>{routeLabel(route)}</span>
          </ScreenLink>
        ))}
      </nav>
      <div className={classes['foot']}>
        <ThemeSelector />
        <LanguageSelector />
        <a
          href="/api/logout"
          className={classes['link']}
          onClick={(event) => {
            event.preventDefault()
            onClose?.()
            signOut()
          }}
        >
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes['word']}>{t('logout')}</span>
        </a>
      </div>
      {!onClose && (
        <div className={classes['status']}>
          <AppStatus />
        </div>
      )}
    </div>
  )
}
