import { startTransition, useEffect, useState } from 'react'

/** Longer than a person who types, sorts or presses waits between two acts. */
const quietMs = 1_000

/** Whether the value, which may be undefined, has stayed the same for a while. */
export function useSettled(value: object | undefined): boolean {
  const [settled, setSettled] = useState<{ readonly value: object | undefined }>()

  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled({ value })), quietMs)
    return () => clearTimeout(timer)
  }, [value])

  return settled !== undefined && settled.value === value
}
