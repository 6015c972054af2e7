import { DirectionProvider, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { SessionContext } from '#web/session/session-context.ts'
import type { Session } from '#web/session/session-contract.ts'
import { mantineTheme } from '#web/themes/mantine-theme.ts'
import { themeNamed } from '#schema/themes/themes.ts'
import { useTheme } from '#web/themes/use-theme.ts'
import { LazyHints } from '#web/ui/overlay/popovers/lazy-hints.tsx'
import { loadToasts } from '#web/ui/overlay/toasts/toast.ts'
import type { RouteContext } from './routes/route-context.ts'
import { router } from './router.ts'
import { styleNonce } from './start/style-nonce.ts'

const Toasts = lazy(() => loadToasts().then((each) => ({ default: each.Toasts })))

const contextOf = (session: Session): RouteContext => ({
  prepare: (names) => {
    if (session.state.kind === 'signed-in') session.state.store.prepare(names)
  },
})

export function App({ session }: { readonly session: Session }) {
  const { scheme } = themeNamed(useTheme())
  const context = useMemo(() => contextOf(session), [session])
  return (
    <DirectionProvider>
      <MantineProvider theme={mantineTheme} forceColorScheme={scheme} getStyleNonce={() => styleNonce ?? ''}>
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
        <LazyHints />
        <SessionContext value={session}>
          <RouterProvider router={router} context={context} />
        </SessionContext>
      </MantineProvider>
    </DirectionProvider>
  )
}
