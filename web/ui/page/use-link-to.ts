import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback } from 'react'
import { newTab } from './new-tab.ts'

export const filePagePath = '/view/'

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

export function useLinkTo() {
  const router = useRouter({ warn: false })
  return (href: string, opensNewTab = false, isScreen = false) => {
    if (!isScreen && !href.startsWith(filePagePath)) return { href, ...(opensNewTab && newTab) }
    const onClick = (event: MouseEvent) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      void router.navigate({ href })
    }
    return { href, onClick }
  }
}

/** For what follows a link without showing it. */
export function useFollowLink(): (href: string, opensNewTab?: boolean) => void {
  const router = useRouter({ warn: false })
  return useCallback(
    (href, opensNewTab = false) => {
      if (href.startsWith(filePagePath)) return void router.navigate({ to: href })
      Object.assign(document.createElement('a'), { href, ...(opensNewTab && newTab) }).click()
    },
    [router],
  )
}
