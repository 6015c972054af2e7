import { AppShell } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '@tanstack/react-router'
import { RedirectToRecord } from '#web/entities/notifications/redirect-to-record.tsx'
import { NotificationBell } from '#web/entities/notifications/notification-bell.tsx'
import { SignedOutBanner } from '#web/session/signed-out-banner.tsx'
import { LostChangesBanner } from '#web/session/lost-changes-banner.tsx'
import { LeaseBanner } from '#web/session/lease-banner.tsx'
import { OtherUsersChangesBanner } from '#web/session/other-users-changes-banner.tsx'
import { SignOutDialog } from '#web/session/sign-out-dialog.tsx'
import { useSignOutConfirmation } from '#web/session/use-sign-out.ts'
import { renewSubscription } from '#web/settings/app-status/notifications.ts'
import { SyncPill } from '#web/sync-centre/sync-pill.tsx'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { forgetToasts } from '#web/ui/overlay/toasts/toast-history.ts'
import { useStore } from '#web/ui/store-context.ts'
import { BottomBar } from './bottom-bar.tsx'
import { BrandMark } from '#web/app/start/brand-mark.tsx'
import { closeCommands } from '#web/app/commands/command-overlays.ts'
import { Palette } from '#web/app/commands/palette.tsx'
import { forgetRecent, useTrackRecentRecords } from '#web/app/commands/recent-records.ts'
import { watchScrollBars } from './scroll-bars.ts'
import { SearchButton } from './search-button.tsx'
import { Shortcuts } from '#web/app/commands/shortcuts.tsx'
import { preloadShell } from './preload-shell.ts'
import { AppNotStoredBanner } from '#web/app/start/app-not-stored.tsx'
import { SuspendedBanner } from './suspended-banner.tsx'
import { NewVersionBanner } from '#web/app/start/new-version-banner.tsx'
import '#web/app/start/mirrored-icons.css'
import classes from './shell.module.css'
import { RecordLinkContext, RecordPagePathContext } from '#web/records/names/record-link-context.ts'
import { recordLink } from '#web/app/routes/record-link.ts'
import { recordPagePath } from '#web/app/routes/find-route.ts'
import { menuOf } from '#web/app/routes/menu.ts'
import { Sidebar } from './sidebar.tsx'
import { SkipToList } from './skip-to-list.tsx'
import { useHeaderWidth } from './use-header-width.ts'
import { useLeaveGuard } from '#web/app/routes/use-leave-guard.ts'
import { useOpenNotificationAddress } from '#web/app/routes/use-open-notification-address.ts'
import { useOpenSharedFiles } from '#web/app/routes/use-open-shared-files.ts'
import { useApplyLanguage } from './use-apply-language.ts'
import { usePresortLists } from '#web/app/lists/use-presort-lists.ts'
import { UserMenu } from './user-menu.tsx'
import { railWidth } from './rail-width.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'
import { pathOf } from '#web/app/routes/path-of.ts'

const sidebarWidth = 256
const withSafeArea = (width: number) => `calc(${width / 16}rem + var(--hf-safe-start))`

export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell')
  const [isDrawerOpen, { open, close }] = useDisclosure(false)
  const pathname = useLocation({ select: pathOf })
  const isSignOutOpen = useSignOutConfirmation(({ isOpen }) => isOpen)
  useEffect(close, [pathname, close])
  const store = useStore()
  const { role } = store.identity
  const linkToRecord = useCallback((entity: string, id: string) => recordLink(role, entity, id), [role])
  const railLabels = [...menuOf(role).map(routeLabel), t('logout')]
  useEffect(() => preloadShell(menuOf(role).map((route) => async () => route.screen.preload?.())), [role])
  useEffect(
    () => () => {
      forgetToasts()
      forgetRecent()
      closeCommands()
    },
    [],
  )
  useEffect(() => void renewSubscription(store), [store])
  usePresortLists()
  useApplyLanguage()
  useOpenNotificationAddress()
  useOpenSharedFiles()
  useLeaveGuard()
  useEffect(watchScrollBars, [])
  useTrackRecentRecords()
  const header = useHeaderWidth()

  return (
    <RecordLinkContext value={linkToRecord}>
      <RecordPagePathContext value={recordPagePath}>
        <AppShell
          layout="alt"
          header={{ height: 'calc(var(--hf-header) + env(safe-area-inset-top, 0px))' }}
          navbar={{
            width: { base: withSafeArea(railWidth(railLabels)), lg: withSafeArea(sidebarWidth) },
            breakpoint: 'sm',
            collapsed: { mobile: true },
          }}
          withBorder={false}
          transitionDuration={0}
        >
          <a href="#content" className={classes['skip']}>
            {t('skipToContent')}
          </a>
          <SkipToList />
          <AppShell.Navbar className={classes['sidebar'] ?? ''}>
            <Sidebar />
          </AppShell.Navbar>
          <AppShell.Header ref={header} className={classes['header'] ?? ''}>
            <span className={classes['brand']}>
              <BrandMark size={32} />
            </span>
            <div className={classes['space']} />
            <SearchButton />
            <SyncPill />
            <NotificationBell addressOf={linkToRecord} />
            <RedirectToRecord addressOf={linkToRecord} />
            <UserMenu />
          </AppShell.Header>
          <Drawer opened={isDrawerOpen} onClose={close} side="start" size={sidebarWidth + 32} name={t('mainMenu')}>
            <Sidebar onClose={close} />
          </Drawer>
          <AppShell.Main id="content" tabIndex={-1} className={classes['main'] ?? ''}>
            <SignedOutBanner />
            <SuspendedBanner />
            <NewVersionBanner />
            <AppNotStoredBanner />
            <LostChangesBanner />
            <LeaseBanner />
            <OtherUsersChangesBanner />
            {children}
          </AppShell.Main>
          <BottomBar isMoreOpen={isDrawerOpen} onMore={open} />
          <Palette />
          <Shortcuts />
          <SignOutDialog opened={isSignOutOpen} onClose={() => useSignOutConfirmation.setState({ isOpen: false })} />
        </AppShell>
      </RecordPagePathContext>
    </RecordLinkContext>
  )
}
