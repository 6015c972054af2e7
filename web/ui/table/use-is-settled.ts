import { startTransition, useEffect, useState } from 'react'

/** Longer than the pause between two keystrokes, sorts or clicks. */
const quietMs = 1_000

export function useIsSettled(value: object | undefined): boolean {
  const [settled, setSettled] = useState<{ readonly value: object | undefined }>()

  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled({ value })), quietMs)
    return () => clearTimeout(timer)
  }, [value])

  return settled !== undefined && settled.value === value
}
