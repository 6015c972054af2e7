import { AppShell, Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '@tanstack/react-router'
import { ExpiredBanner } from '#web/session/expired-banner.tsx'
import { SealedBanner } from '#web/session/sealed-banner.tsx'
import { LogoutDialog } from '#web/session/logout.tsx'
import { useLogoutAsked } from '#web/session/use-logout.ts'
import { SyncPill } from '#web/sync-centre/sync-pill.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { preloadRest } from './preload-rest.ts'
import { KeptAppBanner } from './kept-app.tsx'
import { NewVersionBanner } from './new-version-banner.tsx'
import classes from './shell.module.css'
import { menuOf } from './route-table.ts'
import { Sidebar } from './sidebar.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useOwnLanguage } from './use-own-language.ts'
import { useReadyLists } from './use-ready-lists.ts'
import { UserMenu } from './user-menu.tsx'
import { pathOf } from './path-of.ts'

const sidebarWidth = 256
/** Of the sidebar on tablets, where tables need the room. */
const railWidth = 72

export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell')
  const [drawer, { open, close }] = useDisclosure(false)
  const pathname = useLocation({ select: pathOf })
  const logoutAsked = useLogoutAsked(({ asked }) => asked)
  useEffect(close, [pathname, close])
  const { role } = useStore().identity
  useEffect(() => preloadRest(menuOf(role).map((route) => async () => route.screen.preload?.())), [role])
  useReadyLists()
  useOwnLanguage()
  useLeaveGuard()

  return (
    <AppShell
      layout="alt"
      header={{ height: 64 }}
      navbar={{ width: { base: railWidth, lg: sidebarWidth }, breakpoint: 'sm', collapsed: { mobile: true } }}
      withBorder={false}
      transitionDuration={0}
    >
      <a href="#content" className={classes['skip']}>
        {t('skipToContent')}
      </a>
      <AppShell.Navbar className={classes['sidebar'] ?? ''}>
        <Sidebar />
      </AppShell.Navbar>
      <AppShell.Header className={classes['header'] ?? ''}>
        <Burger
          opened={drawer}
          onClick={open}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('openMenu')}
          className={classes['burger'] ?? ''}
        />
        <div className={classes['space']} />
        <SyncPill />
        <UserMenu />
      </AppShell.Header>
      <Drawer opened={drawer} onClose={close} side="start" size={sidebarWidth + 32} name={t('mainMenu')}>
        <Sidebar onClose={close} />
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1} className={classes['main'] ?? ''}>
        <ExpiredBanner />
        <NewVersionBanner />
        <KeptAppBanner />
        <SealedBanner />
        {children}
      </AppShell.Main>
      <LogoutDialog opened={logoutAsked} onClose={() => useLogoutAsked.setState({ asked: false })} />
    </AppShell>
  )
}
