import { startTransition, useEffect, useState } from 'react'

/** Longer than a person who types, sorts or presses waits between two acts. */
const quietMs = 1_000

/** Whether the value has stayed the same for a while. */
export function useSettled(value: object | undefined): boolean {
  const [settled, setSettled] = useState<object>()

  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(value)), quietMs)
    return () => clearTimeout(timer)
  }, [value])

  return value !== undefined && settled === value
}
