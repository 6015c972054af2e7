import { DirectionProvider, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { SessionContext } from '#web/session/session-context.ts'
import type { Session } from '#web/session/session.ts'
import { mantineTheme } from '#web/themes/mantine-theme.ts'
import { themeNamed } from '#web/themes/themes.ts'
import { useTheme } from '#web/themes/use-theme.ts'
import { router } from './router.ts'

export function App({ session }: { readonly session: Session }) {
  const { scheme } = themeNamed(useTheme())
  return (
    <DirectionProvider>
      <MantineProvider theme={mantineTheme} forceColorScheme={scheme}>
        <Notifications position="bottom-center" limit={1} />
        <SessionContext value={session}>
          <RouterProvider router={router} />
        </SessionContext>
      </MantineProvider>
    </DirectionProvider>
  )
}
