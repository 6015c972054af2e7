import { Outlet, useLocation } from '@tanstack/react-router'
import { sharePath } from '#schema/app/shared-files.ts'
import { useSessionState } from '#web/session/session-context.ts'
import { Locked } from '#web/session/locked.tsx'
import { OtherPerson } from '#web/session/other-person.tsx'
import { CannotOpen } from '#web/session/cannot-open.tsx'
import { textOf } from '#web/records/names/entity-texts.ts'
import { WithStore } from '#web/records/data/with-store.tsx'
import { Guard } from './guard.tsx'
import { Landing } from './start/landing.tsx'
import { LoadingScreen } from './shell/loading-screen.tsx'
import { NotFound } from './notices/not-found.tsx'
import { Section } from './shell/section-nav.tsx'
import { Shell } from './shell/shell.tsx'
import { StoreWatch } from './store-watch.tsx'
import { pathOf } from './routes/path-of.ts'
import { routeAt } from './routes/find-route.ts'
import { unavailableFileIn } from './notices/unavailable-file-in.ts'
import { UnavailableFile } from './notices/unavailable-file.tsx'
import { unsharedReasonIn } from './notices/unshared-reason-in.ts'
import { UnsharedFiles } from './notices/unshared-files.tsx'

function fetchFailed(pathname: string): string | null {
  const route = routeAt(pathname)
  return route && 'entity' in route ? textOf(route.entity, 'fetchFailed') : null
}

export function Root() {
  const session = useSessionState()
  const pathname = useLocation({ select: pathOf })
  const unavailableFile = useLocation({ select: unavailableFileIn })
  const unshared = useLocation({ select: unsharedReasonIn })
  if (unavailableFile !== undefined) return <UnavailableFile file={unavailableFile} />
  if (unshared) return <UnsharedFiles reason={unshared} />
  if (session.kind === 'loading') return <LoadingScreen />
  if (session.kind === 'failed') return <CannotOpen failed={fetchFailed(pathname)} />
  if (session.kind === 'locked') return <Locked {...session} />
  if (session.kind === 'other-person') return <OtherPerson {...session} />
  if (session.kind === 'signed-out') {
    if (pathname === sharePath) return <UnsharedFiles reason="nobody" />
    return pathname === '/' ? <Landing /> : <NotFound isOutsideShell />
  }
  return (
    <WithStore store={session.store}>
      <StoreWatch />
      <Shell>
        <Guard pathname={pathname}>
          <Section pathname={pathname}>
            <Outlet />
          </Section>
        </Guard>
      </Shell>
    </WithStore>
  )
}
