import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from '#web/ui/store-context.ts'
import { useChooseLanguage } from '#web/settings/use-choose-language.ts'
import { useSignOut } from '#web/session/use-sign-out.ts'
import { useNavigateTo } from '#web/ui/search/use-address.ts'
import type { CommandContext } from './commands.ts'
import { routeAt } from '#web/app/routes/find-route.ts'

export function useCommandContext(): CommandContext {
  const navigateTo = useNavigateTo()
  const router = useRouter()
  const signOut = useSignOut()
  const store = useStore()
  const chooseLanguage = useChooseLanguage()
  const latestChoose = useRef(chooseLanguage)
  useEffect(() => {
    latestChoose.current = chooseLanguage
  })
  return useMemo(
    () => ({
      store,
      go: (to, search) => {
        // After a jump by keys, focus belongs in the content, not in the menu.
        document.getElementById('content')?.focus({ preventScroll: true })
        navigateTo({ to, search: search ?? {} })
      },
      get currentRoute() {
        return routeAt(router.latestLocation.pathname)
      },
      chooseLanguage: (code) => latestChoose.current(code),
      signOut,
    }),
    [store, navigateTo, router, signOut],
  )
}
