import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { elsewhere } from './elsewhere.ts'

export const filePagePath = '/view/'

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

export function useLinkTo() {
  const router = useRouter({ warn: false })
  return (href: string, isElsewhere = false) => {
    if (!href.startsWith(filePagePath)) return { href, ...(isElsewhere && elsewhere) }
    const onClick = (event: MouseEvent) => {
      if (!isPlain(event)) return
      event.preventDefault()
      void router.navigate({ to: href })
    }
    return { href, onClick }
  }
}
