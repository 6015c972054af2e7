import { CloseButton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLogout } from '#web/session/use-logout.ts'
import { Name } from '#web/ui/name.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { BrandMark } from './brand-mark.tsx'
import { LanguageSelector } from './language-selector.tsx'
import { menuOf, routeAt } from './route-table.ts'
import classes from './sidebar.module.css'
import { ThemeSelector } from './theme-selector.tsx'
import { pathOf } from './path-of.ts'

/** `onClose`: in the drawer of small screens. */
export function Sidebar({ onClose }: { readonly onClose?: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const { role, tenantName } = useStore().identity
  const pathname = useLocation({ select: pathOf })
  const logout = useLogout()
  const here = routeAt(pathname)?.path

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
        {menuOf(role).map(({ path, label, icon: Icon }) => (
          <Link key={path} to={path} className={classes['link']} aria-current={here === path ? 'page' : undefined}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {t(`route.${label}`)}
          </Link>
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
            logout()
          }}
        >
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          {t('logout')}
        </a>
      </div>
    </div>
  )
}
