import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sharePath } from '#schema/app/shared-files.ts'
import { useStore } from '#web/ui/store-context.ts'

/** Opens the dialog for files that arrived while the person was signed out or locked out. */
export function useOpenSharedFiles(): void {
  const { history } = useRouter()
  const { shared } = useStore()
  useEffect(() => {
    let isMounted = true
    const open = async () => {
      const hasUnseen = (await shared.all()).some(({ seen }) => !seen)
      if (hasUnseen && isMounted) history.push(sharePath)
    }
    open().catch(() => {})
    return () => {
      isMounted = false
    }
  }, [history, shared])
}
